import { readWrittenPhone } from "../written-phone.ts";

/** The meaning of each column in a list. Columns are identified by their index, from 0. */
export interface Columns {
  /** The columns with phone numbers. Each row uses its first non-empty one. */
  phones: number[];
  /** The columns whose values, in order, make up the name. */
  name: number[];
  /** The columns with values for placeholders. */
  fields: [name: string, column: number][];
}

/** The columns that the user chose, by index. Null columns are detected from the list. */
export interface ChosenColumns {
  phone: number | null;
  name: number | typeof NO_COLUMN | null;
}

/** Set when the user says that no column contains the name. */
export const NO_COLUMN = -1;

/**
 * The column names that Google, Outlook and Excel use for phone numbers in English, Spanish and Portuguese, most
 * reliable first.
 */
const PHONE = [
  /^(whatsapp|whats app|whats|zap|wpp)$/,
  /^(numero|number|telefone|telefono|phone|celular|n|no|nro)( (de|do|del))? (whatsapp|whats|zap)$/,
  /^((telefono|telefone|numero|numero de|n de) )?(mobile|movil|celular|cell|telemovel|cellphone)( (phone|number|telefone|principal|1))?$/,
  /^(phone|telefone|telefono|mobile) 1 (value|valor)$/,
  /^(primary phone|telefone principal|telefono principal|main phone)$/,
  /^(phone|telephone|telefone|telefono|tel|fone|phone number|telephone number|contact number|contato|contacto)$/,
  /^((numero|n|no|nro) (de|do|del) )?(telefone|telefono|contato|contacto)( (1|completo))?$/,
  /^(number|numero|phone 1|tel 1|telefone 1|telefono 1)$/,
  /^(phone|telefone|telefono) [2-9] (value|valor)$/,
  /^(home|business|other|company) phone( 2)?$/,
  /^(telefone|telefono) (residencial|comercial|particular|del trabajo|trabajo|casa|de casa|fixo|fijo)( 2)?$/,
];
const FULL_NAME =
  /^(full name|display name|nome completo|nombre completo|nombre y apellidos?|nome e sobrenome|file as)$/;
const NAME = /^(name|nome|nombre|cliente|customer|contact name|nome do cliente|nombre del cliente)$/;
const FIRST_NAME = /^(first name|given name|primeiro nome|primer nombre|nombre de pila|nome proprio)$/;
const LAST_NAME = /^(last name|family name|surname|sobrenome|apellidos?|apelido|ultimo nome)$/;

/** How many characters of a column's name are examined. */
const NAME_MAX_CHARS = 100;

/** Normalizes a column name for comparison by removing accents, punctuation and capitals. */
const plain = (cell: string): string =>
  cell
    .slice(0, NAME_MAX_CHARS)
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** Matches the placeholder names that the API accepts. */
const PLACEHOLDER = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;

/**
 * Returns the placeholder that a column fills, such as {Endereco_casa} for `Endereço (casa)`. Returns null if the
 * column's name can't be turned into a placeholder.
 */
function placeholderOf(cell: string): string | null {
  if (PLACEHOLDER.test(cell.trim())) return cell.trim();
  const letters = cell
    .slice(0, NAME_MAX_CHARS)
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "");
  const name = letters
    .trim()
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "")
    .slice(0, 40);
  return PLACEHOLDER.test(name) ? name : null;
}

/**
 * Whether a list's first row contains column names. Such a row contains no phone number, and has several columns or a
 * known column name.
 */
export const isHead = (row: readonly string[]): boolean =>
  !row.some(holdsPhone) && (row.length > 1 || row.some((cell) => phoneRank(cell) < PHONE.length));

/** Whether a cell contains a possible phone number, even one that a spreadsheet rounded. */
export function holdsPhone(cell: string): boolean {
  const read = readWrittenPhone(cell);
  return "digits" in read ? read.digits.length >= 5 && read.digits.length <= 20 : read.fault === "rounded";
}

const phoneRank = (cell: string): number => {
  const found = PHONE.findIndex((names) => names.test(plain(cell)));
  return found === -1 ? PHONE.length : found;
};

/**
 * Identifies the columns by their names in the first row. @param rows the rows below the first, used to find the phone
 * numbers if no column has a known name.
 */
export function namedColumns(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  chosen: ChosenColumns,
): Columns {
  const ranked = head.map((cell, at) => ({ at, rank: phoneRank(cell) })).filter(({ rank }) => rank < PHONE.length);
  const known = ranked.toSorted((a, b) => a.rank - b.rank).map(({ at }) => at);
  const phones = chosen.phone !== null ? [chosen.phone] : known.length > 0 ? known : [fullestOfPhones(rows)];
  const found = chosen.name !== null ? [chosen.name] : nameColumns(head);
  const name = found.filter((at) => at !== NO_COLUMN && !phones.includes(at));
  const taken = [...phones, ...name];
  const fields: [string, number][] = [];
  for (const [at, cell] of head.entries()) {
    const placeholder = taken.includes(at) ? null : placeholderOf(cell);
    const isFree = placeholder !== "name" && !fields.some(([earlier]) => earlier === placeholder);
    if (placeholder !== null && isFree) fields.push([placeholder, at]);
  }
  return { phones, name, fields };
}

/** Identifies the columns of a list without column names: the phone column, and the adjacent column for the name. */
export function unnamedColumns(rows: readonly (readonly string[])[], chosen: ChosenColumns): Columns {
  const phone = chosen.phone ?? fullestOfPhones(rows);
  const name = chosen.name ?? (phone === 0 ? 1 : 0);
  return { phones: [phone], name: name === phone || name === NO_COLUMN ? [] : [name], fields: [] };
}

/** Returns the column with full names, or those with first and last names. */
function nameColumns(head: readonly string[]): number[] {
  const names = head.map(plain);
  const at = (of: RegExp) => names.findIndex((name) => of.test(name));
  const [full, name, first, last] = [at(FULL_NAME), at(NAME), at(FIRST_NAME), at(LAST_NAME)];
  if (full !== -1) return [full];
  // Next to "Sobrenome", Outlook's "Nome" is the first name; next to "First Name", Google's "Name" is the full name.
  if (name !== -1 && (last === -1 || first !== -1)) return [name];
  return [name === -1 ? first : name, last].filter((column) => column !== -1);
}

/** Returns the column with the most phone numbers, judging by the first rows. */
function fullestOfPhones(rows: readonly (readonly string[])[]): number {
  const counts: number[] = [];
  for (const row of rows.slice(0, ROWS_LOOKED_AT)) {
    for (const [at, cell] of row.entries()) if (holdsPhone(cell)) counts[at] = (counts[at] ?? 0) + 1;
  }
  const most = Math.max(0, ...counts.filter((count) => count > 0));
  return most === 0 ? 0 : counts.indexOf(most);
}
const ROWS_LOOKED_AT = 50;
