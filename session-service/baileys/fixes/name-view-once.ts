import type { BinaryNode } from "@whiskeysockets/baileys";
import { HELD_BY_HOST } from "../shared/held-by-host.ts";

/** The network's two names for the notice that linked devices get in place of a view-once message. */
const NAMES = ["view_once", "view_once_unavailable_fanout"];

/**
 * Renames every notice that the network sends in place of a message to the only name that the library passes on. The
 * library treats a notice with any other name as a message that could not be decrypted, and reports nothing. A notice
 * for a message stored on a business's hosted device is also marked as such. A notice for a reply from the network's
 * assistant is left unchanged, because no person wrote that message. docs/decisions/0210.
 */
export function nameViewOnce({ attrs: stanza, content }: BinaryNode): void {
  if (!Array.isArray(content)) return;
  for (const { tag, attrs } of content) {
    if (tag !== "unavailable") continue;
    const isHeld = attrs.type === HELD_BY_HOST && stanza.category === undefined;
    if (isHeld) stanza.category = HELD_BY_HOST;
    if (isHeld || NAMES.includes(attrs.type ?? "")) attrs.type = "view_once";
  }
}
