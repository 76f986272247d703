import { readWrittenPhone } from "../written-phone.ts";
import { cardsIn, holdsCards } from "./cards.ts";
import { AS_NAMED, type GivenPeople, givenPeople, type RowFault } from "./given-people.ts";
import type { ChosenColumns } from "./sheet-columns.ts";

/** A row to import: the digits of a phone number, and a name. */
export interface ImportRow {
  phone: string;
  name: string;
}

/** The list to import, as parsed from a file. */
export interface ImportList {
  rows: ImportRow[];
  /** The number of the line or card that each row comes from, counted from 1. */
  lines: number[];
  /** The numbers of the lines or cards that are left out, counted from 1. */
  wrong: Record<RowFault, number[]>;
  /** The left-out lines or cards that have no phone number at all. */
  phoneless: number[];
  /** Whether the file may continue after the last row or card that was read. */
  isCut: boolean;
  /** The number of people left out because they have no name. */
  nameless: number;
  /** The parsed table, whose columns the user can choose, or null for an address book. */
  table: GivenPeople | null;
}

/**
 * Parses a table or an address book.
 * @param chosen the columns of a table that the user chose. @param rowsMax the number of rows or cards after which
 * reading stops; all are read by default.
 */
export function listOf(text: string, chosen: ChosenColumns = AS_NAMED, rowsMax = 0): ImportList {
  const table = holdsCards(text) ? null : givenPeople(text, chosen, rowsMax);
  const read = table === null ? peopleOfCards(text, rowsMax || undefined) : { ...table, wrong: table.wrongLines };
  const { wrong, phoneless, isCut } = read;
  const list: ImportList = { rows: [], lines: [], wrong, phoneless, isCut, nameless: 0, table };
  for (const [at, { phone, name = "" }] of read.people.entries()) {
    if (name === "") list.nameless += 1;
    else {
      list.rows.push({ phone, name });
      list.lines.push(read.lines[at] ?? 0);
    }
  }
  return list;
}

function peopleOfCards(text: string, most: number | undefined) {
  const wrong: ImportList["wrong"] = { noPhone: [], rounded: [], lostLetters: [] };
  const people: ImportRow[] = [];
  const lines: number[] = [];
  const cards = cardsIn(text, most);
  for (const [at, { phone, name }] of cards.entries()) {
    const read = readWrittenPhone(phone);
    if ("digits" in read) {
      // A card must have a name, so a person without one is named by their number.
      const isNumber = name === `+${read.digits}`;
      people.push({ phone: read.digits, name: isNumber ? "" : name });
      lines.push(at + 1);
    } else wrong.noPhone.push(at + 1);
  }
  return { people, lines, wrong, phoneless: wrong.noPhone, isCut: cards.length === most };
}
