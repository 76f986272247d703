/** The maximum length of a brand. Spec: OTP, `brand`. */
const BRAND_CHARS = 30;
/**
 * Matches control characters, line breaks, direction marks, and other invisible characters. The two joiners are allowed
 * because Persian names and composed emojis contain them.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u;
/**
 * Matches addresses. Phones turn text into a link if it has a scheme, or a letter or digit followed by a dot and at
 * least two letters.
 */
const ADDRESS = /[\p{L}\p{N}]\.\p{L}{2}|:\/\/|\d\.\d{1,3}\.\d/u;

/**
 * Checks a brand for faults. Texts that contain the brand are sent to strangers, so an address in it would turn them
 * into advertising. Spec: OTP, `brand`.
 * @returns a sentence about the fault, or null if the brand can be used.
 */
export function brandProblem(brand: string): string | null {
  if (brand.trim() === "") return "The brand is empty. Use 1 to 30 characters, or leave it out.";
  if ([...brand].length > BRAND_CHARS) return "The brand is too long. Use 1 to 30 characters.";
  if (UNSEEN.test(brand)) return "The brand contains a line break or an invisible character. Use a name on one line.";
  // Periods in other scripts create links as well.
  if (ADDRESS.test(brand.normalize("NFKC").replace(/[\u3002\u2024]/gu, "."))) {
    return "The brand contains an address. Use only the name, with a space after each period.";
  }
  return null;
}
