/** The maximum length of an account's name in mail that the recipient didn't request. */
const MAX_CHARS = 40;
/** Matches seven or more digits with phone number separators. */
const PHONE_NUMBER = /\+?\p{Nd}(?:[ \p{P}]*\p{Nd}){6,}/gu;
/** Matches everything that doesn't belong in a name, including the dots, slashes and symbols that make up a link. */
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{Nd}'’&-]+/gu;

/**
 * Formats an account's name for mail that we send to strangers: short, on one line, and without anything that a mail
 * program would turn into a link. This matters because anyone can open an account, choose any name, and invite any
 * address.
 * @returns null if nothing is left of the name.
 */
export function mailName(name: string): string | null {
  const plain = spaced(spaced(name.normalize("NFC")).replaceAll(PHONE_NUMBER, " "));
  const short = [...plain].slice(0, MAX_CHARS).join("").trim();
  return /\p{L}|\p{Nd}/u.test(short) ? short : null;
}

const spaced = (text: string) => text.replaceAll(NOT_IN_NAMES, " ").trim();
