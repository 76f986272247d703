import type { InstanceId } from "../contracts/ids.ts";
import type { ChatFields } from "../domain/chats/chat-fields.ts";
import type { ChatTimer } from "../domain/chats/chat-timer.ts";
import { chatKind, phoneOfChat } from "../domain/messages/chat-id.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Condition, Item, Key, Table, Write } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";

/** A person's key and record; `known` is null if there is none yet. */
export interface FoundPerson {
  person: string;
  known: PersonRecord | null;
}

/** Returns a person's key: the phone if it is known, otherwise the private id. Groups and channels have none. */
export function personKey(to: string | null, chatId: string | null): string | null {
  if (to !== null) return to;
  if (chatId === null) return null;
  return phoneOfChat(chatId) ?? (chatKind(chatId) === "private" ? chatId : null);
}

/** Reads a person; if a given private id is known to be a phone's, the person under that phone. */
export async function readPerson(table: Table, instance: InstanceId, person: string): Promise<FoundPerson> {
  const known = await personRecords.read(table, instance, person);
  return unmerged(table, instance, { person, known });
}

/** Reads a person and other items with one request. @returns the person, and those of the other items that exist. */
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

/** Returns the condition that the person's last message is still the one that was read. */
export const lastInAsRead = (known: PersonRecord | null): Condition => [
  known?.last_in_at === undefined
    ? { field: "last_in_at", is: "missing" }
    : { field: "last_in_at", op: "=", value: known.last_in_at },
];

/**
 * Builds the write that counts another waiting message for a person; refused if they wrote, or were merged, since they
 * were read.
 */
export function countWaiting(instance: InstanceId, { person, known }: FoundPerson): Write {
  return {
    update: keys.person(instance, person),
    add: { waiting: 1 },
    if: [...lastInAsRead(known), { field: "merged_into", is: "missing" }],
  };
}

/**
 * Builds the write that counts one waiting message less for a person. Replies, scheduled messages and those marked
 * `uncounted` were never counted.
 * @param set other changes of the person's record.
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
 * A person as one instance knows them, and their chat with it: docs/decisions/0073. `waiting` counts the messages that
 * wait for them as first messages or as messages to a known person. The count is exact, because every write that adds
 * or removes such a row changes it in the same transaction.
 */
export interface PersonRecord extends ChatFields, ChatTimer {
  /** When the person last wrote (the network's time, ISO UTC); absent means never. */
  last_in_at?: string;
  /** The network's id of that message, which is marked as read before a reply. */
  last_in_id?: string;
  /** The day on which the first message was sent to the person, and when, until they answer. */
  first_out_day?: string;
  first_out_at?: string;
  waiting?: number;
  phone?: string | null;
  chat_id?: string;
  /** The name that the person shows, shortened like `name`. */
  contact_name?: string | null;
  /**
   * Set if the network verified a business name: `shown` if that is the `name`, `behind` if a saved one takes
   * precedence.
   */
  verified?: "shown" | "behind";
  /** When the person opted out of broadcasts (epoch ms); only they can undo it. */
  opted_out_ms?: number;
  /** The last broadcast of which a message to the person was started, and when: `packLastBroadcast`. */
  brd?: string;
  /** Whether the number has blocked the person, so that nothing is sent to them. */
  blocked?: boolean;
  /** When the person first wrote (the network's time, ISO UTC). */
  first_in_at?: string;
  /** On a phone's record: the private id by which the person was known before. */
  private_id?: string;
  /**
   * Set if the network has named exactly this form of a number with two forms. People who wrote from it need no such
   * mark.
   */
  own_form?: true;
  /**
   * On the record of a private id, or of another form of a number: the phone whose record replaces it. Nothing is
   * counted in this record any longer.
   */
  merged_into?: string;
  /** On a phone's record: the form of its number that leads here, encoded by `formMark` to keep the record small. */
  form?: string;
  /** On the record of another form: when the network last named the phone for it (epoch ms). */
  named_ms?: number;
}

/** The people of each instance. */
export const personRecords = recordsAt<PersonRecord, Parameters<typeof keys.person>>(keys.person);
