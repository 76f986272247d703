/** The maximum length of a brand. Spec: OTP, `brand`. */
const BRAND_CHARS = 30;
/**
 * Controls, line breaks, direction marks, and other invisible characters. The two joiners are allowed because Persian
 * names and composed emojis contain them.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u;
/** Phones show a link for a scheme, and for a dot between letters that is followed by at least two of them. */
const ADDRESS = /[\p{L}\p{N}]\.\p{L}{2}|:\/\/|\d\.\d{1,3}\.\d/u;

/**
 * Finds the fault in a brand, because texts with it go to strangers and an address in it would make them
 * advertisements. Spec: OTP, `brand`.
 * @returns a sentence; null if it may be used.
 */
export function brandProblem(brand: string): string | null {
  if (brand.trim() === "") return "The brand is empty. Give 1 to 30 characters, or leave it out.";
  if ([...brand].length > BRAND_CHARS) return "The brand is too long. Give 1 to 30 characters.";
  if (UNSEEN.test(brand)) return "The brand has a line break or an invisible character. Give a name on one line.";
  // Full stops of other scripts also make links.
  if (ADDRESS.test(brand.normalize("NFKC").replace(/[\u3002\u2024]/gu, "."))) {
    return "The brand has an address in it. Give the name alone, with a space behind each full stop.";
  }
  return null;
}
