import { afterClearing, afterMirroredChange } from "../../domain/chats/after-mirrored-change.ts";
import type { MirroredChange } from "../../domain/chats/mirrored-change.ts";
import { channelRecords } from "../../records/chats/channel.ts";
import type { ChatFields } from "../../records/chats/chat-fields.ts";
import { groupRecords } from "../../records/chats/group.ts";
import { LIST_FIELDS } from "../../records/chats/index-entries.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { readPerson } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Claim, Key, Table } from "../../store/table.ts";
import { findCleared } from "./find-cleared.ts";

/** The changed chat, with its record's key and the phone's ID for the chat. */
export type MirroredChat = { key: string; phone_chat_id: string } & (
  | { kind: "group" }
  | { kind: "channel" }
  /** `phone` is null if the person's number is hidden. `chat_id` is stored if the person was previously unknown. */
  | { kind: "person"; phone: string | null; chat_id: string }
);

/**
 * How many times to attempt a change to a chat that other processes keep changing. In practice, far fewer attempts are
 * needed.
 */
const TRIES = 50;

/**
 * Applies a chat change made on the phone (archive, pin, mute, mark as read or unread, delete) to the stored chat. An
 * unknown chat gets a record, but no place in the list. Applying the same change again has no effect. Spec: chats.
 * @param at the time at which the change is handled. @throws FenceLost
 */
export async function mirrorChat(
  { table }: { table: Table },
  own: Owner,
  chat: MirroredChat,
  mirrored: MirroredChange,
  at: Date,
): Promise<void> {
  return retryOnChange(TRIES, async ({ commit }) => {
    const { place, known, first } = await recordOf(table, own, chat);
    if (!known && isOver(mirrored)) return;
    const { set, remove: gone } = afterMirroredChange(known ?? {}, mirrored, at);
    const left = set.cleared_ms === undefined ? {} : await readOfLeft(table, own, { chat, place, known, set }, at);
    const fields = { ...first, phone_chat_id: chat.phone_chat_id, ...set, ...left };
    const remove = "hidden_ms" in set ? [...gone, ...LIST_FIELDS] : gone;
    const change = { update: place, set: fields, ...(remove.length > 0 && { remove }), if: asRead(known) };
    await commit(transactFenced(table, own.instance_id, own.fence, [change]));
  });
}

/** After a deletion that left later messages in the chat, finds the message up to which the chat counts as read. */
async function readOfLeft(
  table: Table,
  { account_id, instance_id }: Owner,
  { chat, place, known, set }: { chat: MirroredChat; place: Key; known: ChatFields | null; set: Partial<ChatFields> },
  at: Date,
): Promise<Partial<ChatFields>> {
  if (!known || (known.read_to ?? 0) >= (known.received ?? 0)) return {};
  // Use the chat's state before the deletion, so the deleted messages are included.
  const stored: StoredChat = { instance_id, type: chat.kind, key: place.sk, record: known };
  const cleared = await findCleared(table, account_id, stored, set.cleared_ms ?? 0, at);
  return afterClearing(known, cleared).set;
}

/** Whether there is nothing to store for a change to an unknown chat. */
const isOver = (mirrored: MirroredChange): boolean =>
  mirrored.kind === "delete" || (mirrored.kind === "mark" && !mirrored.unread);

interface Found {
  place: Key;
  known: ChatFields | null;
  /** Fields to add to a person's record if they are missing. */
  first: Record<string, unknown>;
}

async function recordOf(table: Table, { instance_id }: Owner, chat: MirroredChat): Promise<Found> {
  const { key } = chat;
  if (chat.kind === "group") {
    const known = await groupRecords.read(table, instance_id, key);
    return { place: keys.group(instance_id, key), known, first: {} };
  }
  if (chat.kind === "channel") {
    const known = await channelRecords.read(table, instance_id, key);
    return { place: keys.channel(instance_id, key), known, first: {} };
  }
  const { person, known } = await readPerson(table, instance_id, key);
  const first = {
    ...(known?.chat_id === undefined && { chat_id: chat.chat_id }),
    ...(known?.phone === undefined && chat.phone !== null && { phone: chat.phone }),
  };
  return { place: keys.person(instance_id, person), known, first };
}

/**
 * Builds the condition that no message has arrived since the record was read, and that the person hasn't been merged
 * into another.
 */
const asRead = (known: ChatFields | null): Claim[] => [
  known?.received === undefined
    ? { field: "received", is: "missing" }
    : { field: "received", op: "=", value: known.received },
  { field: "merged_into", is: "missing" },
];
