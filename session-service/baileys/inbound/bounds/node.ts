import type { BinaryNode } from "@whiskeysockets/baileys";
import { type ForeignBytes, type ForeignText, foreign } from "./foreign.ts";
import { takenSeconds } from "./numbers.ts";
import { takenText } from "./texts.ts";
import { takenTime } from "./times.ts";

/** A part of a stanza as the network sent it. Everything in it is foreign, apart from the names of its parts. */
export interface ForeignNode {
  tag: string;
  attrs: Record<string, ForeignText | undefined>;
  /** The nested parts, at most `MOST_PARTS`. Empty if the node contains text or bytes. */
  parts: ForeignNode[];
  text: ForeignText | ForeignBytes | null;
}

/** Enough for every member of the largest group and the group's settings, which follow the members. */
const MOST_PARTS = 5_100;
const DEEPEST = 6;

/** Marks a stanza that is not a message as foreign. */
export function foreignNode({ tag, attrs, content }: BinaryNode, depth = 0): ForeignNode {
  const parts = Array.isArray(content) && depth < DEEPEST ? content.slice(0, MOST_PARTS) : [];
  return {
    tag,
    attrs: foreign<Record<string, string | undefined>>(attrs),
    parts: parts.map((part) => foreignNode(part, depth + 1)),
    text: Array.isArray(content) || content === undefined ? null : foreign<string | Uint8Array>(content),
  };
}

/** Returns the first part with this name. */
export const partOf = ({ parts }: ForeignNode, tag: string): ForeignNode | undefined =>
  parts.find((part) => part.tag === tag);

/** Returns the stanza's own time, or null if it is missing or out of bounds. */
export function timeOf({ attrs }: ForeignNode, now: Date): Date | null {
  const seconds = takenSeconds(attrs.t);
  return takenTime(seconds === null ? null : seconds * 1000, now);
}

/** Returns the text in a node, whether it was sent as text or as bytes, or null if there is none. */
export function textOf({ text }: ForeignNode, maxChars: number): string | null {
  const packed: unknown = text;
  if (!(packed instanceof Uint8Array)) return takenText(text as ForeignText | null, maxChars); // bytes were looked for
  // A character takes at most four bytes, and anything beyond `maxChars` characters is cut off anyway.
  const clear = Buffer.from(packed.subarray(0, maxChars * 4)).toString("utf8");
  return takenText(foreign<string>(clear), maxChars);
}
