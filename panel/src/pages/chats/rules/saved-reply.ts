import type { ReplyField, SavedReply } from "../../../../../core/contracts/answers/saved-reply.ts";
import { cleanValue, readTemplate } from "../../../../../core/contracts/placeholders.ts";
import { fold } from "./fold.ts";

/**
 * The maximum length of a query in UTF-16 units. A shortcut has at most 32 characters, but a character can take up
 * several units.
 */
const QUERY_MAX_CHARS = 64;
/** The minimum length, in letters, of a query that also searches the texts of replies. */
const TEXT_MIN_CHARS = 2;

/**
 * Returns the start and query of the shortcut being typed before the cursor. @returns null if no shortcut is being
 * typed.
 */
export function shortcutAt(text: string, caret: number): { from: number; query: string } | null {
  const from = text.lastIndexOf("/", caret - 1);
  if (from < 0 || from >= caret || caret - from - 1 > QUERY_MAX_CHARS) return null;
  const query = text.slice(from + 1, caret);
  // In web addresses and dates, the slash directly follows another character.
  if (/\s/u.test(query) || /\S/u.test(text[from - 1] ?? "")) return null;
  return { from, query };
}

type Searched = Pick<SavedReply, "shortcut" | "text">;

/**
 * Returns the replies that match a search, ignoring case and accents. Replies whose shortcut starts with the search
 * text come first, then replies whose shortcut contains it, then replies whose text contains it.
 */
export function repliesFor<Reply extends Searched>(replies: readonly Reply[], search: string): Reply[] {
  const wanted = fold(search.trim().replace(/^\//, ""));
  return replies
    .flatMap((reply) => {
      const rank = rankOf(reply, wanted);
      return rank === null ? [] : [{ reply, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank || one.reply.shortcut.localeCompare(other.reply.shortcut))
    .map(({ reply }) => reply);
}

function rankOf({ shortcut, text }: Searched, wanted: string): number | null {
  const own = fold(shortcut);
  if (own.startsWith(wanted)) return 0;
  if (own.includes(wanted)) return 1;
  return wanted.length >= TEXT_MIN_CHARS && fold(text ?? "").includes(wanted) ? 2 : null;
}

/** A saved reply's text as it is inserted into the message field. */
export interface FilledReply {
  text: string;
  /**
   * The position of the first variable without a value or a default, which the user has to fill in. Null if there is
   * none.
   */
  left: readonly [from: number, to: number] | null;
}

/** Fills in a reply's variables. A variable that has neither a value nor a default stays in the text. */
export function filledReply(text: string, values: Readonly<Partial<Record<ReplyField, string | null>>>): FilledReply {
  const read = readTemplate(text);
  // This should not happen, because the service refuses to save such a text.
  if ("fault" in read) return { text, left: null };
  let filled = "";
  let left: FilledReply["left"] = null;
  for (const part of read.template) {
    const value = "text" in part ? part.text : (valueFor(values, part.field) ?? part.fallback);
    const from = filled.length;
    filled += value ?? ("field" in part ? `{${part.field}}` : "");
    if (value === null) left ??= [from, filled.length];
  }
  return { text: filled, left };
}

function valueFor(values: Readonly<Partial<Record<string, string | null>>>, field: string): string | null {
  const value = Object.hasOwn(values, field) ? cleanValue(values[field] ?? "") : "";
  return value === "" ? null : value;
}
