/** A text with placeholders that are replaced by each person's values. */
export type Template = readonly TemplatePart[];
type TemplatePart = { text: string } | { field: string; fallback: string | null };

/** Matches valid field names. */
const FIELD = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;
/** Matches a doubled brace, a placeholder, or a single brace (an error). */
const TOKEN = /\{\{|\}\}|\{([^{}|]*)(?:\|([^{}]*))?\}|[{}]/g;

/** Whether a placeholder can have this field name. */
export const isFieldName = (name: string): boolean => FIELD.test(name);

/**
 * Parses a text in which `{name}` and `{field|default}` are placeholders, and `{{` and `}}` are literal braces.
 * @returns the template, or a sentence that explains what is wrong with the text.
 */
export function readTemplate(text: string): { template: Template } | { fault: string } {
  const template: TemplatePart[] = [];
  let at = 0;
  const plain = (until: number) => until > at && template.push({ text: text.slice(at, until) });
  for (const match of text.matchAll(TOKEN)) {
    const [token, field, fallback] = match;
    plain(match.index);
    at = match.index + token.length;
    if (token === "{{" || token === "}}") template.push({ text: token.charAt(0) });
    else if (field !== undefined && isFieldName(field)) template.push({ field, fallback: fallback ?? null });
    else {
      const shown = token.slice(0, 50);
      return {
        fault: `This brace does not begin a placeholder: ${shown}. Use {name}, {field} or {field|default} with letters, digits and _, and write {{ or }} for a brace.`,
      };
    }
  }
  plain(text.length);
  return { template };
}

/** Returns the fields of a template, without duplicates. */
export const fieldsOf = (template: Template): string[] => [
  ...new Set(template.flatMap((part) => ("field" in part ? [part.field] : []))),
];

/**
 * Matches control characters, bidi characters and line breaks. A value has to stay on one line and must not change the
 * text's direction.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;
/** Formatting marks. At the start or end of a value, they would change the formatting of the surrounding text. */
const MARKS = "*_~` ";

/** Cleans a value for insertion into a text. */
export function cleanValue(value: string): string {
  const seen = value.replace(UNSEEN, " ").trim();
  let [from, to] = [0, seen.length];
  while (from < to && MARKS.includes(seen.charAt(from))) from++;
  while (to > from && MARKS.includes(seen.charAt(to - 1))) to--;
  return seen.slice(from, to);
}

/**
 * Fills a template with one person's values, once, so braces in a value stay as they are.
 * @returns the text, or the field that has neither a value nor a default.
 */
export function fillTemplate(
  template: Template,
  values: Readonly<Record<string, string>>,
): { text: string } | { missing: string } {
  let filled = "";
  for (const part of template) {
    if ("text" in part) filled += part.text;
    else {
      const given = Object.hasOwn(values, part.field) ? cleanValue(values[part.field] ?? "") : "";
      const value = given === "" ? part.fallback : given;
      if (value === null) return { missing: part.field };
      filled += value;
    }
  }
  return { text: filled };
}
