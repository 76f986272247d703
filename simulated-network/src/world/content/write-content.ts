import { proto } from "@whiskeysockets/baileys";
import { CHANNEL_SERVER, parseAddress } from "../../format/addresses.ts";
import type { InboxMessage } from "../../store/messages-table.ts";
import type { World } from "../world.ts";
import { writeContact, writeContacts } from "./contact.ts";
import type { ContactView, LocationView, PollView } from "./content-view.ts";
import { writeLiveLocation, writeLocation } from "./location.ts";
import { type NamedKinds, writeNamedKind } from "./named-kinds.ts";
import { type NewOrder, writeOrder } from "./order.ts";
import { writePoll } from "./poll.ts";
import { type NewProduct, writeProduct } from "./product.ts";
import { type NewReferral, writeReferral } from "./referral.ts";
import { writeText } from "./text.ts";
import { type NewMedia, type NewSticker, writeMedia, writeSticker } from "./write-media.ts";

type MaybeNamed = { readonly [K in keyof NamedKinds]?: NamedKinds[K] | undefined };

/** The content of a person's message. Exactly one part is set, except that `text` can also accompany `media`. */
export interface NewContent extends MaybeNamed {
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
  /** Any message of the protocol: its protobuf as JSON, with bytes in base64. */
  readonly raw?: Record<string, unknown> | undefined;
}

/** The context of a new message: the message it replies to, the people it mentions, and so on. */
export interface Context {
  readonly quoted: { readonly message: InboxMessage; readonly author: string } | null;
  /** The addresses of the people mentioned in the message. */
  readonly mentioned: readonly string[];
  /** Whether the message mentions everyone in the group. */
  readonly mentionsEveryone: boolean;
  /** How often the message has been forwarded, as counted by phones. 0 means never. */
  readonly forwardingScore: number;
  readonly referral: NewReferral | null;
  /** The number of seconds before the message disappears, or null if it never does. */
  readonly disappearsInSec: number | null;
}

/** Builds the message as phones send it. @param to the chat's address. @throws Error if `raw` isn't a message. */
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
  return writeNamedKind(content, { media: world.media, at, to }) ?? writeText(content.text ?? "");
}

function isChannel(to: string): boolean {
  return parseAddress(to)?.server === CHANNEL_SERVER;
}

function withContext(message: proto.IMessage, context: Context): proto.IMessage {
  const contextInfo = contextInfoOf(context);
  if (Object.keys(contextInfo).length === 0) return message;
  // The context goes into the message's only content part, whatever the kind of message.
  return Object.fromEntries(
    Object.entries(message).map(([kind, part]) => [
      kind,
      kind === "messageContextInfo" ? part : { ...part, contextInfo },
    ]),
  );
}

function contextInfoOf(context: Context): proto.IContextInfo {
  const { quoted, mentioned, mentionsEveryone, forwardingScore, referral, disappearsInSec } = context;
  return {
    ...(quoted && {
      stanzaId: quoted.message.id,
      participant: quoted.author,
      quotedMessage: proto.Message.decode(quoted.message.content),
    }),
    ...(mentioned.length > 0 && { mentionedJid: [...mentioned] }),
    ...(mentionsEveryone && { nonJidMentions: 1 }),
    ...(forwardingScore > 0 && { isForwarded: true, forwardingScore }),
    ...(referral && writeReferral(referral)),
    ...(disappearsInSec !== null && { expiration: disappearsInSec }),
  };
}

/** Wraps the message if its kind is sent inside another message. */
function wrap(message: proto.IMessage, { media, sticker }: NewContent): proto.IMessage {
  if (sticker?.lottie) return { lottieStickerMessage: { message } };
  if (media?.view_once) {
    return message.audioMessage ? { viewOnceMessageV2Extension: { message } } : { viewOnceMessageV2: { message } };
  }
  return message.documentMessage?.caption ? { documentWithCaptionMessage: { message } } : message;
}
