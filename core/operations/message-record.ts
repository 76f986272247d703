import { LIMITS } from "../contracts/limits.ts";
import { type MessageRecord, messageView } from "../contracts/message.ts";
import { keys, lists } from "../store/keys.ts";
import type { Item } from "../store/table.ts";

/** A message of which nothing is known yet: every field it always has. */
export function emptyMessage(): MessageRecord {
  return {
    ...(messageView({}) as MessageRecord), // every public key, null
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

/** The stored item of a new message: under its account, and in the lists by instance and phone. */
export function messageItem(message: MessageRecord): Item {
  return {
    ...keys.message(message.account_id, message.id),
    gsi2pk: lists.messagesOfInstance(message.instance_id),
    gsi2sk: message.id,
    ...(message.phone && { gsi3pk: lists.messagesOfPhone(message.account_id, message.phone), gsi3sk: message.id }),
    ...message,
  };
}

/** When a message of this time is deleted, epoch seconds. Spec: Limits, retention. */
export const keptUntil = (at: Date): number => Math.floor((at.getTime() + LIMITS.retentionDays * 86_400_000) / 1000);
