import Papa from "papaparse";

/** A column of the saved file. */
export interface FileColumn<Row> {
  title: string;
  /** Returns the value of the row's cell, with times as ISO 8601, or null for an empty cell. */
  value: (row: Row) => string | number | boolean | null;
}

/** The byte order mark. Without it, Excel decodes the file in the computer's legacy encoding instead of UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Matches a cell that a spreadsheet would treat as a formula, or one that already has the mark of such a cell.
 * Spreadsheets accept the full-width signs of Asian keyboards too.
 */
const FORMULA = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;

/**
 * The place within a cell at which a spreadsheet of a country with a decimal comma begins another cell: there, a file's
 * cells are separated by semicolons, so a quote in the middle of a line doesn't begin a quoted cell. Signs that also
 * occur in smileys and lists only count if they can begin a formula that does something.
 */
const FORMULA_WITHIN = /([;\r\n][ \t\u00a0"]*)(?='*(?:[=\uff1d]|[+\-@\uff0b\uff0d\uff20][^;\r\n]*[(|!]))/g;
const MARK_WITHIN = /([;\r\n][ \t\u00a0"]*)'(?='*(?:[=\uff1d]|[+\-@\uff0b\uff0d\uff20][^;\r\n]*[(|!]))/g;

/** Removes the apostrophes that `tableFile` puts in front of and into a cell. */
export const withoutMark = (cell: string): string =>
  (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell).replaceAll(MARK_WITHIN, "$1");

/**
 * Serializes rows as CSV (RFC 4180) with a header line. Names and texts are chosen by strangers, so anything that a
 * spreadsheet would treat as a formula gets an apostrophe in front.
 */
export function tableFile<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  return BYTE_ORDER_MARK + linesOf([columns.map(({ title }) => title), ...cellsOf(columns, rows)]);
}

/**
 * Serializes rows like `tableFile`, but as part of a file: without the byte order mark, and with a line break after
 * each line.
 * @param withTitles whether this part begins the file with its header line.
 */
export function tableLines<Row>(
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
  withTitles: boolean,
): string {
  const lines = [...(withTitles ? [columns.map(({ title }) => title)] : []), ...cellsOf(columns, rows)];
  return lines.length === 0 ? "" : `${linesOf(lines)}\r\n`;
}

type Cell = ReturnType<FileColumn<unknown>["value"]>;

const cellsOf = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): Cell[][] =>
  rows.map((row) => columns.map(({ value }) => harmless(value(row))));

const harmless = (cell: Cell): Cell => (typeof cell === "string" ? cell.replaceAll(FORMULA_WITHIN, "$1'") : cell);

const linesOf = (lines: Cell[][]): string => Papa.unparse(lines, { escapeFormulae: FORMULA, newline: "\r\n" });
