import { type ForeignText, foreign } from "./foreign.ts";
import { takenText } from "./texts.ts";

/** The maximum length of JSON parameters. Those from phones and businesses are shorter. */
const LONGEST_JSON_CHARS = 100_000;
/** The maximum accepted nesting depth. The table can store values nested 32 levels deep. */
const DEEPEST = 16;
const MOST_VALUES = 5_000;

/**
 * Parses a JSON object and cleans all text in it. Returns null if the JSON isn't an object, is nested too deeply, or
 * contains too many values.
 */
export function takenObject(given: ForeignText | null | undefined): Record<string, unknown> | null {
  const text: unknown = given;
  if (typeof text !== "string" || text.length > LONGEST_JSON_CHARS) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const room = { values: MOST_VALUES };
  const clean = cleaned(parsed, DEEPEST, room);
  return room.values < 0 ? null : asObject(clean);
}

/** Returns the value if it is an object, otherwise null. */
export const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null; // the check before it

/** Returns up to `most` objects from a list, or an empty list if the value is not a list. */
export const objectsIn = (value: unknown, most: number): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value
        .slice(0, most)
        .map(asObject)
        .filter((one) => one !== null)
    : [];

/** Returns text, or a number as text, truncated to `maxChars`, or null if the value is neither, or is empty. */
export function textOf(value: unknown, maxChars: number): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" ? takenText(foreign<string>(value), maxChars) : null;
}

function cleaned(value: unknown, depth: number, room: { values: number }): unknown {
  if (room.values-- < 0 || depth < 0) {
    room.values = -1;
    return null;
  }
  if (typeof value === "string") return takenText(foreign<string>(value)) ?? "";
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth - 1, room));
  const object = asObject(value);
  if (object === null) return value;
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => [cleaned(name, depth, room), cleaned(one, depth - 1, room)]),
  );
}
