import { LIMITS } from "../../contracts/limits.ts";
import { isVisible, visiblePart } from "../../contracts/visible-text.ts";
import type { MediaContent, MessageContent, PollContent } from "../../domain/messages/message-content.ts";
import type { Recipient } from "../../domain/messages/recipient.ts";
import { ApiError } from "../../errors.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { MessageRecord } from "../../records/message.ts";
import { acceptMessage } from "./accept-message.ts";
import { newMessage, type SendDeps } from "./send-message.ts";

/** A request to forward a message, from a caller who may use the message's instance. */
export interface ForwardRequest {
  caller_account: string;
  instance: InstanceRecord;
  message: MessageRecord;
  recipient: Recipient;
  /** The number of messages per day that the account's plan includes. Null means unlimited. */
  messages_per_day: number | null;
  idempotency_key: string | null;
}

/**
 * Sends a message's content to someone else, as a new message. If the message contains a received file, the file is
 * sent from the media store. Spec: POST /v1/messages/{id}/forward.
 * @throws ApiError `conflict` if the message can't be forwarded (deleted, an order, a product, a file that was not
 * stored, a poll without options); `backlog_full`, 429 `plan_limit`, `unavailable`.
 */
export async function forwardMessage(
  deps: SendDeps,
  request: ForwardRequest,
): Promise<{ message: MessageRecord; replayed: boolean }> {
  const { message, instance, caller_account, recipient, messages_per_day, idempotency_key } = request;
  if (message.deleted_at !== null) throw refuse("This message was deleted, so there is nothing to forward.");
  const content = message.content ?? receivedContent(message);
  if (!content) throw refuse("This message can't be forwarded, because it has no content of its own to send.");
  const { id } = newMessage(deps, caller_account, instance);
  const forwarded = {
    id,
    caller_account,
    instance,
    ...recipient,
    content: withoutItsChat(content),
    file: usesStoredFile(content) ? message.file : null,
    forwarded_from: message,
    messages_per_day,
    idempotency_key,
    origin: "api" as const,
    send_at: null,
  };
  return acceptMessage(deps, forwarded);
}

/** Removes what only makes sense in the original chat: mentions, and invitations, which are meant for one person. */
function withoutItsChat(content: MessageContent): MessageContent {
  if (content.kind !== "text") return "mentions" in content ? { ...content, mentions: [] } : content;
  const { group_invitation: _, ...text } = content;
  return { ...text, mentions: [] };
}

const refuse = (message: string) => new ApiError("conflict", { message });

const usesStoredFile = (content: MessageContent) => "file" in content && "key" in content.file;

/** Returns the content of a message that was received or typed on the phone, or null if it can't be sent. */
function receivedContent(message: MessageRecord): MessageContent | null {
  const { type, body, location, contact, poll } = message;
  switch (type) {
    case "text":
      return body === null ? null : { kind: "text", text: body, link_preview: false, mentions: [] };
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaContent(type, message);
    case "sticker":
      return message.file && { kind: "sticker", file: { key: message.file.key } };
    case "location":
      return location && { kind: "location", ...location };
    case "contact":
      return contact?.name && contact.phone
        ? { kind: "contact", name: contact.name, phone: contact.phone, organization: contact.organization }
        : null;
    case "poll":
      return poll && isSendablePoll(poll) ? { kind: "poll", ...poll } : null;
    default:
      return null; // orders and products belong to the shop in which they were made
  }
}

/**
 * Whether the gateway could create this poll. Polls sent by phones may have no options, or more than the gateway
 * allows.
 */
function isSendablePoll({ name, options }: Omit<PollContent, "kind">): boolean {
  const fewest = LIMITS.pollOptionsMin;
  const most = LIMITS.pollOptionsMax;
  const isCountRight = options.length >= fewest && options.length <= most;
  const seen = new Set(options.map((one) => visiblePart(one).normalize("NFC")));
  return isVisible(name) && isCountRight && seen.size === options.length && !seen.has("");
}

function mediaContent(kind: MediaContent["kind"], { file, body }: MessageRecord): MediaContent | null {
  if (!file) return null;
  const { key, mimetype, filename, voice } = file;
  return { kind, file: { key }, mimetype, filename, caption: body, voice, mentions: [] };
}
