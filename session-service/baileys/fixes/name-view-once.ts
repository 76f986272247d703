import type { BinaryNode } from "@whiskeysockets/baileys";

/** The network's two names of what linked devices get in place of a message that may be seen once. */
const NAMES = ["view_once", "view_once_unavailable_fanout"];

/**
 * Gives a notice of a message that may be seen once the name that the library knows: under the other name it takes the
 * notice for a message that could not be decrypted, and nobody hears of it.
 */
export function nameViewOnce({ content }: BinaryNode): void {
  if (!Array.isArray(content)) return;
  for (const { tag, attrs } of content) {
    if (tag === "unavailable" && NAMES.includes(attrs.type ?? "")) attrs.type = "view_once";
  }
}
