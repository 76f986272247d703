import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Chat } from "../../../core/contracts/chats/chat.ts";
import type { Contact } from "../../../core/contracts/contact.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { contactQuery, saveContact } from "../api/contacts.ts";
import { partOf, renew } from "../api/query.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useWords } from "../words/use-words.ts";

/** Saves a person under a name, or removes the saved name. */
export function SaveContactForm({ chat, contact, onClose }: { chat: Chat; contact: Contact; onClose: () => void }) {
  const t = useWords("chats");
  const common = useWords("common");
  const toast = useToast();
  const queries = useQueryClient();
  const [name, setName] = useState(contact.name ?? contact.contact_name ?? "");
  const save = useMutation({
    mutationFn: () => saveContact(chat.instance_id, chat.id, name.trim() === "" ? null : name.trim()),
    onSuccess: async (saved) => {
      queries.setQueryData(contactQuery(chat.instance_id, chat.id).queryKey, saved);
      await renew(queries, partOf("chats.get", { id: chat.instance_id }));
      void renew(queries, "chats.list");
      toast(common("saved"));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(contact.name === null ? "saveName" : "changeName")}
      isOpen
      onClose={onClose}
      submitLabel={common("save")}
      onSubmit={() => save.mutate()}
      isPending={save.isPending}
      error={save.error}
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
