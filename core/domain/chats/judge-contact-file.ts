import { LIMITS } from "../../contracts/limits.ts";
import { holdsCards } from "../../contracts/people-files/cards.ts";
import { AS_NAMED } from "../../contracts/people-files/given-people.ts";
import { type ImportList, listOf } from "../../contracts/people-files/list-of.ts";
import type { ChosenColumns } from "../../contracts/people-files/sheet-columns.ts";
import { ROUNDED_RULE } from "../../contracts/written-phone.ts";
import { ERRORS_MAX, type JudgedContacts, judgeContacts, LOST_RULE } from "./judge-contacts.ts";

/** The text of a contact file, and the names of the columns chosen in the request. */
export interface GivenFile {
  format: "csv" | "vcard";
  text: string;
  phoneColumn: string | null;
  nameColumn: string | null;
}

const MOST = LIMITS.contactsPerImport;
const NO_PHONE =
  "This row has no phone number that can be read. Correct or remove it, or choose its column in columns.";
const NOBODY =
  "There is nobody with a phone and a name in it. If its columns have other names, choose them in columns.";
const TOO_MANY = "It has more than 10,000 rows or cards. Import it in several parts.";
const IS_CARDS = "This is an address book (vCard). Give it in vcard.";
const NO_CARDS = "This is no vCard, which begins with BEGIN:VCARD. Give a table in csv.";
/** The maximum number of characters that an error quotes from the first row. */
const QUOTED_CHARS = 200;

/**
 * Checks a whole contact file, the way `judgeContacts` checks rows. Rows and cards without a phone or a name are left
 * out; any other mistake causes the whole file to be refused. Spec: contacts, imports; docs/decisions/0244.
 * @returns the people, or error sentences by field: `csv.12.phone` is the phone in row 12, counted from 1 and including
 * the header row; `vcard.3.name` is the name on the third card.
 */
export function judgeContactFile(file: GivenFile): JudgedContacts & { left_out: number } {
  const { format, text } = file;
  const fault = (field: string, sentence: string) => ({ errors: { [field]: [sentence] }, left_out: 0 });
  if (holdsCards(text) !== (format === "vcard")) return fault(format, format === "csv" ? IS_CARDS : NO_CARDS);
  // One extra row for the header, and one to detect a list that is too long.
  const read = listOf(text, AS_NAMED, MOST + 2);
  const chosen = chosenColumns(file, read.table?.columns ?? []);
  if ("field" in chosen) return fault(chosen.field, chosen.sentence);
  const isChosen = chosen.phone !== null || chosen.name !== null;
  const list = isChosen ? listOf(text, chosen, MOST + 2) : read;
  const count = list.rows.length + list.nameless + Object.values(list.wrong).flat().length;
  if (list.isCut || count > MOST) return fault(format, TOO_MANY);
  const wrong = wrongRows(list, format);
  if (wrong.length > 0) return { errors: Object.fromEntries(wrong.slice(0, ERRORS_MAX)), left_out: 0 };
  if (list.rows.length === 0) return fault(format, NOBODY);
  const judged = judgeContacts(list.rows, (at) => `${format}.${list.lines[at] ?? 0}`);
  return { ...judged, left_out: judged.people === undefined ? 0 : count - judged.people.length };
}

function wrongRows({ wrong, phoneless }: ImportList, format: string): [string, string[]][] {
  const empty = new Set(phoneless);
  const at = (line: number, field: string) => `${format}.${line}.${field}`;
  return [
    ...wrong.noPhone
      .filter((line) => !empty.has(line))
      .map((line): [string, string[]] => [at(line, "phone"), [NO_PHONE]]),
    ...wrong.rounded.map((line): [string, string[]] => [at(line, "phone"), [ROUNDED_RULE]]),
    ...wrong.lostLetters.map((line): [string, string[]] => [at(line, "name"), [LOST_RULE]]),
  ];
}

type Chosen = ChosenColumns | { field: string; sentence: string };

/** Finds the chosen columns by name, ignoring case. */
function chosenColumns({ phoneColumn, nameColumn }: GivenFile, head: readonly string[]): Chosen {
  const names = head.map(folded);
  const at = (name: string | null) => (name === null ? null : names.indexOf(folded(name)));
  const [phone, name] = [at(phoneColumn), at(nameColumn)];
  const columns = head.join(", ").slice(0, QUOTED_CHARS);
  const sentence = `The first row has no column of this name. It has: ${columns}`;
  if (phone === -1) return { field: "columns.phone", sentence };
  if (name === -1) return { field: "columns.name", sentence };
  return { phone, name };
}

const folded = (name: string) => name.trim().toLowerCase();
