import type { Message } from "../../../../../core/contracts/message.ts";
import { plainName } from "../../../../../core/contracts/plain-name.ts";
import { shownPhone } from "./people.ts";

type Mentioned = NonNullable<Message["mentions"]>[number];

/** A piece of a text. If it mentions a person, `of` is that person. */
export interface MentionedPart {
  text: string;
  of: Mentioned | null;
}

/** Splits a text at its mentions. The pieces add up to the original text. */
export function mentionedParts(text: string, mentions: readonly Mentioned[]): MentionedPart[] {
  const byPiece = new Map<string, Mentioned>();
  for (const one of mentions) if (one.text !== null && one.text.length > 1) byPiece.set(one.text, one);
  // Check longer mentions first: `@551` is also a prefix of `@5511`.
  const pieces = [...byPiece.keys()].sort((one, other) => other.length - one.length);
  const parts: MentionedPart[] = [];
  let read = 0;
  for (let at = 0; pieces.length > 0 && at < text.length; at += 1) {
    if (text[at] !== "@") continue;
    const piece = pieces.find((one) => text.startsWith(one, at) && !goesOn(text, at + one.length));
    if (piece === undefined) continue;
    if (at > read) parts.push({ text: text.slice(read, at), of: null });
    parts.push({ text: piece, of: byPiece.get(piece) ?? null });
    read = at + piece.length;
    at = read - 1;
  }
  if (read < text.length) parts.push({ text: text.slice(read), of: null });
  return parts;
}

/** Whether a mention's digits are followed by more digits, which means that someone else is mentioned. */
const goesOn = (text: string, end: number): boolean => /\d/.test(text[end - 1] ?? "") && /\d/.test(text[end] ?? "");

/** Returns a mentioned person's name or phone number. @returns null if only the network's id is known. */
export const mentionedName = ({ name, phone }: Mentioned): string | null => plainName(name) ?? shownPhone(phone);
