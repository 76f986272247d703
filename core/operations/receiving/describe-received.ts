import { isGroup } from "../../domain/messages/chat-id.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { Owner } from "../../records/owner.ts";
import { SEND_ERROR_TEXTS } from "../../records/sending-error-texts.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** The event that reports a message from the network. Spec: Events. */
export function eventTypeOf({ chat_id, from_me }: Pick<IncomingMessage, "chat_id" | "from_me">) {
  if (isGroup(chat_id)) return "group.message";
  return from_me ? "message.sent_from_phone" : "message.received";
}

/** Content of a message from the network, as it is stored, without its chat, author and time. */
export function contentOf(incoming: Omit<IncomingMessage, keyof Owner | "journal">): ReceivedContent {
  const error = incoming.error_code ?? null;
  return {
    type: incoming.type,
    body: incoming.body,
    location: incoming.location ?? null,
    contact: incoming.contact ?? null,
    poll: incoming.poll ?? null,
    order: incoming.order ?? null,
    product: incoming.product ?? null,
    error: error && SEND_ERROR_TEXTS[error],
    error_code: error,
    network_bytes: incoming.network_bytes,
    file: incoming.file ?? null,
    ...(incoming.details !== undefined && { details: incoming.details }),
    ...(incoming.forwarding_score !== undefined && { forwarding_score: incoming.forwarding_score }),
  };
}

type ReceivedContent = Pick<
  MessageRecord,
  | "type"
  | "body"
  | "location"
  | "contact"
  | "poll"
  | "order"
  | "product"
  | "error"
  | "error_code"
  | "network_bytes"
  | "file"
  | "details"
  | "forwarding_score"
>;
