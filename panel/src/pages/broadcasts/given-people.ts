import Papa from "papaparse";

/** One person of a pasted list. */
export interface GivenPerson {
  phone: string;
  name?: string;
  fields?: Record<string, string>;
}

/** A list after reading. */
export interface GivenPeople {
  people: GivenPerson[];
  /** Numbers of rows that hold no phone, from 1. */
  wrongLines: number[];
  /** Names of columns that are placeholders of the text. */
  fields: string[];
}

const DIGITS_MIN = 5;
const DIGITS_MAX = 20;
/** As the API takes names of fields. */
const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NAMES = {
  phone: /^(phone|mobile|number|tel|telefone|celular|teléfono|telefono|móvil|whatsapp)$/i,
  name: /^(name|nome|nombre)$/i,
};

/**
 * Reads a pasted list or a CSV file: a person per row, the phone first, followed by a name. A first row without a phone
 * names the columns, in any order; other columns fill the placeholder of the same name. Spaces, brackets and hyphens in
 * a phone are ignored.
 */
export function givenPeople(text: string): GivenPeople {
  // A list of phones with few names has too little of it to be guessed from.
  const [delimiter = ","] = /[,;\t]/.exec(text.replaceAll(/"[^"]*"/g, "")) ?? [];
  const rows = Papa.parse<string[]>(text.trimEnd(), { delimiter }).data;
  const [first = []] = rows;
  const head =
    first.length > 1 && !first.some((cell) => phoneIn(cell) !== null) ? first.map((cell) => cell.trim()) : null;
  const columns = columnsOf(head ?? ["phone", "name"]);
  const people: GivenPerson[] = [];
  const wrongLines: number[] = [];
  for (const [at, cells] of rows.entries()) {
    if ((head && at === 0) || cells.every((cell) => cell.trim() === "")) continue;
    const phone = phoneIn(cells[columns.phone] ?? "");
    if (phone === null) wrongLines.push(at + 1);
    else people.push(personOf(phone, cells, columns));
  }
  return { people, wrongLines, fields: columns.fields.map(([name]) => name) };
}

interface Columns {
  phone: number;
  name: number;
  fields: [name: string, column: number][];
}

function columnsOf(head: readonly string[]): Columns {
  const phone = Math.max(
    0,
    head.findIndex((cell) => NAMES.phone.test(cell)),
  );
  const name = head.findIndex((cell, at) => at !== phone && NAMES.name.test(cell));
  const others = head.map((cell, at): [string, number] => [cell, at]).filter(([, at]) => at !== phone && at !== name);
  return { phone, name, fields: others.filter(([cell]) => FIELD_NAME.test(cell)) };
}

function personOf(phone: string, cells: readonly string[], columns: Columns): GivenPerson {
  const name = (cells[columns.name] ?? "").trim();
  const fields = columns.fields
    .map(([field, at]): [string, string] => [field, (cells[at] ?? "").trim()])
    .filter(([, value]) => value !== "");
  return { phone, ...(name !== "" && { name }), ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) };
}

function phoneIn(cell: string): string | null {
  const digits = cell.replaceAll(/[\s()+.\-"']/g, "");
  return /^\d+$/.test(digits) && digits.length >= DIGITS_MIN && digits.length <= DIGITS_MAX ? digits : null;
}

/** A text with its placeholders filled as for this person; `{{` and `}}` are braces. */
export function previewText(text: string, { name, fields = {} }: Pick<GivenPerson, "name" | "fields">): string {
  return text.replaceAll(/\{\{|\}\}|\{(\w+)(?:\|([^{}]*))?\}/g, (whole, field?: string, fallback?: string) => {
    if (whole === "{{") return "{";
    if (whole === "}}") return "}";
    return (field === "name" ? name : fields[field ?? ""]) ?? fallback ?? `{${field}}`;
  });
}
