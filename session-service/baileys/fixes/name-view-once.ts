import type { BinaryNode } from "@whiskeysockets/baileys";
import { HELD_BY_HOST } from "../shared/held-by-host.ts";

/** The network's two names for the notice that linked devices get instead of a message that may be seen once. */
const NAMES = ["view_once", "view_once_unavailable_fanout"];

/**
 * Gives notices that stand for a message the one name that the library passes on: it takes others for a message that
 * could not be decrypted, and nobody hears of it. A notice for a message that a business's hosted device holds is also
 * marked as such. The one for an answer of the network's assistant stays as it is: that is nobody's message.
 * docs/decisions/0210.
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
