import { readWrittenPhone } from "../../../../../core/contracts/written-phone.ts";
import { AS_NAMED, type GivenPeople, givenPeople, type RowFault } from "../../broadcasts/given-people.ts";
import type { ChosenColumns } from "../../broadcasts/sheet-columns.ts";
import { cardsIn, holdsCards } from "./cards.ts";
import type { ImportRow } from "./run-import.ts";

/** The list to import, as parsed from a file. */
export interface ImportList {
  rows: ImportRow[];
  /** The numbers of the lines or cards that are left out, counted from 1. */
  wrong: Record<RowFault, number[]>;
  /** The number of people left out because they have no name. */
  nameless: number;
  /** The parsed table, whose columns the user can choose; null for an address book. */
  table: GivenPeople | null;
}

/** Parses a table or an address book. @param chosen the columns of a table that the user chose. */
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
