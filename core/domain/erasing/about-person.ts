import { personChat, phoneOfPerson } from "../messages/chat-id.ts";

/** The texts by which records name one person: each of their keys, its chat, and a phone with a plus. */
export function idsOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.flatMap((name) => [name, personChat(name), ...(phoneOfPerson(name) === null ? [] : [`+${name}`])]),
  );
}

/** Nothing that we store is nested deeper; what is counts as not about the person. */
const DEPTH_MAX = 64;

/**
 * Whether a value of JSON's kind names the person anywhere: as a whole text or as the name of a field. A number within
 * a sentence is what somebody said, and does not make a record one about the person.
 */
export function isAbout(value: unknown, ids: ReadonlySet<string>, depth = 0): boolean {
  if (typeof value === "string") return ids.has(value);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array || depth > DEPTH_MAX) return false;
  return Object.entries(value).some(([name, part]) => ids.has(name) || isAbout(part, ids, depth + 1));
}

/** Whether a part of a key names the person. */
export const isKeyAbout = (sk: string, ids: ReadonlySet<string>): boolean =>
  sk.split(/[#|]/).some((part) => ids.has(part));

/** The digits of a phone that are still shown. */
const SHOWN = 2;

/** Returns a person's key, or a chat's id, as it is logged without the number: only its last two digits. */
export const maskedPerson = (person: string): string => `…${(person.split("@")[0] ?? "").slice(-SHOWN)}`;
