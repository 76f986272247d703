import { personChat, phoneOfPerson } from "../messages/chat-id.ts";

/**
 * Returns the strings that records use to refer to a person: each of their keys, the chat id for each key, and the
 * phone number with a plus sign.
 */
export function idsOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.flatMap((name) => [name, personChat(name), ...(phoneOfPerson(name) === null ? [] : [`+${name}`])]),
  );
}

/** The maximum nesting depth of anything we store. Deeper values are treated as unrelated to the person. */
const DEPTH_MAX = 64;

/**
 * Whether a JSON value refers to the person anywhere, as an entire string or as a field name. A phone number within a
 * sentence is just part of what someone wrote, and doesn't make the record about that person.
 */
export function isAbout(value: unknown, ids: ReadonlySet<string>, depth = 0): boolean {
  if (typeof value === "string") return ids.has(value);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array || depth > DEPTH_MAX) return false;
  return Object.entries(value).some(([name, part]) => ids.has(name) || isAbout(part, ids, depth + 1));
}

/** Whether any part of a sort key refers to the person. */
export const isKeyAbout = (sk: string, ids: ReadonlySet<string>): boolean =>
  sk.split(/[#|]/).some((part) => ids.has(part));

/** How many digits of a phone number stay visible. */
const SHOWN = 2;

/** Returns a person's key, or a chat's id, as it appears in logs: only the last two digits of the number. */
export const maskedPerson = (person: string): string => `…${(person.split("@")[0] ?? "").slice(-SHOWN)}`;
