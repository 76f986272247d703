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

/** One reader for each kind that a phone can show; the first that recognizes the message wins. */
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

/** Reads a stored message as a person sees it. @returns type `unknown` for a kind that phones here can't show. */
export function readContent(encoded: Buffer): ContentView {
  const message = unwrap(proto.Message.decode(encoded));
  for (const read of READERS) {
    const view = read(message);
    if (view) return view;
  }
  return EMPTY_VIEW;
}
