import type { Contact } from "../contact.ts";
import { cardFile } from "./card-file.ts";
import { cardOf } from "./card-of.ts";
import { type FileColumn, tableLines } from "./table-file.ts";

const COLUMNS: FileColumn<Contact>[] = [
  { title: "phone", value: ({ phone }) => phone },
  { title: "name", value: ({ name }) => name },
  { title: "contact_name", value: ({ contact_name }) => contact_name },
  { title: "business", value: ({ business }) => business },
  { title: "blocked", value: ({ blocked }) => blocked },
  { title: "wrote_first_at", value: ({ wrote_first_at }) => wrote_first_at },
  { title: "last_in_at", value: ({ last_in_at }) => last_in_at },
  { title: "opted_out_at", value: ({ opted_out_at }) => opted_out_at },
  { title: "id", value: ({ id }) => id },
];

/** Serializes contacts as rows of a CSV file. @param withTitles whether this is the first part of the file. */
export const contactRows = (contacts: readonly Contact[], withTitles: boolean): string =>
  tableLines(COLUMNS, contacts, withTitles);

/** Serializes contacts as the cards of an address book. */
export const contactCards = (contacts: readonly Contact[]): string => cardFile(contacts.flatMap(cardOf));
