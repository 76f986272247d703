import { useState } from "react";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import type { Member } from "../../../core/contracts/panel/team.ts";
import { changeRole } from "../api/team.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";
import { RoleField } from "./role-field.tsx";

/** Asks for a member's new role. */
export function ChangeRoleForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords("team");
  const common = useWords("common");
  const [role, setRole] = useState<Role>(member.role);
  const name = member.name ?? member.email;
  const change = useChange({
    send: () => changeRole(member.id, role),
    words: { codes: { conflict: t("lastAdmin"), not_found: t("err_gone") } },
    // `panel.me` is also refetched, because the changed role may be the user's own.
    renews: ["panel.members.list", "panel.me"],
    said: t("roleChanged", { name, role: common(`role_${role}`) }),
    onDone: onClose,
  });
  return (
    <FormDialog title={t("changeRoleOf", { name })} onClose={onClose} submitLabel={t("changeRole")} change={change}>
      <p>{t("changeRoleText")}</p>
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  );
}
