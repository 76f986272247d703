import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Contact } from "../../../core/contracts/contact.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { contactQuery, saveContact } from "../api/contacts.ts";
import { partOf, renew } from "../api/query.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/**
 * Saves a name for a person, or removes the saved name. @param of the ids of the number and of its chat with the
 * person.
 */
export function SaveContactForm({
  of,
  contact,
  onClose,
}: {
  of: { instance_id: string; id: string };
  contact: Contact;
  onClose: () => void;
}) {
  const t = useWords("chats");
  const common = useWords("common");
  const queries = useQueryClient();
  const [name, setName] = useState(contact.name ?? contact.contact_name ?? "");
  const save = useChange({
    send: () => saveContact(of.instance_id, of.id, name.trim() === "" ? null : name.trim()),
    onAnswer: (saved) => {
      queries.setQueryData(contactQuery(of.instance_id, of.id).queryKey, saved);
      void renew(queries, "chats.list");
    },
    renews: [partOf("chats.get", { id: of.instance_id }), partOf("contacts.list", { id: of.instance_id })],
    said: common("saved"),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t(contact.name === null ? "saveName" : "changeName")}
      onClose={onClose}
      submitLabel={common("save")}
      change={save}
    >
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        value={name}
        onChange={setName}
        maxLength={LIMITS.savedNameMaxChars}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}
