import type { Contact } from "../../../../core/contracts/contact.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import type { FileColumn } from "../../../../core/contracts/people-files/table-file.ts";
import { contactsAsked } from "../../api/contacts.ts";
import { SaveTable } from "../../forms/save-table.tsx";
import { useWords } from "../../words/use-words.ts";

/** Saves a number's contacts as a file. With a search, saves only the matching contacts. */
export function SaveContacts({ number, search, onClose }: { number: Instance; search: string; onClose: () => void }) {
  const t = useWords("contacts");
  const columns: FileColumn<Contact>[] = [
    { title: t("phone"), value: ({ phone }) => phone },
    { title: t("savedName"), value: ({ name }) => name },
    { title: t("nameShown"), value: ({ contact_name: name }) => name },
    { title: t("business"), value: ({ business }) => t(business ? "yes" : "no") },
    { title: t("blocked"), value: ({ blocked }) => t(blocked ? "yes" : "no") },
    { title: t("firstWrote"), value: ({ wrote_first_at: at }) => at },
    { title: t("lastWrote"), value: ({ last_in_at: at }) => at },
    { title: t("optedOut"), value: ({ opted_out_at: at }) => at },
    { title: t("chat"), value: ({ id }) => id },
  ];
  return (
    <SaveTable
      list="contacts.list"
      request={contactsAsked(number.id, search, LIMITS.contactsPageMax)}
      columnsOf={async () => columns}
      fileName={t("fileName")}
      onClose={onClose}
    />
  );
}
