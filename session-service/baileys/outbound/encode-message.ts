import { proto } from "@whiskeysockets/baileys";
import type { MediaContent, MessageContent } from "../../../core/domain/messages/message-content.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { CannotPrepare } from "../../media/cannot-prepare.ts";
import { FewAtOnce } from "../../process/few-at-once.ts";
import { chatAt } from "../shared/network-ids.ts";
import type { Addressing } from "./addressing.ts";
import { encodeAudio } from "./audio.ts";
import { encodeContact } from "./contact.ts";
import { contextOf, withContext } from "./context.ts";
import { encodeDocument } from "./document.ts";
import { encodeImage } from "./image.ts";
import { encodeLocation } from "./location.ts";
import type { Encoder, Outbound } from "./outbound.ts";
import { encodePoll } from "./poll.ts";
import { encodeSticker } from "./sticker.ts";
import { encodeText } from "./text.ts";
import { encodeVideo } from "./video.ts";

type Kind = MessageContent["kind"];
type ContentOf<K extends Kind> = K extends MediaContent["kind"] ? MediaContent : Extract<MessageContent, { kind: K }>;

const ENCODERS = {
  text: encodeText,
  image: encodeImage,
  video: encodeVideo,
  audio: encodeAudio,
  document: encodeDocument,
  sticker: encodeSticker,
  location: encodeLocation,
  contact: encodeContact,
  poll: encodePoll,
} satisfies { [K in Kind]: Encoder<ContentOf<K>> };

/** The kinds of messages that channels don't support. The network would accept such a post but show it to no one. */
const NOT_IN_CHANNELS = new Set<Kind>(["location", "contact"]);
const NOT_IN_CHANNELS_TEXT = "Channels support only texts, files, stickers and polls.";

/** Limits how many files a task fetches, converts and uploads at the same time. Rationale: docs/decisions. */
const filesAtOnce = new FewAtOnce(8);
/**
 * Videos have a limit of their own, because they may need to be converted, and other files shouldn't have to wait for
 * that.
 */
const filmsAtOnce = new FewAtOnce(4);

/**
 * Encodes a message for its chat, which includes fetching, converting and uploading its file.
 * @param quoted the message that this message replies to, if stored.
 * @throws CannotPrepare if the message can never be sent. After any other error, the call can be retried later.
 */
export async function encodeMessage(
  out: Outbound,
  addressing: Addressing,
  chat: string,
  message: MessageRecord,
  quoted: MessageRecord | null,
): Promise<Uint8Array> {
  const to = chatAt(chat);
  if (to.kind === "group") await addressing.group(chat);
  const { content } = message;
  if (content === null) throw new CannotPrepare("server_error", "a message without content");
  if (to.kind === "channel" && NOT_IN_CHANNELS.has(content.kind)) {
    throw new CannotPrepare("messenger_refused", `a ${content.kind} for a channel`, NOT_IN_CHANNELS_TEXT);
  }
  const encode: Encoder<never> = ENCODERS[content.kind];
  const work = () => encode(out, content as never, chat); // the table pairs each kind with its encoder
  const turns = content.kind === "video" ? filmsAtOnce : filesAtOnce;
  const bare = await ("file" in content ? turns.run(work) : work());
  const mentions = "mentions" in content ? content.mentions : [];
  const context = await contextOf(addressing, to, { quoted, mentions, forwardingScore: message.forwarding_score });
  return proto.Message.encode(context ? withContext(bare, context) : bare).finish();
}

/** Returns the message exactly as it was encoded. */
export const decodeMessage = (bytes: Uint8Array): proto.Message => proto.Message.decode(bytes);
