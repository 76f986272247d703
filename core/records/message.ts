import type { MessageDetails } from "../contracts/content/details.ts";
import { DAY_MS } from "../contracts/durations.ts";
import type { AccountId, BroadcastId, InstanceId, MessageId, OtpId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { type Message, type MessageClass, messageView } from "../contracts/message.ts";
import type { MessageContent, PollVotes, StoredFile } from "../domain/messages/message-content.ts";
import { keys, lists } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item } from "../store/table.ts";

/** Creates an empty message: every field that is always present, without its owner and its expiry. */
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

/** Builds a new message's item, under its account and in the lists by instance and by chat. */
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
 * Builds a message's index entry in its chat: for a person with a known phone, under the phone, which an account
 * queries across instances; otherwise under the instance's chat.
 */
export function chatEntry(message: MessageRecord): { gsi3pk: string; gsi3sk: string } | null {
  const { account_id, instance_id, id, person, phone, chat_id } = message;
  if (person !== null && phone) {
    return { gsi3pk: lists.messagesOfPhone(account_id, phone), gsi3sk: `${id}#${instance_id}` };
  }
  const chat = person ?? chat_id;
  return chat === null ? null : { gsi3pk: lists.messagesOfChat(instance_id, chat), gsi3sk: id };
}

/** Returns when a message of this time is deleted, epoch seconds. Spec: Limits, retention. */
export const keptUntil = (at: Date): number => Math.floor((at.getTime() + LIMITS.retentionDays * DAY_MS) / 1000);

/**
 * Whether customers still have the message: its 30 days are not over (the table deletes it some time later), and it was
 * not cancelled before its time. Spec: Limits, retention; DELETE of a scheduled message.
 */
export const isKept = (record: Pick<MessageRecord, "ttl" | "removed">, now: Date) =>
  record.removed !== true && record.ttl * 1000 > now.getTime();

/**
 * The stored message: its public fields and those of the instance lane (`step`, `row`, `text_version`, network id and
 * bytes). docs/data-model.md says who writes what.
 */
export interface MessageRecord extends Message {
  id: MessageId;
  instance_id: InstanceId;
  account_id: AccountId;
  /** The person's key in a 1:1 chat; null for groups and channels. */
  person: string | null;
  class: MessageClass | null;
  step: "waiting" | "sending" | "done";
  /** The sort key of its row in the instance lane while it waits. */
  row: string | null;
  text_version: number;
  /** The network's message key id, chosen before the first attempt. */
  network_id: string | null;
  /** The network's chat to which it was relayed. */
  network_chat: string | null;
  /** The encoded message; every attempt sends the same bytes. */
  network_bytes: Uint8Array | null;
  /**
   * The instance's local day on which it was counted when it last started, `2026-11-20`; absent if it never started.
   */
  day?: string;
  /** Whether it was the first message to a new person on that day. */
  new_person?: boolean;
  /** The slot that it took when it last started; absent for the first slot, or if it never started. */
  slot?: number;
  /** The instant, when the night starts, after which it is not relayed (ISO); null means any time. */
  go_before?: string | null;
  /** The content of our outgoing message; null on other people's messages and those from the phone. */
  content: MessageContent | null;
  /**
   * Everything in a received message besides its content's own fields, shown as the message's fields; absent if there
   * is nothing.
   */
  details?: MessageDetails;
  /** The message's file in our media store; its link is created when it is shown. */
  file: StoredFile | null;
  /** The message's number in its channel. */
  network_server_id: string | null;
  /** A poll's votes; null if there are none yet. */
  poll_votes: PollVotes | null;
  /** Whether reactions older than those in `reactions` are stored in pages. */
  reactions_spilled?: boolean;
  /**
   * Incremented by each edit, deletion, reaction and vote; if two race, the one that loses is repeated on the result of
   * the other.
   */
  changes?: number;
  /** The fence of the owner that last wrote a receipt from the network. */
  fence?: number;
  /** Whether it was cancelled before its time: deleted for customers, but an Idempotency-Key still leads to it. */
  removed?: boolean;
  /** Its number among the messages received in its chat; absent if we sent it, or its chat was not counted yet. */
  nth?: number;
  /** How often it has been forwarded, as phones count it; absent if it was written for this chat. */
  forwarding_score?: number;
  /** Whether a message that was forwarded from it uses the same file, so that the file outlives this message. */
  file_shared?: boolean;
  /**
   * Set for a message from the phone's history, which is in its chat's history and can be read by its id, but is in no
   * list of messages.
   */
  imported?: true;
  /** Whether the network has named this form of the phone, so that it is not asked again whether the person exists. */
  form_known?: true;
  /**
   * Set if it was never counted as waiting for its person, so that its class does not change when the person writes.
   */
  uncounted?: true;
  /** The OTP whose code it contains, with masked digits; the session fills them in. */
  otp?: CodePart;
  /** One person's message in a broadcast, and that person's place in the audience. */
  broadcast?: BroadcastSpot;
  /** For an automatic answer: the `team_rev` of its chat. It is sent only if the team has written nothing since. */
  team_rev?: number;
  /**
   * A voice note's transcript from an AI agent's provider, made once; empty if there was no speech. A deletion removes
   * it.
   */
  transcript?: string | null;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

/** A message's part in an OTP. */
export interface CodePart {
  id: OtpId;
  part: "first" | "resend";
  /** When the OTP expires (ISO, UTC); nothing of it is relayed after that. */
  until: string;
}

/** A person's place in a broadcast: the page of a hundred, and the place on it, both from 0. */
export interface BroadcastSpot {
  id: BroadcastId;
  gen: number;
  page: number;
  at: number;
}

/** The stored messages. */
export const messageRecords = recordsAt<MessageRecord, Parameters<typeof keys.message>>(keys.message);
