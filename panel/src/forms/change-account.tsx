import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelAccount } from "../../../core/contracts/panel/team.ts";
import { renew } from "../api/query.ts";
import { accountQuery, changeAccount } from "../api/team.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useOwnWords } from "../ui/use-own-words.ts";
import { useWords } from "../words/use-words.ts";

/** Asks for the account's name and the address of its mail. */
export function ChangeAccountForm({ account, onClose }: { account: PanelAccount; onClose: () => void }) {
  const t = useWords("usage");
  const common = useWords("common");
  const queries = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(account.name);
  const [contact, setContact] = useState(account.contact_email ?? "");
  const own = useOwnWords({ fields: { name: t("err_name"), contact_email: t("err_contact_email") } });
  const change = useMutation({
    mutationFn: () => changeAccount({ name: name.trim(), contact_email: contact.trim() || null }),
    onSuccess: async (changed) => {
      queries.setQueryData(accountQuery().queryKey, changed);
      await renew(queries, "panel.me");
      toast(common("saved"));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("changeTitle")}
      isOpen
      onClose={onClose}
      submitLabel={common("save")}
      onSubmit={() => change.mutate()}
      isPending={change.isPending}
      error={own(change.error)}
    >
      <TextField name="name" label={t("accountName")} value={name} onChange={setName} isRequired autoFocus />
      <TextField
        name="contact_email"
        type="email"
        label={t("contact")}
        hint={t("contactHint")}
        value={contact}
        onChange={setContact}
        isOptional
        autoComplete="email"
      />
    </FormDialog>
  );
}
