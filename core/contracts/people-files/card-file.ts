/** A person's entry in an address book. */
export interface Card {
  /** The phone number's digits, including the country code. */
  phone: string;
  name: string;
  /** The name that the person uses for themselves, if it differs from `name`. */
  nickname: string | null;
}

/** The maximum number of bytes per line (RFC 2426, section 2.6). */
const LINE_BYTES = 75;

/**
 * Serializes people as vCard 3.0 (RFC 2426), which phones and the address books of Apple, Google and Outlook can
 * import.
 */
export function cardFile(cards: readonly Card[]): string {
  const lines = cards.flatMap(({ phone, name, nickname }) => [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:;${escaped(name)};;;`,
    `FN:${escaped(name)}`,
    ...(nickname === null ? [] : [`NICKNAME:${escaped(nickname)}`]),
    `TEL;TYPE=CELL:+${phone}`,
    "END:VCARD",
  ]);
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/**
 * Escapes a value. Names are chosen by strangers, and without escaping, a line break in a name could add a line to the
 * file. RFC 2426, section 4.
 */
const escaped = (value: string): string =>
  value.replaceAll(/[\\,;]/g, "\\$&").replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, "\\n");

/** Breaks a long line between characters. Each continuation line begins with a space. */
function folded(line: string): string {
  let written = "";
  let bytes = 0;
  for (const char of line) {
    const size = new TextEncoder().encode(char).length;
    if (bytes + size > LINE_BYTES) {
      written += "\r\n ";
      bytes = 1;
    }
    written += char;
    bytes += size;
  }
  return written;
}
