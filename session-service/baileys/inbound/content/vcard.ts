/** A property of a card: `TEL;TYPE=CELL;waid=…:+55 …`. */
export interface CardProperty {
  /** The property's name in upper case, without its group. */
  name: string;
  /** The parameters, keyed by upper-case name. In vCard 2.1, a bare `CELL` is a name without a value. */
  params: ReadonlyMap<string, string>;
  /** The value, decoded but with its escapes intact. */
  value: string;
}

const LINES_MAX = 20_000;
/** The maximum number of characters to read per value. Photos are longer, but names aren't. */
const VALUE_MAX_CHARS = 4_000;
const PARAMS_MAX = 20;

/** Whether a text is a contact card, no matter which field it was sent in. */
export const isCard = (text: string) => /^\s{0,20}BEGIN:VCARD\b/i.test(text);

/**
 * Parses a card's properties in order. Supports vCard 2.1, 3.0 and 4.0, folded lines, base64, and quoted-printable with
 * its own line breaks and any charset. If there are several cards, only the first is parsed. A nested card is skipped.
 */
export function readCard(text: string): CardProperty[] {
  const lines = text.split(/\r\n|\n|\r/, LINES_MAX);
  const isOld = lines.some((line) => /^VERSION:\s?2/i.test(line));
  const found: CardProperty[] = [];
  let depth = 0;
  for (let at = 0; at < lines.length; ) {
    const { property, next } = propertyAt(lines, at, isOld);
    at = next;
    if (property === null) continue;
    const { name, value } = property;
    const isCardEdge = value.trim().toUpperCase() === "VCARD";
    if (name === "BEGIN" && isCardEdge) depth++;
    else if (name === "END" && isCardEdge) {
      if (--depth <= 0) break;
    } else if (depth <= 1) found.push(property);
  }
  return found;
}

/** Returns the property that starts at this line, and the index of the line after it. */
function propertyAt(lines: readonly string[], at: number, isOld: boolean) {
  const head = headOf(lines[at] ?? "");
  let next = at + 1;
  if (head === null) return { property: null, next };
  const { name, params } = head;
  const encoding = (params.get("ENCODING") ?? [...params.keys()].find((key) => ENCODINGS.has(key)) ?? "").toUpperCase();
  let value = head.value;
  const add = (piece: string) => {
    if (value.length < VALUE_MAX_CHARS) value += piece;
  };
  if (encoding === "QUOTED-PRINTABLE") {
    // A line that ends with = continues on the next line, whatever that line starts with.
    for (; isSoft(value); next++) {
      value = value.slice(0, value.trimEnd().length - 1);
      const piece = lines[next];
      if (piece === undefined || isEnd(piece)) break;
      if (value.length < VALUE_MAX_CHARS) value += piece;
      else if (isSoft(piece)) value += "=";
    }
  }
  for (; /^[ \t]/.test(lines[next] ?? ""); next++) add(unfolded(lines[next] ?? "", isOld));
  const decoded = decodedValue(value.slice(0, VALUE_MAX_CHARS), encoding, params.get("CHARSET"));
  return { property: { name, params, value: decoded }, next };
}

const ENCODINGS = new Set(["QUOTED-PRINTABLE", "BASE64"]);
/** Old phones end a card's last value with = even though no line follows it. */
const isEnd = (line: string) => /^END:VCARD/i.test(line);
const isSoft = (value: string) => value.trimEnd().endsWith("=");
/** vCard 2.1 folds lines at an existing space, which is part of the text. Later versions insert a space. */
const unfolded = (line: string, isOld: boolean) => (isOld ? ` ${line.trimStart()}` : line.slice(1));

/**
 * Parses a line's name, parameters and value, or returns null if the line has none. A parameter's value may be quoted,
 * in which case it can contain any character.
 */
function headOf(line: string): { name: string; params: Map<string, string>; value: string } | null {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length && at < VALUE_MAX_CHARS; at++) {
    const sign = line[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === ";" || sign === ":")) {
      if (parts.length <= PARAMS_MAX) parts.push(line.slice(from, at));
      from = at + 1;
      if (sign === ":") return { ...named(parts), value: line.slice(from) };
    }
  }
  return null;
}

function named([first = "", ...rest]: readonly string[]) {
  const params = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf("=");
    const key = (equals === -1 ? part : part.slice(0, equals)).trim().toUpperCase();
    if (!params.has(key)) params.set(key, equals === -1 ? "" : part.slice(equals + 1).replace(/^"([^"]*)"$/, "$1"));
  }
  return { name: (first.trim().split(".").at(-1) ?? "").toUpperCase(), params };
}

function decodedValue(value: string, encoding: string, charset: string | undefined): string {
  if (encoding === "QUOTED-PRINTABLE") return inCharset(bytesOf(value), charset);
  if (encoding === "BASE64" || encoding === "B") return inCharset(Buffer.from(value, "base64"), charset);
  return value;
}

/** Returns the bytes of quoted-printable text. An equals sign not followed by two hex digits is left as is. */
function bytesOf(value: string): Buffer {
  const pieces = value.split(/(=[0-9a-f]{2})/i);
  return Buffer.concat(
    pieces.map((piece, at) => (at % 2 === 1 ? Buffer.from(piece.slice(1), "hex") : Buffer.from(piece, "utf8"))),
  );
}

/**
 * Decodes bytes in the charset that the card specifies, defaulting to UTF-8. If the bytes aren't valid UTF-8, an old
 * phone wrote them in its own charset without saying so.
 */
function inCharset(bytes: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder(charset || "utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Either the charset is unknown, or the bytes are not valid in it.
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns a value that consists of a single piece, with its escapes resolved. */
export const unescapedText = (value: string) =>
  value.replace(/\\([\\,;:nN])/g, (_, sign: string) => (sign === "n" || sign === "N" ? "\n" : sign)).trim();

/** Splits a value into its pieces, such as the family name and the given name, and resolves their escapes. */
export const piecesOf = (value: string): string[] =>
  (value.match(/(?:\\[\s\S]|[^\\;])+|;/g) ?? []).reduce<string[]>(
    (pieces, found) => {
      if (found === ";") pieces.push("");
      else pieces[pieces.length - 1] += unescapedText(found);
      return pieces;
    },
    [""],
  );
