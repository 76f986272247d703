import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelAccount } from "../../../core/contracts/panel/team.ts";
import { accountQuery, changeAccount } from "../api/team.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Asks for the account's name and email address. */
export function ChangeAccountForm({ account, onClose }: { account: PanelAccount; onClose: () => void }) {
  const t = useWords("usage");
  const common = useWords("common");
  const queries = useQueryClient();
  const [name, setName] = useState(account.name);
  const [contact, setContact] = useState(account.contact_email ?? "");
  const change = useChange({
    send: () => changeAccount({ name: name.trim(), contact_email: contact.trim() || null }),
    words: { fields: { name: t("err_name"), contact_email: t("err_contact_email") } },
    onAnswer: (changed) => queries.setQueryData(accountQuery().queryKey, changed),
    renews: ["panel.me"],
    said: common("saved"),
    onDone: onClose,
  });
  return (
    <FormDialog title={t("changeTitle")} onClose={onClose} submitLabel={common("save")} change={change}>
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
