import { proto } from "@whiskeysockets/baileys";
import { CHANNEL_SERVER, parseAddress } from "../../format/addresses.ts";
import type { InboxMessage } from "../../store/messages-table.ts";
import type { World } from "../world.ts";
import { writeContact, writeContacts } from "./contact.ts";
import type { ContactView, LocationView, PollView } from "./content-view.ts";
import { writeLiveLocation, writeLocation } from "./location.ts";
import { type NewOrder, writeOrder } from "./order.ts";
import { writePoll } from "./poll.ts";
import { type NewProduct, writeProduct } from "./product.ts";
import { writeText } from "./text.ts";
import { type NewMedia, type NewSticker, writeMedia, writeSticker } from "./write-media.ts";

/** The content a person writes. Exactly one part is given; `text` may also accompany `media`. */
export interface NewContent {
  readonly text?: string | undefined;
  readonly media?: NewMedia | undefined;
  readonly sticker?: NewSticker | undefined;
  readonly location?: LocationView | undefined;
  readonly contact?: ContactView | undefined;
  readonly poll?: PollView | undefined;
  readonly live_location?: LocationView | undefined;
  readonly contacts?: readonly ContactView[] | undefined;
  readonly order?: NewOrder | undefined;
  readonly product?: NewProduct | undefined;
  /** Anything the protocol knows: the message's protobuf as JSON, bytes as base64. */
  readonly raw?: Record<string, unknown> | undefined;
}

/** The references of a new message: the message it answers, the people it mentions. */
export interface Context {
  readonly quoted: { readonly message: InboxMessage; readonly author: string } | null;
  /** Addresses of the people it mentions. */
  readonly mentioned: readonly string[];
  readonly forwarded: boolean;
}

/** The message as phones send it. @param to the chat's address. @throws Error when `raw` is no message. */
export function writeContent(
  world: World,
  at: Date,
  to: string,
  content: NewContent,
  context: Context,
): proto.IMessage {
  return wrap(withContext(write(world, at, to, content), context), content);
}

function write(world: World, at: Date, to: string, content: NewContent): proto.IMessage {
  const { media, sticker, location, live_location, contact, contacts, poll, order, product, raw } = content;
  if (media) return writeMedia(world.media, media, content.text ?? null, at, isChannel(to));
  if (sticker) return writeSticker(world.media, sticker, at);
  if (location) return writeLocation(location);
  if (live_location) return writeLiveLocation(live_location);
  if (contact) return writeContact(contact);
  if (contacts) return writeContacts(contacts);
  if (poll) return writePoll(poll);
  if (order) return writeOrder(order, to);
  if (product) return writeProduct(world.media, product, to, at);
  if (raw) return proto.Message.fromObject(raw);
  return writeText(content.text ?? "");
}

function isChannel(to: string): boolean {
  return parseAddress(to)?.server === CHANNEL_SERVER;
}

function withContext(message: proto.IMessage, { quoted, mentioned, forwarded }: Context): proto.IMessage {
  if (!quoted && mentioned.length === 0 && !forwarded) return message;
  const contextInfo = {
    ...(quoted && {
      stanzaId: quoted.message.id,
      participant: quoted.author,
      quotedMessage: proto.Message.decode(quoted.message.content),
    }),
    ...(mentioned.length > 0 && { mentionedJid: [...mentioned] }),
    ...(forwarded && { isForwarded: true, forwardingScore: 1 }),
  };
  // Every kind carries its context in its one part.
  return Object.fromEntries(Object.entries(message).map(([kind, part]) => [kind, { ...part, contextInfo }]));
}

/** Some kinds travel inside another message. */
function wrap(message: proto.IMessage, { media, sticker }: NewContent): proto.IMessage {
  if (sticker?.lottie) return { lottieStickerMessage: { message } };
  if (media?.view_once) {
    return message.audioMessage ? { viewOnceMessageV2Extension: { message } } : { viewOnceMessageV2: { message } };
  }
  return message.documentMessage?.caption ? { documentWithCaptionMessage: { message } } : message;
}
