import type { Message } from "../../../../../core/contracts/message.ts";
import { fold } from "./fold.ts";
import { textParts } from "./text-parts.ts";

/** The kinds of messages that a person looks for. */
export const FIND_KINDS = ["all", "pictures", "files", "links"] as const;
export type FindKind = (typeof FIND_KINDS)[number];

/** The fields that are searched. */
export type Found = Pick<Message, "type" | "body"> & { media: { filename: string | null } | null };

/**
 * Whether a message is of a kind and contains every word of a search, in any order, in its text or its file's name.
 * Without words every message of the kind is found, except of the kind `all`, where none is.
 */
export function isFound(message: Found, kind: FindKind, search: string): boolean {
  const words = fold(search).split(/\s+/u).filter(Boolean);
  if (words.length === 0 && kind === "all") return false;
  if (!isOfKind(message, kind)) return false;
  const text = fold(`${message.body ?? ""}\n${message.media?.filename ?? ""}`);
  return words.every((word) => text.includes(word));
}

function isOfKind({ type, body }: Found, kind: FindKind): boolean {
  if (kind === "pictures") return type === "image" || type === "video";
  if (kind === "files") return type === "document" || type === "audio";
  if (kind === "links") return textParts(body ?? "").some(({ href }) => href !== null);
  return true;
}
