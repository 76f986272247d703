import type { InstanceId } from "../contracts/ids.ts";
import type { ChatFields } from "../domain/chats/chat-fields.ts";
import type { ChatTimer } from "../domain/chats/chat-timer.ts";
import { chatKind, phoneOfChat } from "../domain/messages/chat-id.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Condition, Item, Key, Table, Write } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";

/** A person's key and record. `known` is null if there is no record yet. */
export interface FoundPerson {
  person: string;
  known: PersonRecord | null;
}

/** Returns a person's key: the phone if available, otherwise the private id. Groups and channels have no such key. */
export function personKey(to: string | null, chatId: string | null): string | null {
  if (to !== null) return to;
  if (chatId === null) return null;
  return phoneOfChat(chatId) ?? (chatKind(chatId) === "private" ? chatId : null);
}

/** Reads a person. If the key is a private id that has been merged into a phone, reads the person under that phone. */
export async function readPerson(table: Table, instance: InstanceId, person: string): Promise<FoundPerson> {
  const known = await personRecords.read(table, instance, person);
  return unmerged(table, instance, { person, known });
}

/** Reads a person and other items in a single request. @returns the person, and whichever of the other items exist. */
export async function readPersonWith(
  table: Table,
  instance: InstanceId,
  person: string,
  others: Key[],
): Promise<{ found: FoundPerson; items: Item[] }> {
  const items = await table.getMany([keys.person(instance, person), ...others]);
  const known = personRecords.among(items, instance, person);
  return { found: await unmerged(table, instance, { person, known }), items };
}

async function unmerged(table: Table, instance: InstanceId, found: FoundPerson): Promise<FoundPerson> {
  const phone = found.known?.merged_into;
  if (phone === undefined) return found;
  return { person: phone, known: await personRecords.read(table, instance, phone) };
}

/** Returns the condition that the person's last message hasn't changed since it was read. */
export const lastInAsRead = (known: PersonRecord | null): Condition => [
  known?.last_in_at === undefined
    ? { field: "last_in_at", is: "missing" }
    : { field: "last_in_at", op: "=", value: known.last_in_at },
];

/**
 * Builds the write that increments a person's count of waiting messages. The write is refused if the person wrote or
 * was merged after their record was read.
 */
export function countWaiting(instance: InstanceId, { person, known }: FoundPerson): Write {
  return {
    update: keys.person(instance, person),
    add: { waiting: 1 },
    if: [...lastInAsRead(known), { field: "merged_into", is: "missing" }],
  };
}

/**
 * Builds the write that decrements a person's count of waiting messages. Replies, scheduled messages and those marked
 * `uncounted` were never counted.
 * @param set other changes to the person's record.
 */
export function uncountWaiting(
  instance: InstanceId,
  message: MessageRecord,
  set?: Partial<PersonRecord>,
): Extract<Write, { update: unknown }>[] {
  if (!message.person || message.uncounted || (message.class !== "first" && message.class !== "known")) return [];
  return [{ update: keys.person(instance, message.person), add: { waiting: -1 }, ...(set && { set: { ...set } }) }];
}

/**
 * A person as seen by one instance, and their chat with it: docs/decisions/0073. `waiting` counts the messages to the
 * person that are waiting as first messages or as messages to a known person. The count is exact, because every write
 * that adds or removes such a row changes it in the same transaction.
 */
export interface PersonRecord extends ChatFields, ChatTimer {
  /** When the person last wrote (the network's time, ISO UTC). Absent means never. */
  last_in_at?: string;
  /** The network id of that last message, which is marked as read before a reply is sent. */
  last_in_id?: string;
  /** The day and time the first message was sent to the person. Removed when they answer. */
  first_out_day?: string;
  first_out_at?: string;
  waiting?: number;
  phone?: string | null;
  chat_id?: string;
  /** The display name the person chose, shortened like `name`. */
  contact_name?: string | null;
  /**
   * Set if the network verified a business name: `shown` if it is used as `name`, `behind` if a saved name takes
   * precedence.
   */
  verified?: "shown" | "behind";
  /** When the person opted out of broadcasts (epoch ms). Only the person can undo this. */
  opted_out_ms?: number;
  /** The last broadcast that started a message to the person, and when. Encoded by `packLastBroadcast`. */
  brd?: string;
  /** Whether the person is blocked, in which case nothing is sent to them. */
  blocked?: boolean;
  /** When the person first wrote (the network's time, ISO UTC). */
  first_in_at?: string;
  /** On a phone's record: the person's previous key, a private id. */
  private_id?: string;
  /**
   * Set if the network has reported exactly this form of a number that has two. Not needed for people who have already
   * written from this form, since that proves the same thing.
   */
  own_form?: true;
  /**
   * On the record of a private id or another form of a number: the phone whose record replaces this record. The counts
   * in a replaced record are no longer updated.
   */
  merged_into?: string;
  /**
   * On a phone number's record: the other form of the number, which leads to this record. Encoded by `formMark` to keep
   * the record small.
   */
  form?: string;
  /**
   * On the record of another form: when the network last reported the phone number in place of this form, in epoch ms.
   */
  named_ms?: number;
}

/** The stored people, by instance. */
export const personRecords = recordsAt<PersonRecord, Parameters<typeof keys.person>>(keys.person);
