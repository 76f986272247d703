import * as z from "zod";
import { isVisible } from "./visible-text.ts";

/**
 * Creates a schema for a text in a request, which can be millions of characters long. Its length is checked first, and
 * a text that is too long reaches no later rule. Every text in a request uses it.
 * @param maxChars UTF-16 units; people count fewer. @param rule error sentence for a longer text.
 * @param noText error sentence for a value that is not a text, where the usual words do not fit.
 */
export function text(maxChars: number, rule: string, noText?: string) {
  return z.string(noText).max(maxChars, { error: rule, abort: true });
}

/**
 * Creates a schema for a text of 1 to `max` characters, counted as people see them (code points), at least one of them
 * visible.
 * @param trimmed removes white space at both ends first, as from names.
 */
export function words(what: string, max: number, { trimmed = false } = {}) {
  const tooLong = `The ${what} is too long. Give 1 to ${grouped(max)} characters.`;
  const bounded = text(max * MOST_UNITS, tooLong);
  return (trimmed ? bounded.trim() : bounded)
    .refine(isVisible, { error: `The ${what} is empty. Give 1 to ${grouped(max)} characters.`, abort: true })
    .refine((given) => [...given].length <= max, tooLong)
    .meta({ minLength: 1, maxLength: max });
}

/** The same, but it can be empty or all white space. */
export function maybeEmpty(what: string, max: number) {
  const tooLong = `The ${what} is too long. Give at most ${grouped(max)} characters.`;
  return text(max * MOST_UNITS, tooLong)
    .refine((given) => [...given].length <= max, tooLong)
    .meta({ maxLength: max });
}

/** The maximum UTF-16 units in one code point. */
const MOST_UNITS = 2;

/** Formats `4096` as `4,096` by hand, because Intl's first number takes ten milliseconds, at every cold start. */
const grouped = (n: number) =>
  n < 1_000 ? String(n) : `${Math.floor(n / 1_000)},${String(n % 1_000).padStart(3, "0")}`;
