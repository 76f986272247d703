/** Replaces each digit of a code in a stored message. */
const MASK = "•";
/** Bold, with marks that isolate the text's direction. */
const AROUND = "[*\\u2066-\\u2069]*";
const MASKED_LINE = new RegExp(`^(${AROUND})${MASK}{4,8}(${AROUND})$`, "mu");

/** Masks the digits of a code, as everyone but its recipient sees them. */
export const maskOf = (digits: number): string => MASK.repeat(digits);

/**
 * Puts the code in place of its mask, which is alone on its line. No name in the text can be mistaken for it, because a
 * template never gives a name its own line.
 * @throws Error if the text has no mask, because a message without its code is useless.
 */
export function fillMask(text: string, code: string): string {
  if (!MASKED_LINE.test(text)) throw new Error("The text of a code's message has no place for the code.");
  return text.replace(MASKED_LINE, (_, before: string, after: string) => `${before}${code}${after}`);
}
