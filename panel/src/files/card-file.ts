/** A person in an address book. */
export interface Card {
  /** Digits with the country code. */
  phone: string;
  name: string;
  /** The name by which they call themselves, if it is another one. */
  nickname: string | null;
}

/** The most bytes of a line. RFC 2426, 2.6. */
const LINE_BYTES = 75;

/** Writes people as vCard 3.0 (RFC 2426), which phones and the address books of Apple, Google and Outlook read. */
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

/** Strangers choose names: one with a line break would otherwise begin a line of its own. RFC 2426, 4. */
const escaped = (value: string): string =>
  value.replaceAll(/[\\,;]/g, "\\$&").replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, "\\n");

/** Breaks a long line between characters; each next one begins with a space. */
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
