/** A property of a card: `TEL;TYPE=CELL;waid=…:+55 …`. */
export interface CardProperty {
  /** In upper case, without its group. */
  name: string;
  /** Keyed by name in upper case; a bare `CELL` in vCard 2.1 is a name without a value. */
  params: ReadonlyMap<string, string>;
  /** Decoded, not unescaped. */
  value: string;
}

const LINES_MAX = 20_000;
/** How many characters of a value are read; photos are longer, names are not. */
const VALUE_MAX_CHARS = 4_000;
const PARAMS_MAX = 20;

/** Whether a text is a card, wherever it was put. */
export const isCard = (text: string) => /^\s{0,20}BEGIN:VCARD\b/i.test(text);

/**
 * Reads a card's properties in order: vCard 2.1, 3.0 and 4.0, folded lines, quoted-printable with its own line breaks
 * and any charset, base64. Only the first of several cards is read; a card within a card is skipped.
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

/** The property that begins in this line, and the line after its last. */
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
    // A line that ends with = continues in the next one, however that begins.
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
/** Old phones end a card's last value with = and nothing after it. */
const isEnd = (line: string) => /^END:VCARD/i.test(line);
const isSoft = (value: string) => value.trimEnd().endsWith("=");
/** vCard 2.1 folds at an existing space, which is kept; later versions insert one. */
const unfolded = (line: string, isOld: boolean) => (isOld ? ` ${line.trimStart()}` : line.slice(1));

/**
 * A line's name, parameters and value; null if it has none. A parameter's value may be quoted, and then contain any
 * character.
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

/** The bytes of a quoted-printable text; an equals sign without two digits stays as it is. */
function bytesOf(value: string): Buffer {
  const pieces = value.split(/(=[0-9a-f]{2})/i);
  return Buffer.concat(
    pieces.map((piece, at) => (at % 2 === 1 ? Buffer.from(piece.slice(1), "hex") : Buffer.from(piece, "utf8"))),
  );
}

/**
 * Decodes the charset that the card names, otherwise UTF-8; if the bytes aren't UTF-8, an old phone wrote them in its
 * own charset without naming it.
 */
function inCharset(bytes: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder(charset || "utf-8", { fatal: true }).decode(bytes);
  } catch {
    // The charset is unknown, or the bytes are not valid in it.
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A value of one piece, without its escapes. */
export const unescapedText = (value: string) =>
  value.replace(/\\([\\,;:nN])/g, (_, sign: string) => (sign === "n" || sign === "N" ? "\n" : sign)).trim();

/** The pieces of a value, such as family and given name, each without its escapes. */
export const piecesOf = (value: string): string[] =>
  (value.match(/(?:\\[\s\S]|[^\\;])+|;/g) ?? []).reduce<string[]>(
    (pieces, found) => {
      if (found === ";") pieces.push("");
      else pieces[pieces.length - 1] += unescapedText(found);
      return pieces;
    },
    [""],
  );
