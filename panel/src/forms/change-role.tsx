import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import type { Member } from "../../../core/contracts/panel/team.ts";
import { renew } from "../api/query.ts";
import { changeRole } from "../api/team.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useOwnWords } from "../ui/use-own-words.ts";
import { useWords } from "../words/use-words.ts";
import { RoleField } from "./role-field.tsx";

/** Asks for a person's new role. */
export function ChangeRoleForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords("team");
  const common = useWords("common");
  const queries = useQueryClient();
  const toast = useToast();
  const [role, setRole] = useState<Role>(member.role);
  const name = member.name ?? member.email;
  const own = useOwnWords({ codes: { conflict: t("lastAdmin"), not_found: t("err_gone") } });
  const change = useMutation({
    mutationFn: () => changeRole(member.id, role),
    onSuccess: async () => {
      // The person's own role may be the one that changed.
      await Promise.all([renew(queries, "panel.members.list"), renew(queries, "panel.me")]);
      toast(t("roleChanged", { name, role: common(`role_${role}`) }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("changeRoleOf", { name })}
      isOpen
      onClose={onClose}
      submitLabel={t("changeRole")}
      onSubmit={() => change.mutate()}
      isPending={change.isPending}
      error={own(change.error)}
    >
      <p>{t("changeRoleText")}</p>
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  );
}
