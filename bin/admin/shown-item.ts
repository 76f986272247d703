import type { Item } from "../../core/store/table.ts";
import { CONTENTS_FIELDS, OPEN_FIELDS, PLACE_FIELDS, SECRET_FIELDS } from "./shown-fields.ts";

/** An item as the operator sees it, with the paths of its `hidden` fields. */
export interface ShownItem {
  item: Record<string, unknown>;
  hidden: string[];
}

/**
 * Shows an operator the state of a stored item without its contents. Ids, times, numbers and switches are shown, but
 * text is shown only if its field always contains one of our fixed values. Unlisted fields are hidden. Bytes, which
 * include everything sealed, are shown only as a length.
 * @param withContents whether to also show people's words, names and phone numbers. Secrets are never shown.
 */
export function shownItem(item: Item, withContents: boolean): ShownItem {
  const view: View = { withContents, hidden: [] };
  // An event's body is the JSON that is posted to a webhook, so check its fields individually.
  const { body, ...rest } = item;
  const posted = item.pk.endsWith("#EVT") ? parsed(body) : null;
  const shown = fieldsOf(posted === null ? item : rest, "", false, view);
  return {
    item: posted === null ? shown : { ...shown, body: fieldsOf(posted, "body.", false, view) },
    hidden: view.hidden,
  };
}

interface View {
  withContents: boolean;
  hidden: string[];
}

/** The field that contains a value. `isContents` is true within contents that may be shown. */
interface Field {
  name: string;
  path: string;
  isContents: boolean;
}

function fieldsOf(record: object, prefix: string, isContents: boolean, view: View): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const legible = view.withContents ? name : withoutPhones(name);
      return [legible, shownValue(value, { name, path: prefix + legible, isContents }, view)];
    }),
  );
}

function shownValue(value: unknown, field: Field, view: View): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (value instanceof Uint8Array) return `<${value.byteLength} bytes>`;
  const isContents = field.isContents || CONTENTS_FIELDS.has(field.name);
  if (isContents && !view.withContents) return hide(value, field, view);
  if (value instanceof Set) return shownValue([...value], field, view);
  if (Array.isArray(value))
    return value.map((one, n) => shownValue(one, { ...field, path: `${field.path}[${n}]` }, view));
  if (typeof value === "object") return fieldsOf(value, `${field.path}.`, isContents, view);
  if (typeof value === "string") return shownText(value, { ...field, isContents }, view);
  return typeof value === "bigint" ? String(value) : value;
}

function shownText(text: string, field: Field, view: View): string {
  if (SECRET_FIELDS.has(field.name)) return hide(text, field, view);
  // The path and query string of a customer's URL can contain a token, so only show the host.
  if (field.name === "url") return hostOf(text) ?? hide(text, field, view);
  if (PLACE_FIELDS.has(field.name)) return view.withContents ? text : withoutPhones(text);
  const isShown = OPEN_FIELDS.has(field.name) || field.isContents || text === "" || ID.test(text) || TIME.test(text);
  return isShown ? text : hide(text, field, view);
}

function hide(value: unknown, { path }: Field, view: View): string {
  view.hidden.push(path);
  return typeof value === "string" ? `<text of ${value.length} characters>` : "<hidden>";
}

const ID = /^[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/;

/** Masks all but the last two digits of phone numbers and private ids. */
const withoutPhones = (text: string) =>
  text.replace(/(?<![0-9A-Za-z])\d{5,}(?=\d\d(?![0-9A-Za-z]))/g, (digits) => "*".repeat(digits.length));

const hostOf = (url: string) => (URL.canParse(url) ? `${new URL(url).protocol}//${new URL(url).host}/…` : null);

function parsed(body: unknown): object | null {
  try {
    const value: unknown = JSON.parse(String(body));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
