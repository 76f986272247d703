import { fold } from "./fold.ts";

/** An emoji with its name and other words for it, in one language. */
export interface Emoji {
  emoji: string;
  group: EmojiGroup;
  label: string;
  /** Its words without case and accents. */
  words: readonly string[];
}

/** The groups by their numbers in the data; 2 has only parts of emojis. */
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
/** The groups in the data's order. */
export const EMOJI_GROUPS = GROUPS.filter((group) => group !== null);

/** As many hits as anyone looks through. */
const FOUND_MAX = 80;
const RECENT_MAX = 24;

/** Reads the data: an emoji in each line, with its group, name and words after tabs. */
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

/** The emojis of which each given word begins one; those with it in the name come first. */
export function findEmojis(all: readonly Emoji[], search: string): Emoji[] {
  const wanted = fold(search).split(/\s+/u).filter(Boolean);
  const found = all.filter(({ words }) => wanted.every((one) => words.some((word) => word.startsWith(one))));
  const isNamed = ({ label }: Emoji) => (wanted.every((one) => fold(label).includes(one)) ? 0 : 1);
  return found.toSorted((one, other) => isNamed(one) - isNamed(other)).slice(0, FOUND_MAX);
}

/** The recently chosen ones with another in front. */
export const withRecent = (recent: readonly string[], emoji: string): string[] =>
  [emoji, ...recent.filter((one) => one !== emoji)].slice(0, RECENT_MAX);
