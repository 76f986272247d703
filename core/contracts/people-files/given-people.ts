import Papa from "papaparse";
import { readWrittenPhone } from "../written-phone.ts";
import { type ChosenColumns, type Columns, isHead, namedColumns, unnamedColumns } from "./sheet-columns.ts";
import { withoutMark } from "./table-file.ts";

/** One person from a pasted list. */
export interface GivenPerson {
  phone: string;
  name?: string;
  fields?: Record<string, string>;
}

/**
 * Why a row doesn't contain a usable person: it has no phone number, its number was rounded by a spreadsheet, or
 * letters were lost in a conversion (U+FFFD).
 */
export type RowFault = "noPhone" | "rounded" | "lostLetters";

/** The result of parsing a list. */
export interface GivenPeople {
  people: GivenPerson[];
  /** Each person's row number, counted from 1. */
  lines: number[];
  /** The row numbers, counted from 1, of the rows without a usable person. */
  wrongLines: Record<RowFault, number[]>;
  /** The rows without a usable person that have nothing in the columns with phone numbers. */
  phoneless: number[];
  /** Whether the list may continue after the last row that was read. */
  isCut: boolean;
  /** The names of the columns that can be used as placeholders in the text. */
  fields: string[];
  /** Each column's name or first cell. If there is only one column, the user has nothing to choose. */
  columns: string[];
  /** The indexes of the columns with the phone numbers and the names, or null if no column has names. */
  phoneColumn: number;
  nameColumn: number | null;
}

/** The default: no columns have been chosen manually. */
export const AS_NAMED: ChosenColumns = { phone: null, name: null };

const DIGITS_MIN = 5;
const DIGITS_MAX = 20;
const DELIMITERS = [";", "\t", ","] as const;
/** The maximum number of columns that are read. Spreadsheets of exported contacts have a few dozen. */
const COLUMNS_MAX = 500;
const ROWS_LOOKED_AT = 50;
const LOST = "\ufffd";

/**
 * Parses a pasted list or a file with one person per row: first the phone number, then the name. If the first row
 * contains no phone number, it names the columns, which can then be in any order. Every other column fills the
 * placeholder of the same name. Phone numbers are accepted in any format that people and spreadsheets use.
 * @param rowsMax the number of rows after which reading stops; all are read by default.
 */
export function givenPeople(text: string, chosen: ChosenColumns = AS_NAMED, rowsMax = 0): GivenPeople {
  const { rows, skipped } = rowsOf(text, rowsMax);
  const [first = []] = rows;
  const hasHead = isHead(first);
  const below = hasHead ? rows.slice(1) : rows;
  const columns = hasHead ? namedColumns(first, below, chosen) : unnamedColumns(below, chosen);
  const people: GivenPerson[] = [];
  const lines: number[] = [];
  const phoneless: number[] = [];
  const wrongLines: GivenPeople["wrongLines"] = { noPhone: [], rounded: [], lostLetters: [] };
  for (const [at, cells] of below.entries()) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    const person = personOf(cells, columns);
    const line = at + 1 + skipped + (hasHead ? 1 : 0);
    if ("fault" in person) {
      wrongLines[person.fault].push(line);
      if (person.fault === "noPhone" && phoneIn(cells, columns) === "") phoneless.push(line);
    } else {
      people.push(person);
      lines.push(line);
    }
  }
  return {
    ...{
      people,
      lines,
      wrongLines,
      phoneless,
      isCut: rowsMax > 0 && rows.length >= rowsMax,
      fields: columns.fields.map(([name]) => name),
    },
    columns: first.map((cell) => cell.trim()),
    phoneColumn: columns.phones[0] ?? 0,
    nameColumn: columns.name[0] ?? null,
  };
}

/** Splits the list into rows of cells. `skipped` counts leading lines that only declare the list's format. */
function rowsOf(text: string, rowsMax: number): { rows: string[][]; skipped: number } {
  const told = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(text); // as Excel takes it, and some programs write it
  const list = text.slice(told?.[0].length ?? 0).trimEnd();
  const { data } = Papa.parse<string[]>(list, { delimiter: told?.[1] ?? delimiterOf(list), preview: rowsMax });
  const rows = data.map((row) => (row.length > COLUMNS_MAX ? row.slice(0, COLUMNS_MAX) : row));
  return { rows, skipped: told ? 1 : 0 };
}

/**
 * Returns the delimiter that splits the most rows into the same number of cells or, on a tie, the delimiter that occurs
 * first. A list that is mostly phone numbers offers little evidence.
 */
function delimiterOf(list: string): string {
  const outside = list.replaceAll(/"[^"]*"/g, "");
  const used = DELIMITERS.filter((sign) => outside.includes(sign)).toSorted(
    (a, b) => outside.indexOf(a) - outside.indexOf(b),
  );
  const scores = used.map((delimiter) => {
    const { data } = Papa.parse<string[]>(list, { delimiter, preview: ROWS_LOOKED_AT });
    const widths = new Map<number, number>();
    for (const { length } of data) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
    return Math.max(0, ...widths.values());
  });
  return used[scores.indexOf(Math.max(...scores))] ?? ",";
}

const cellOf = (cells: readonly string[], at: number) => withoutMark(cells[at] ?? "").trim();

/** Returns the first phone number of a row, as it is written, or "" if there is none. */
const phoneIn = (cells: readonly string[], { phones }: Columns): string =>
  phones.map((at) => cellOf(cells, at)).find((written) => written !== "") ?? "";

function personOf(cells: readonly string[], columns: Columns): GivenPerson | { fault: RowFault } {
  const cell = (at: number) => cellOf(cells, at);
  const read = readWrittenPhone(phoneIn(cells, columns));
  if ("fault" in read) return { fault: read.fault === "rounded" ? "rounded" : "noPhone" };
  const { digits } = read;
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return { fault: "noPhone" };
  const name = columns.name.map(cell).filter(Boolean).join(" ");
  const fields = columns.fields
    .map(([field, at]): [string, string] => [field, cell(at)])
    .filter(([, value]) => value !== "");
  if ([name, ...fields.map(([, value]) => value)].some((value) => value.includes(LOST)))
    return { fault: "lostLetters" };
  return {
    phone: digits,
    ...(name !== "" && { name }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  };
}
