import { textParts } from "./text-parts.ts";

/** The formats that WhatsApp can display within a text. */
export const FORMATS = ["bold", "italic", "struck", "code"] as const;
export type Format = (typeof FORMATS)[number];

/** A piece of text and its formats, without the signs that produced them. */
export interface FormattedPart {
  text: string;
  formats: readonly Format[];
}

/** The sign on either side of a formatted piece. A code block has three on each side and can span several lines. */
export const FORMAT_SIGNS: Record<Format, string> = { bold: "*", italic: "_", struck: "~", code: "`" };
const BLOCK = "```";

const FORMAT_OF = new Map(FORMATS.map((format) => [FORMAT_SIGNS[format], format]));
const WORD = /[\p{L}\p{N}]/u;

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/u.test(char);
const isWord = (char: string | undefined): boolean => char !== undefined && WORD.test(char);

/**
 * Splits a text at WhatsApp's signs for bold, italic, strikethrough and code. Signs inside web addresses have no
 * effect.
 */
export function formattedParts(text: string): FormattedPart[] {
  // Replace web addresses with letters. This hides any signs inside them, while signs around them still count as
  // touching a word.
  const read = textParts(text)
    .map((part) => (part.href === null ? part.text : "x".repeat(part.text.length)))
    .join("");
  return new Reader(text, read).partsOf(0, text.length, []);
}

/** Whether any part of a text is formatted. */
export const isFormatted = (text: string): boolean => formattedParts(text).some(({ formats }) => formats.length > 0);

/**
 * Splits the text. It visits each character at most once per kind of sign, so even a malicious text is processed
 * quickly.
 */
class Reader {
  readonly #text: string;
  readonly #read: string;
  /** For each sign and each position, the position of the next sign on the same line that can close a piece. */
  readonly #ends: ReadonlyMap<string, Int32Array>;
  readonly #lastBlock: number;

  constructor(text: string, read: string) {
    this.#text = text;
    this.#read = read;
    this.#ends = new Map(
      [...FORMAT_OF.keys()].filter((sign) => read.includes(sign)).map((sign) => [sign, ends(read, sign)]),
    );
    this.#lastBlock = read.lastIndexOf(BLOCK);
  }

  partsOf(from: number, to: number, formats: readonly Format[]): FormattedPart[] {
    const parts: FormattedPart[] = [];
    let begun = from;
    const add = (end: number, next: number, inner: FormattedPart[]) => {
      if (end > begun) parts.push({ text: this.#text.slice(begun, end), formats });
      parts.push(...inner);
      begun = next;
    };
    for (let at = from; at < to; at = Math.max(at + 1, begun)) {
      const found = this.#block(at, to) ?? this.#piece(at, to, formats);
      if (!found) continue;
      const { format, inside, end, next } = found;
      const all = [...formats, format];
      const isCode = format === "code";
      add(at, next, isCode ? [{ text: this.#text.slice(inside, end), formats: all }] : this.partsOf(inside, end, all));
    }
    add(to, to, []);
    return parts;
  }

  #block(at: number, to: number) {
    if (at >= this.#lastBlock || !this.#read.startsWith(BLOCK, at)) return null;
    const inside = at + BLOCK.length;
    const end = this.#read.indexOf(BLOCK, inside);
    if (end <= inside || end + BLOCK.length > to) return null;
    return { format: "code" as const, inside, end, next: end + BLOCK.length };
  }

  #piece(at: number, to: number, formats: readonly Format[]) {
    const sign = this.#read[at] ?? "";
    const format = FORMAT_OF.get(sign);
    if (format === undefined || formats.includes(format)) return null;
    const next = this.#read[at + 1];
    if (isWord(this.#read[at - 1]) || isSpace(next) || next === sign) return null;
    const end = this.#ends.get(sign)?.[at + 2] ?? -1;
    return end < 0 || end >= to ? null : { format, inside: at + 1, end, next: end + 1 };
  }
}

function ends(text: string, sign: string): Int32Array {
  const found = new Int32Array(text.length + 2).fill(-1);
  let next = -1;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === "\n") next = -1;
    else if (text[at] === sign && !isSpace(text[at - 1]) && !isWord(text[at + 1])) next = at;
    found[at] = next;
  }
  return found;
}
