/** The character that replaces each digit of a code in a stored message. */
const MASK = "•";
/** The marks for bold text, and the marks that isolate the direction of text. */
const AROUND = "[*\\u2066-\\u2069]*";
const MASKED_LINE = new RegExp(`^(${AROUND})${MASK}{4,8}(${AROUND})$`, "mu");

/** Returns the mask shown to everyone except the recipient, for a code with the given number of digits. */
export const maskOf = (digits: number): string => MASK.repeat(digits);

/**
 * Replaces the mask in a text with the code. The mask is on a line of its own, and a name can't be mistaken for it,
 * because no template puts a name on its own line.
 * @throws Error if the text has no mask, because a message without its code is useless.
 */
export function fillMask(text: string, code: string): string {
  if (!MASKED_LINE.test(text)) throw new Error("The text of a code's message has no place for the code.");
  return text.replace(MASKED_LINE, (_, before: string, after: string) => `${before}${code}${after}`);
}
