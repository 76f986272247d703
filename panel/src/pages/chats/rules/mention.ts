import { fold } from "./fold.ts";
import { shownPhone } from "./people.ts";

/** A member of a group who can be mentioned. */
export interface Member {
  /** The network's id. */
  id: string;
  phone: string | null;
  /** null if unknown. */
  name: string | null;
}

/** Someone mentioned in a draft. */
export interface Mention {
  /** As the field shows it, from the `@` on. */
  shown: string;
  /** Their number, or their id while it is hidden. */
  person: string;
}

const QUERY_MAX_CHARS = 30;
const SHOWN_MAX = 8;

/** The beginning of a mention that is being written before the caret. @returns null if there is none. */
export function mentionAt(text: string, caret: number): { from: number; query: string } | null {
  const from = text.lastIndexOf("@", caret - 1);
  if (from < 0 || from >= caret || caret - from - 1 > QUERY_MAX_CHARS) return null;
  const query = text.slice(from + 1, caret);
  if (/\s/u.test(query) || /[\p{L}\p{N}]/u.test(text[from - 1] ?? "")) return null;
  return { from, query };
}

/** The members whose name has a word, or whose number has a part, that is given; those with a name come first. */
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

/** The mention of a member as the field shows it. The second one with the same name gets their number instead. */
export function mentionOf({ id, phone, name }: Member, mentions: readonly Mention[]): Mention {
  const person = phone ?? id;
  const number = `@${shownPhone(phone) ?? digitsOf(person)}`;
  const named = name === null ? number : `@${name}`;
  const isTaken = mentions.some((one) => one.shown === named && one.person !== person);
  return { shown: isTaken ? number : named, person };
}

const digitsOf = (person: string): string => person.split("@")[0] ?? person;

/** The text as it is sent, with digits for each mention, and the people who are still mentioned in it. */
export function sentText(text: string, mentions: readonly Mention[]): { text: string; mentions: string[] } {
  // Longer ones first, because `@Ana` is also a prefix of `@Ana Souza`.
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

/** Whether a name ends where the mention does; `@Ana` is not in `@Anabel`. */
const isEnd = (text: string, at: number, shown: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text[at + shown.length] ?? "");
