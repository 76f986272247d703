/** Replaces each digit of a code in a stored message. */
const MASK = "•";
/** Bold, with marks that isolate the text's direction. */
const AROUND = "[*\\u2066-\\u2069]*";
const MASKED_LINE = new RegExp(`^(${AROUND})${MASK}{4,8}(${AROUND})$`, "mu");

/** The digits of a code as everybody but its recipient sees them. */
export const maskOf = (digits: number): string => MASK.repeat(digits);

/**
 * The text with the code in place of its mask, which is alone on its line: no name in the text can be mistaken for it,
 * because a template never gives a name its own line.
 * @throws Error when the text has no mask: a message without its code is useless.
 */
export function fillMask(text: string, code: string): string {
  if (!MASKED_LINE.test(text)) throw new Error("The text of a code's message has no place for the code.");
  return text.replace(MASKED_LINE, (_, before: string, after: string) => `${before}${code}${after}`);
}
