import { readWrittenPhone } from "../written-phone.ts";

/** A person in an address book, with the phone number and name as written there. Missing values are "". */
export interface CardPerson {
  phone: string;
  name: string;
}

/** Whether a file is an address book with cards rather than a table. */
export const holdsCards = (text: string): boolean => /^\s{0,20}BEGIN:VCARD\b/i.test(text);

/**
 * Returns the people in an address book (vCard 2.1 to 4.0, as written by phones, Google, Apple and Outlook). If a
 * person has several phone numbers, the first mobile number is used, or the first number if none is mobile.
 * @param most the number of cards after which reading stops; all are read by default.
 */
export function cardsIn(text: string, most = Number.POSITIVE_INFINITY): CardPerson[] {
  const people: CardPerson[] = [];
  let found: Found | null = null;
  for (const line of unfolded(text)) {
    const property = propertyOf(line);
    if (property === null) continue;
    const { name, value } = property;
    if (name === "BEGIN" && value.trim().toUpperCase() === "VCARD") found = { phones: [] };
    else if (name === "END" && found !== null) {
      people.push(personOf(found));
      found = null;
      if (people.length >= most) break;
    } else if (found !== null) note(found, property);
  }
  return people;
}

interface Property {
  name: string;
  /** The names and values of the property's parameters, in upper case. */
  params: string;
  value: string;
}

interface Found {
  full?: string;
  parts?: string;
  phones: { written: string; isMobile: boolean }[];
}

/** How many phone numbers are examined per person. */
const PHONES_MAX = 50;

function note(found: Found, { name, params, value }: Property): void {
  if (name === "FN") found.full ??= plain(value);
  if (name === "N") found.parts ??= nameOfParts(value);
  const written = value.trim().replace(/^tel:/i, "");
  if (name === "TEL" && found.phones.length < PHONES_MAX && "digits" in readWrittenPhone(written))
    found.phones.push({ written, isMobile: /\b(CELL|MOBILE|IPHONE)\b/.test(params) });
}

function personOf({ full, parts = "", phones }: Found): CardPerson {
  const phone = phones.find(({ isMobile }) => isMobile) ?? phones[0];
  return { phone: phone?.written ?? "", name: full || parts };
}

/**
 * The maximum length of an unfolded line. Names and phone numbers are shorter. Pictures, which are ignored, are much
 * longer.
 */
const LINE_MAX_CHARS = 4_000;

/**
 * Rejoins lines that were folded because of their length. In quoted-printable, a folded line ends with an equals sign.
 */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  let isSoft = false;
  let isQuoted = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const isMore = lines.length > 0 && (isSoft || /^[ \t]/.test(line));
    // A stranger can choose a name, but not the text before the colon.
    if (!isMore) isQuoted = propertyOf(line)?.params.includes("QUOTED-PRINTABLE") ?? false;
    const own = isMore && !isSoft ? line.slice(1) : line;
    isSoft = isQuoted && line.endsWith("=");
    // Cut before joining: cutting a joined line would copy it once for each of its parts.
    const part = isSoft ? own.slice(0, -1) : own;
    const last = lines.at(-1) ?? "";
    if (!isMore) lines.push(part);
    else if (last.length < LINE_MAX_CHARS) lines[lines.length - 1] = last + part;
  }
  return lines;
}

function propertyOf(line: string): Property | null {
  const colon = line.indexOf(":");
  if (colon === -1) return null;
  const [first = "", ...rest] = line.slice(0, colon).split(";");
  const params = rest.join(";").toUpperCase();
  const value = line.slice(colon + 1, colon + 1 + LINE_MAX_CHARS);
  // Apple prefixes names with a group, as in item1.TEL.
  const name = (first.trim().split(".").at(-1) ?? "").toUpperCase();
  return { name, params, value: params.includes("QUOTED-PRINTABLE") ? decoded(value) : value };
}

/** Decodes quoted-printable. Old phones write letters as the bytes of their UTF-8 encoding, such as =C3=A1. */
function decoded(value: string): string {
  const bytes = value.replaceAll("%", "%25").replaceAll(/=([0-9a-f]{2})/gi, "%$1");
  try {
    return decodeURIComponent(bytes);
  } catch {
    return value; // bytes of another alphabet
  }
}

const plain = (value: string): string =>
  value.replaceAll(/\\(.)/gu, (_, sign: string) => (/n/i.test(sign) ? " " : sign)).trim();

/** Joins the separate fields for first, middle and family names. The value lists the family name first. */
function nameOfParts(value: string): string {
  const [family = "", given = "", further = ""] = value.split(/(?<!\\);/).map(plain);
  return [given, further, family].filter(Boolean).join(" ");
}
