import Papa from "papaparse";

/** A column of a file. */
export interface FileColumn<Row> {
  title: string;
  /** Returns a cell's value, with times as ISO 8601; null for an empty cell. */
  value: (row: Row) => string | number | boolean | null;
}

/** The byte order mark, without which Excel takes UTF-8 for the computer's own encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Writes rows as CSV (RFC 4180) with a line of titles. A cell that a spreadsheet would take for a formula begins with
 * an apostrophe, because strangers choose names and texts.
 */
export function tableFile<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return BYTE_ORDER_MARK + Papa.unparse(lines, { escapeFormulae: true, newline: "\r\n" });
}
