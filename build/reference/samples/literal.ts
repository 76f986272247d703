import type { Example } from "./sampled-request.ts";

/** A language's syntax for values. */
export interface Notation {
  list: [open: string, close: string];
  record: [open: string, close: string];
  /** The syntax for an empty record. Defaults to an opening bracket followed by a closing bracket. */
  emptyRecord?: string;
  name: (name: string) => string;
  text: (text: string) => string;
  yes: string;
  no: string;
  nothing: string;
}

const STEP = "    ";

/**
 * Formats a value as a literal in a language, on several lines unless the value is simple. @param indent the
 * indentation of the line on which the literal starts.
 */
export function literal(value: Example, notation: Notation, indent = ""): string {
  if (value === null) return notation.nothing;
  if (typeof value === "string") return notation.text(value);
  if (typeof value === "boolean") return value ? notation.yes : notation.no;
  if (typeof value === "number") return String(value);
  const inner = indent + STEP;
  const isList = Array.isArray(value);
  const [open, close] = isList ? notation.list : notation.record;
  const lines = isList
    ? value.map((one) => literal(one, notation, inner))
    : Object.entries(value).map(([name, one]) => `${notation.name(name)}${literal(one, notation, inner)}`);
  if (lines.length === 0) return isList ? open + close : (notation.emptyRecord ?? open + close);
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join("")}${indent}${close}`;
}
