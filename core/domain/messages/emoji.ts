import { LIMITS } from "../../contracts/limits.ts";
import { memo } from "../memo.ts";

/**
 * Creates the segmenter on first use, because creating it takes 10 ms, which would otherwise be added to every cold
 * start.
 */
const lettersOf = memo(1, (locale: string) => new Intl.Segmenter(locale, { granularity: "grapheme" }));

/**
 * Whether a string is a single emoji as people see it, including flags, keycaps, families and emojis with a skin tone.
 * Spec: reactions.
 */
export function isOneEmoji(text: string): boolean {
  if (text.length === 0 || text.length > LIMITS.emojiMaxChars) return false;
  const [first, second] = lettersOf("en").segment(text);
  if (!first || second) return false;
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|^[0-9#*]\ufe0f?\u20e3$/u.test(text);
}
