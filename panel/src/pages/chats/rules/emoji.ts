import { fold } from "./fold.ts";

/** An emoji with its name and keywords in one language. */
export interface Emoji {
  emoji: string;
  group: EmojiGroup;
  label: string;
  /** The emoji's name and keywords, without case and accents. */
  words: readonly string[];
}

/** The groups, indexed by their number in the data. Group 2 contains only emoji components. */
const GROUPS = [
  "smileys",
  "people",
  null,
  "nature",
  "food",
  "travel",
  "activities",
  "objects",
  "symbols",
  "flags",
] as const;
export type EmojiGroup = NonNullable<(typeof GROUPS)[number]>;
/** The emoji groups, in the order in which the data lists them. */
export const EMOJI_GROUPS = GROUPS.filter((group) => group !== null);

/** The maximum number of hits to show. Nobody looks through more. */
const FOUND_MAX = 80;
const RECENT_MAX = 24;

/** Parses the data. Each line consists of an emoji, its group, its name and its keywords, separated by tabs. */
export function readEmojis(data: string): Emoji[] {
  return data
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      const [emoji = "", place = "", label = "", tags = ""] = line.split("\t");
      const group = GROUPS[Number(place)];
      return group ? [{ emoji, group, label, words: fold(`${label} ${tags}`).split(/[^\p{L}\p{N}]+/u) }] : [];
    });
}

/**
 * Finds the emojis for which every search word is the beginning of one of the emoji's words. Matches in the name come
 * first.
 */
export function findEmojis(all: readonly Emoji[], search: string): Emoji[] {
  const wanted = fold(search).split(/\s+/u).filter(Boolean);
  const found = all.filter(({ words }) => wanted.every((one) => words.some((word) => word.startsWith(one))));
  const isNamed = ({ label }: Emoji) => (wanted.every((one) => fold(label).includes(one)) ? 0 : 1);
  return found.toSorted((one, other) => isNamed(one) - isNamed(other)).slice(0, FOUND_MAX);
}

/** Returns the recently chosen emojis, with the new one added to the front. */
export const withRecent = (recent: readonly string[], emoji: string): string[] =>
  [emoji, ...recent.filter((one) => one !== emoji)].slice(0, RECENT_MAX);
