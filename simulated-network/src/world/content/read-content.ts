import { proto } from "@whiskeysockets/baileys";
import { readAlbum } from "./album.ts";
import { readContact } from "./contact.ts";
import { type ContentView, EMPTY_VIEW } from "./content-view.ts";
import { readGroupInvite } from "./group-invite.ts";
import { readLocation } from "./location.ts";
import { readMedia } from "./media.ts";
import { readOrder } from "./order.ts";
import { readPoll } from "./poll.ts";
import { readProduct } from "./product.ts";
import { readText } from "./text.ts";
import { unwrap } from "./unwrap.ts";

/** The parsers for every kind of message that a phone can show. The first one that recognizes a message is used. */
const READERS = [
  readText,
  readMedia,
  readLocation,
  readContact,
  readPoll,
  readOrder,
  readProduct,
  readGroupInvite,
  readAlbum,
] as const;

/**
 * Parses a stored message into what a person sees. @returns type `unknown` for a kind that the phones in this
 * simulation can't show.
 */
export function readContent(encoded: Buffer): ContentView {
  const message = unwrap(proto.Message.decode(encoded));
  for (const read of READERS) {
    const view = read(message);
    if (view) return view;
  }
  return EMPTY_VIEW;
}
