import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import type { NewInvite } from "../../../core/contracts/panel/team.ts";
import { renew } from "../api/query.ts";
import { createInvite } from "../api/team.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useOwnWords } from "../ui/use-own-words.ts";
import { useWords } from "../words/use-words.ts";
import { RoleField } from "./role-field.tsx";

/**
 * Asks for somebody's e-mail address and role. `onUnsent`: no mail could be sent, so the link must be passed on by
 * hand.
 */
export function InviteForm({ onClose, onUnsent }: { onClose: () => void; onUnsent: (invite: NewInvite) => void }) {
  const t = useWords("team");
  const queries = useQueryClient();
  const toast = useToast();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const own = useOwnWords({ codes: { conflict: t("err_conflict_invite") }, fields: { email: t("err_email") } });
  const invite = useMutation({
    mutationFn: () => createInvite({ email: email.trim(), role }),
    onSuccess: async (made) => {
      await renew(queries, "panel.invites.list");
      onClose();
      if (made.link === null) toast(t("invited", { email: made.email }));
      else onUnsent(made);
    },
  });
  return (
    <FormDialog
      title={t("inviteTitle")}
      isOpen
      onClose={onClose}
      submitLabel={t("inviteSend")}
      onSubmit={() => invite.mutate()}
      isPending={invite.isPending}
      error={own(invite.error)}
    >
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
