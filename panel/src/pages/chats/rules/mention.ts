import { fold } from "./fold.ts";
import { shownPhone } from "./people.ts";

/** A group member, who can be mentioned in messages to the group. */
export interface Member {
  /** The member's id on the network. */
  id: string;
  phone: string | null;
  /** The member's name, or null if unknown. */
  name: string | null;
}

/** A person mentioned in a draft. */
export interface Mention {
  /** The mention as shown in the field, including the `@`. */
  shown: string;
  /** The person's phone number, or their private ID while the number is hidden. */
  person: string;
}

const QUERY_MAX_CHARS = 30;
const SHOWN_MAX = 8;

/**
 * Returns the start and query of the mention being typed before the caret. @returns null if no mention is being typed.
 */
export function mentionAt(text: string, caret: number): { from: number; query: string } | null {
  const from = text.lastIndexOf("@", caret - 1);
  if (from < 0 || from >= caret || caret - from - 1 > QUERY_MAX_CHARS) return null;
  const query = text.slice(from + 1, caret);
  if (/\s/u.test(query) || /[\p{L}\p{N}]/u.test(text[from - 1] ?? "")) return null;
  return { from, query };
}

/**
 * Returns the members whose name has a word starting with the query, or whose number contains the query's digits.
 * Members with a name come first.
 */
export function membersFor(members: readonly Member[], query: string): Member[] {
  const wanted = fold(query);
  const digits = query.replaceAll(/\D/g, "");
  const found = members.filter(({ name, phone }) => {
    if (wanted === "") return true;
    const words = fold(name ?? "").split(/\s+/u);
    return words.some((word) => word.startsWith(wanted)) || (digits !== "" && (phone ?? "").includes(digits));
  });
  const isNamed = ({ name }: Member) => (name === null ? 1 : 0);
  return found.toSorted((one, other) => isNamed(one) - isNamed(other)).slice(0, SHOWN_MAX);
}

/**
 * Returns the mention of a member in the form the field shows. If another mention already has the same name, the
 * member's number is shown instead.
 */
export function mentionOf({ id, phone, name }: Member, mentions: readonly Mention[]): Mention {
  const person = phone ?? id;
  const number = `@${shownPhone(phone) ?? digitsOf(person)}`;
  const named = name === null ? number : `@${name}`;
  const isTaken = mentions.some((one) => one.shown === named && one.person !== person);
  return { shown: isTaken ? number : named, person };
}

const digitsOf = (person: string): string => person.split("@")[0] ?? person;

/** Returns the text to send, in which mentions are digits, and the people it still mentions. */
export function sentText(text: string, mentions: readonly Mention[]): { text: string; mentions: string[] } {
  // Check longer mentions first: `@Ana` is also a prefix of `@Ana Souza`.
  const known = mentions.toSorted((one, other) => other.shown.length - one.shown.length);
  const people = new Set<string>();
  let sent = "";
  for (let at = 0; at < text.length; ) {
    const found = text[at] === "@" && known.find(({ shown }) => text.startsWith(shown, at) && isEnd(text, at, shown));
    if (found) people.add(found.person);
    sent += found ? `@${digitsOf(found.person)}` : text[at];
    at += found ? found.shown.length : 1;
  }
  return { text: sent, mentions: [...people] };
}

/** Whether the word in the text ends where the mention ends, unlike `@Ana` in `@Anabel`. */
const isEnd = (text: string, at: number, shown: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text[at + shown.length] ?? "");
