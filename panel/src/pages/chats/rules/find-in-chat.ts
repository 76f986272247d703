import type { Message } from "../../../../../core/contracts/message.ts";
import { fold } from "./fold.ts";
import { textParts } from "./text-parts.ts";

/** The kinds of messages that a user can search for. */
export const FIND_KINDS = ["all", "pictures", "files", "links"] as const;
export type FindKind = (typeof FIND_KINDS)[number];

/** The fields of a message that are searched. */
export type Found = Pick<Message, "type" | "body"> & { media: { filename: string | null } | null };

/**
 * Whether a message is of the given kind and contains every search word, in any order, in its text or its file's name.
 * An empty search matches every message of the kind, except for the kind `all`, where it matches nothing.
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
