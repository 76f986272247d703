import { readWrittenPhone } from "../../../../../core/contracts/written-phone.ts";
import { AS_NAMED, type GivenPeople, givenPeople, type RowFault } from "../../broadcasts/given-people.ts";
import type { ChosenColumns } from "../../broadcasts/sheet-columns.ts";
import { cardsIn, holdsCards } from "./cards.ts";
import type { ImportRow } from "./run-import.ts";

/** A list to import, as read from a file. */
export interface ImportList {
  rows: ImportRow[];
  /** Lines or cards, from 1, that are left out. */
  wrong: Record<RowFault, number[]>;
  /** People without a name, who are left out. */
  nameless: number;
  /** The table, whose columns can be chosen; null for cards. */
  table: GivenPeople | null;
}

/** Reads a table or cards. @param chosen the table's columns as chosen by hand. */
export function listOf(text: string, chosen: ChosenColumns = AS_NAMED): ImportList {
  const table = holdsCards(text) ? null : givenPeople(text, chosen);
  const { people, wrong } = table === null ? peopleOfCards(text) : { people: table.people, wrong: table.wrongLines };
  const rows = people.flatMap(({ phone, name = "" }) => (name === "" ? [] : [{ phone, name }]));
  return { rows, wrong, nameless: people.length - rows.length, table };
}

function peopleOfCards(text: string) {
  const wrong: ImportList["wrong"] = { noPhone: [], rounded: [], lostLetters: [] };
  const people = cardsIn(text).flatMap(({ phone, name }, at) => {
    const read = readWrittenPhone(phone);
    if ("digits" in read) return [{ phone: read.digits, name }];
    wrong.noPhone.push(at + 1);
    return [];
  });
  return { people, wrong };
}
