/** Takes the place of each digit of a code in a stored message. */
const MASK = "•";
/** Marks for bold, and those that isolate the text's direction. */
const AROUND = "[*\\u2066-\\u2069]*";
const MASKED_LINE = new RegExp(`^(${AROUND})${MASK}{4,8}(${AROUND})$`, "mu");

/** Returns the mask for a code's digits, as everyone except its recipient sees it. */
export const maskOf = (digits: number): string => MASK.repeat(digits);

/**
 * Puts the code in place of its mask, which is alone on its line. A name can't be mistaken for the mask, because no
 * template puts a name on a line by itself.
 * @throws Error if the text has no mask, because a message without its code is useless.
 */
export function fillMask(text: string, code: string): string {
  if (!MASKED_LINE.test(text)) throw new Error("The text of a code's message has no place for the code.");
  return text.replace(MASKED_LINE, (_, before: string, after: string) => `${before}${code}${after}`);
}
