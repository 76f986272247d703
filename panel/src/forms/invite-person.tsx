import { useState } from "react";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import type { NewInvite } from "../../../core/contracts/panel/team.ts";
import { createInvite } from "../api/team.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";
import { RoleField } from "./role-field.tsx";

/**
 * Asks for an email address and a role. `onUnsent` is called if the email could not be sent, so the link has to be
 * passed on by hand.
 */
export function InviteForm({ onClose, onUnsent }: { onClose: () => void; onUnsent: (invite: NewInvite) => void }) {
  const t = useWords("team");
  const toast = useToast();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const invite = useChange({
    send: () => createInvite({ email: email.trim(), role }),
    words: { codes: { conflict: t("err_conflict_invite") }, fields: { email: t("err_email") } },
    renews: ["panel.invites.list"],
    onDone: (made) => {
      onClose();
      if (made.link === null) toast(t("invited", { email: made.email }));
      else onUnsent(made);
    },
  });
  return (
    <FormDialog title={t("inviteTitle")} onClose={onClose} submitLabel={t("inviteSend")} change={invite}>
      <TextField
        name="email"
        type="email"
        label={t("email")}
        hint={t("inviteEmailHint")}
        value={email}
        onChange={setEmail}
        isRequired
        autoComplete="off"
        autoFocus
      />
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  );
}
