import * as z from "zod";
import { isVisible } from "./visible-text.ts";

/**
 * Creates a schema for a text in a request. Every text in a request must have such a schema, because clients can send
 * millions of characters. The length is checked first, so a text that is too long never reaches the other rules.
 * @param maxChars the maximum in UTF-16 units, which is at least the number of characters as people count them. @param
 * rule the error message for a longer text.
 * @param noText the error message for a value that is not a text, if the usual message doesn't fit.
 */
export function text(maxChars: number, rule: string, noText?: string) {
  return z.string(noText).max(maxChars, { error: rule, abort: true });
}

/**
 * Creates a schema for a text of 1 to `max` characters as people count them (code points), with at least one visible
 * character.
 * @param trimmed removes whitespace from both ends first, as for names.
 */
export function words(what: string, max: number, { trimmed = false } = {}) {
  const tooLong = `The ${what} is too long. Use 1 to ${grouped(max)} characters.`;
  const bounded = text(max * MOST_UNITS, tooLong);
  return (trimmed ? bounded.trim() : bounded)
    .refine(isVisible, { error: `The ${what} is empty. Use 1 to ${grouped(max)} characters.`, abort: true })
    .refine((given) => [...given].length <= max, tooLong)
    .meta({ minLength: 1, maxLength: max });
}

/** Creates the same schema as `words`, except that the text may be empty or all whitespace. */
export function maybeEmpty(what: string, max: number) {
  const tooLong = `The ${what} is too long. Use at most ${grouped(max)} characters.`;
  return text(max * MOST_UNITS, tooLong)
    .refine((given) => [...given].length <= max, tooLong)
    .meta({ maxLength: max });
}

/** The maximum number of UTF-16 units per code point. */
const MOST_UNITS = 2;

/**
 * Formats `4096` as `4,096`. Intl isn't used, because the first number it formats would take ten milliseconds at every
 * cold start.
 */
const grouped = (n: number) =>
  n < 1_000 ? String(n) : `${Math.floor(n / 1_000)},${String(n % 1_000).padStart(3, "0")}`;
