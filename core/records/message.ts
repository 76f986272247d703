import type { MessageDetails } from "../contracts/content/details.ts";
import { DAY_MS } from "../contracts/durations.ts";
import type { AccountId, BroadcastId, InstanceId, MessageId, OtpId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { type Message, type MessageClass, messageView } from "../contracts/message.ts";
import type { MessageContent, PollVotes, StoredFile } from "../domain/messages/message-content.ts";
import { keys, lists } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item } from "../store/table.ts";

/** Creates an empty message with all fields that are always present, except its owner and expiry. */
export function emptyMessage(): Omit<MessageRecord, "account_id" | "ttl"> {
  return {
    ...messageView({}),
    person: null,
    class: null,
    step: "done",
    row: null,
    text_version: 0,
    network_id: null,
    network_chat: null,
    network_bytes: null,
    content: null,
    file: null,
    network_server_id: null,
    poll_votes: null,
  };
}

/** Builds the item for a new message. It is stored under its account and listed by instance and by chat. */
export function messageItem(message: MessageRecord): Item {
  return {
    ...keys.message(message.account_id, message.id),
    gsi2pk: lists.messagesOfInstance(message.instance_id),
    gsi2sk: message.id,
    ...chatEntry(message),
    ...message,
  };
}

/**
 * Builds a message's index entry in its chat. In a chat with a person whose phone is available, the entry is listed
 * under the phone, which an account can query across its instances. Otherwise, it is listed under the instance's chat.
 */
export function chatEntry(message: MessageRecord): { gsi3pk: string; gsi3sk: string } | null {
  const { account_id, instance_id, id, person, phone, chat_id } = message;
  if (person !== null && phone) {
    return { gsi3pk: lists.messagesOfPhone(account_id, phone), gsi3sk: `${id}#${instance_id}` };
  }
  const chat = person ?? chat_id;
  return chat === null ? null : { gsi3pk: lists.messagesOfChat(instance_id, chat), gsi3sk: id };
}

/** Returns when a message from the given time is deleted, in epoch seconds. Spec: Limits, retention. */
export const keptUntil = (at: Date): number => Math.floor((at.getTime() + LIMITS.retentionDays * DAY_MS) / 1000);

/**
 * Whether the message is still available to customers: its 30 days are not over (the table deletes it some time later),
 * and it wasn't cancelled before it was sent. Spec: Limits, retention; DELETE of a scheduled message.
 */
export const isKept = (record: Pick<MessageRecord, "ttl" | "removed">, now: Date) =>
  record.removed !== true && record.ttl * 1000 > now.getTime();

/**
 * A stored message: its public fields plus those of the instance's lane (`step`, `row`, `text_version`, network id and
 * bytes). docs/data-model.md lists which code writes which field.
 */
export interface MessageRecord extends Message {
  id: MessageId;
  instance_id: InstanceId;
  account_id: AccountId;
  /** The person's key in a chat with one person, or null for groups and channels. */
  person: string | null;
  class: MessageClass | null;
  step: "waiting" | "sending" | "done";
  /** The sort key of the message's row in the instance's lane while it is waiting. */
  row: string | null;
  text_version: number;
  /** The message's key id on the network, chosen before the first attempt. */
  network_id: string | null;
  /** The network chat that the message was relayed to. */
  network_chat: string | null;
  /** The encoded message. Each attempt sends the same bytes. */
  network_bytes: Uint8Array | null;
  /**
   * The instance's local day that the message was counted toward when it was last started, such as `2026-11-20`. Absent
   * if it has never been started.
   */
  day?: string;
  /**
   * When the message was last started, in epoch ms. Nobody can have answered it before then. Absent if it has never
   * started.
   */
  started_ms?: number;
  /** Whether the message was the first to a new person on that day. Absent means no. */
  new_person?: boolean;
  /**
   * The slot that the message used when it was last started. Absent for the first slot, or if the message has never
   * been started.
   */
  slot?: number;
  /** The start of the night, after which the message isn't relayed (ISO). Null or absent means any time. */
  go_before?: string | null;
  /**
   * The content of an outgoing message sent through the gateway, or null for other people's messages and those typed on
   * the phone.
   */
  content: MessageContent | null;
  /**
   * Everything in a received message except its content fields, shown as fields of the message. Absent if the message
   * has nothing beyond its content.
   */
  details?: MessageDetails;
  /** The message's file in our media store. A new link is created each time the message is shown. */
  file: StoredFile | null;
  /** The message's number in its channel. */
  network_server_id: string | null;
  /** The votes in a poll, or null if there are none yet. */
  poll_votes: PollVotes | null;
  /** Whether reactions older than those in `reactions` are stored in pages. */
  reactions_spilled?: boolean;
  /**
   * Incremented by each edit, deletion, reaction, and vote. If two of them compete, the loser is retried based on the
   * winner's result.
   */
  changes?: number;
  /** The fence of the owner that last stored a network receipt. */
  fence?: number;
  /**
   * Whether the message was cancelled before it was sent. Customers see it as deleted, but its Idempotency-Key still
   * finds it.
   */
  removed?: boolean;
  /**
   * The message's number among those received in its chat. Absent if the message is outgoing, or if its chat wasn't
   * being counted yet.
   */
  nth?: number;
  /** How many times the message has been forwarded, as counted by phones. Absent if it was written for this chat. */
  forwarding_score?: number;
  /** Whether a forwarded copy of this message uses the same file, which must therefore outlive this message. */
  file_shared?: boolean;
  /**
   * Set for a message from the phone's history. It appears in its chat's history and can be read by id, but isn't in
   * any message list.
   */
  imported?: true;
  /** Set if the network has already reported this form of the phone number, so there is no need to look it up again. */
  form_known?: true;
  /**
   * Set if the message never counted as waiting for its recipient, so its class doesn't change when that person writes.
   */
  uncounted?: true;
  /** The OTP whose code is in the message. The code's digits are masked until the session fills them in. */
  otp?: CodePart;
  /** For a broadcast message to one person, that person's place in the audience. */
  broadcast?: BroadcastSpot;
  /**
   * For an automatic answer, the chat's `team_rev`. The answer is sent only if the team hasn't written anything since.
   */
  team_rev?: number;
  /**
   * The transcript of a voice note, made only once, by an AI agent's provider. Empty if there was no speech. Removed
   * when the message is deleted.
   */
  transcript?: string | null;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** The part of an OTP that concerns one message. */
export interface CodePart {
  id: OtpId;
  part: "first" | "resend";
  /** When the OTP expires (ISO, UTC). After that, its messages are no longer relayed. */
  until: string;
}

/**
 * A person's place in a broadcast: the page of a hundred people, and the position on that page. Both are zero-based.
 */
export interface BroadcastSpot {
  id: BroadcastId;
  gen: number;
  page: number;
  at: number;
}

/** The stored messages. */
export const messageRecords = recordsAt<MessageRecord, Parameters<typeof keys.message>>(keys.message);
