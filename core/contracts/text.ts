import * as z from "zod";
import { isVisible } from "./visible-text.ts";

/**
 * A text of a request, which may be millions of characters long: its length is looked at first, and what is too long is
 * not shown to any rule after it. Every text of a request is one of these.
 * @param maxChars UTF-16 units; a person counts fewer. @param rule what is said of a text that is longer.
 * @param noText what is said of a value that is no text, where the usual words would not do.
 */
export function text(maxChars: number, rule: string, noText?: string) {
  return z.string(noText).max(maxChars, { error: rule, abort: true });
}

/**
 * A text of 1 to `max` characters, counted as people see them (code points), of which something can be seen.
 * @param trimmed white space at its ends is taken away first, as from names.
 */
export function words(what: string, max: number, { trimmed = false } = {}) {
  const tooLong = `The ${what} is too long. Give 1 to ${grouped(max)} characters.`;
  const bounded = text(max * MOST_UNITS, tooLong);
  return (trimmed ? bounded.trim() : bounded)
    .refine(isVisible, { error: `The ${what} is empty. Give 1 to ${grouped(max)} characters.`, abort: true })
    .refine((given) => [...given].length <= max, tooLong)
    .meta({ minLength: 1, maxLength: max });
}

/** The same, which may also be empty or all white. */
export function maybeEmpty(what: string, max: number) {
  const tooLong = `The ${what} is too long. Give at most ${grouped(max)} characters.`;
  return text(max * MOST_UNITS, tooLong)
    .refine((given) => [...given].length <= max, tooLong)
    .meta({ maxLength: max });
}

/** UTF-16 units of one code point, at most. */
const MOST_UNITS = 2;

/** `4096` as `4,096`. By hand: the first number that Intl writes takes ten milliseconds, at every cold start. */
const grouped = (n: number) =>
  n < 1_000 ? String(n) : `${Math.floor(n / 1_000)},${String(n % 1_000).padStart(3, "0")}`;
