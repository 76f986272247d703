import { asciiDigits } from "./ascii-digits.ts";

/** Matches separators that people put between digits, and invisible characters. */
const BETWEEN = /[\s\p{Pd}\p{Cf}]/gu;
const CODE = /^\d{4,8}$/;

/**
 * Normalizes a code typed by a person: digits of any script, possibly with spaces and hyphens.
 * @returns the code's digits, or null for a text that can't be a code.
 */
export function givenCode(text: string): string | null {
  const digits = asciiDigits(text.normalize("NFKC")).replace(BETWEEN, "");
  return CODE.test(digits) ? digits : null;
}
