import type { MessageDetails } from "../../contracts/content/details.ts";
import { isGroup } from "../../domain/messages/chat-id.ts";
import type { PollVotes } from "../../domain/messages/message-content.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { Owner } from "../../records/owner.ts";
import { SEND_ERROR_TEXTS } from "../../records/sending-error-texts.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** Returns the event type for a message from the network. Spec: Events. */
export function eventTypeOf({ chat_id, from_me }: Pick<IncomingMessage, "chat_id" | "from_me">) {
  if (isGroup(chat_id)) return "group.message";
  return from_me ? "message.sent_from_phone" : "message.received";
}

/** The stored messages and people that a received message refers to. */
export interface NamedByIt {
  /** The message being replied to, or null if it isn't stored. */
  answered: MessageRecord | null;
  /** The message being commented on, or null if it isn't stored. */
  commented: MessageRecord | null;
  /** The names of the people mentioned, by the id used in the mention. People without a stored name are missing. */
  names: ReadonlyMap<string, string>;
}

/** Used for a message that refers to no other messages or people. */
export const NAMES_NONE: NamedByIt = { answered: null, commented: null, names: new Map() };

/** Returns a network message's content in stored form, without its chat, author, and time. */
export function contentOf(
  incoming: Omit<IncomingMessage, keyof Owner | "journal">,
  named: NamedByIt = NAMES_NONE,
): ReceivedContent {
  const error = incoming.error_code ?? null;
  return {
    type: incoming.type,
    ...wordsOf(incoming, named),
    location: incoming.location ?? null,
    contact: incoming.contact ?? null,
    poll: incoming.poll ?? null,
    order: incoming.order ?? null,
    product: incoming.product ?? null,
    error: error && SEND_ERROR_TEXTS[error],
    error_code: error,
    network_bytes: incoming.network_bytes,
    file: incoming.file ?? null,
    ...(incoming.tally && { poll_votes: votesOf(incoming.tally) }),
    ...(incoming.forwarding_score !== undefined && { forwarding_score: incoming.forwarding_score }),
  };
}

/**
 * Returns a message's text and details. If a choice arrives without its text, the text is looked up in the list that
 * was offered, if that list is stored.
 */
function wordsOf(
  { body, details }: Pick<IncomingMessage, "body" | "details">,
  { answered, commented, names }: NamedByIt,
): Pick<MessageRecord, "body" | "details"> {
  if (!details && !commented) return { body };
  const { quoted, interactive: choice, mentions, ...rest } = details ?? {};
  const isBare = choice && choice.title === null && choice.id !== null;
  const title = isBare ? (answered?.details?.actions?.find(({ id }) => id === choice.id)?.text ?? null) : null;
  const kept: MessageDetails = {
    ...rest,
    ...(mentions && { mentions: mentions.map((one) => ({ ...one, name: one.name ?? names.get(one.id) ?? null })) }),
    ...(choice && { interactive: title === null ? choice : { ...choice, title } }),
    ...(quoted && !answered && { quoted }),
    ...(commented && { comment_on: commented.id }),
  };
  return { body: title ?? body, ...(Object.keys(kept).length > 0 && { details: kept }) };
}

/** Builds poll votes when only the counts are available. */
const votesOf = (tally: number[]): PollVotes => ({
  recent: [],
  tally,
  count: tally.reduce((sum, votes) => sum + votes, 0),
  spilled: false,
});

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
> &
  Partial<Pick<MessageRecord, "poll_votes">>;
