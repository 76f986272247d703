/** It stands in a stored message in place of each digit of a code. */
const MASK = "•";
/** Bold, and the marks that keep a text's direction inside. */
const AROUND = "[*\\u2066-\\u2069]*";
const MASKED_LINE = new RegExp(`^(${AROUND})${MASK}{4,8}(${AROUND})$`, "mu");

/** The digits of a code as everybody but its person sees them. */
export const maskOf = (digits: number): string => MASK.repeat(digits);

/**
 * The text with the code in place of its mask, which stands alone on its line: no name in the text can be taken for it,
 * as a template never gives a name a line of its own.
 * @throws Error when the text has no mask: a message without its code is of no use to anybody.
 */
export function fillMask(text: string, code: string): string {
  if (!MASKED_LINE.test(text)) throw new Error("The text of a code's message has no place for the code.");
  return text.replace(MASKED_LINE, (_, before: string, after: string) => `${before}${code}${after}`);
}
