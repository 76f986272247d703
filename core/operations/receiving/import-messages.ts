import type { MessageId } from "../../contracts/ids.ts";
import type { MessageStatus } from "../../contracts/message.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { checkFence } from "../../records/fence.ts";
import { emptyMessage, keptUntil, type MessageRecord, messageRecords } from "../../records/message.ts";
import type { Owner } from "../../records/owner.ts";
import { personRecords } from "../../records/person.ts";
import { keys, lists } from "../../store/keys.ts";
import { ConditionFailed, type Item, type Key, type Table, type Write } from "../../store/table.ts";
import { contentOf, NAMES_NONE, type NamedByIt } from "./describe-received.ts";
import { mayQuote, namesOfMentioned } from "./find-quoted.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** A message from the phone's history in the gateway's format, without its file. */
export interface ImportedMessage extends Omit<IncomingMessage, keyof Owner | "journal" | "also" | "file"> {
  /** An id derived from the message itself; see `importedId`. */
  id: MessageId;
  status: MessageStatus;
}

/** The maximum number of messages per call. All of them are written in parallel. */
export const IMPORTED_AT_ONCE = 25;

/**
 * Stores messages from the phone's history that are not stored yet, without events. They can be found by id and in the
 * chat's history, but not in the instance's message list. After a crash, the next import stores the rest: each message
 * is written before the rows that refer to it, and never replaces an existing item. docs/decisions/0075.
 * @param messages at most `IMPORTED_AT_ONCE`. @throws FenceLost
 */
export async function importMessages(
  { table }: { table: Table },
  own: Owner,
  messages: ImportedMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await checkFence(table, own.instance_id, own.fence);
  const earlier = await earlierIds(table, own, messages);
  const places = messages.flatMap((message) => placesOf(own, message, earlier));
  const found = new Map((await table.getMany(distinct(places))).map((item) => [item.sk, item]));
  const isNew = (message: ImportedMessage) =>
    !authorsOf(message, earlier).some((author) => found.has(skOf(own, author, message)));
  const news = new Map(messages.filter(isNew).map((message) => [message.id, message]));
  const named = await namedBy(table, own, [...news.values()], found);
  await Promise.all([...news.values()].map((one) => store(table, own, one, named(one))));
}

/**
 * Writes the message before the row for its network id. In the reverse order, a crash could leave a row without a
 * message.
 */
async function store(table: Table, own: Owner, message: ImportedMessage, named: NamedByIt): Promise<void> {
  const record = importedRecord(own, message, named);
  const { id: message_id, account_id, ttl } = record;
  await written(table, { put: importedItem(record), if: [{ item: "absent" }] });
  const place = keys.networkId(own.instance_id, authorOf(message), message.network_id);
  const stood = await written(table, { put: { ...place, message_id, account_id, ttl }, if: [{ item: "absent" }] });
  // In the meantime, the message arrived in the normal way.
  if (stood && stood.message_id !== message_id) await table.write({ delete: keys.message(account_id, message_id) });
}

/** Writes an item unless its key is already in use. @returns the existing item, or null if the new item was written. */
async function written(table: Table, write: Write): Promise<Item | null> {
  try {
    await table.write(write);
    return null;
  } catch (error) {
    if (error instanceof ConditionFailed) return error.item;
    throw error;
  }
}

/**
 * Finds other ids under which these people's messages may be stored, because they were received before the phone
 * numbers were known.
 */
async function earlierIds(
  table: Table,
  { instance_id }: Owner,
  messages: ImportedMessage[],
): Promise<Map<string, string>> {
  const people = [...new Set(messages.filter(({ from_me }) => !from_me).map(({ person }) => person))];
  const records = await table.getMany(people.map((person) => keys.person(instance_id, person)));
  return new Map(
    records.map(personRecords.of).flatMap(({ sk, private_id, merged_into }) => {
      const other = private_id ?? merged_into;
      return other === undefined ? [] : [[sk, other] as const];
    }),
  );
}

const authorOf = ({ from_me, person }: ImportedMessage) => (from_me ? "out" : person);

function authorsOf(message: ImportedMessage, earlier: Map<string, string>): string[] {
  const author = authorOf(message);
  return [author, earlier.get(author), message.from_me ? null : message.private_id].filter(
    (name) => name !== undefined && name !== null,
  );
}

const skOf = ({ instance_id }: Owner, author: string, { network_id }: { network_id: string }) =>
  keys.networkId(instance_id, author, network_id).sk;

function placesOf({ instance_id }: Owner, message: ImportedMessage, earlier: Map<string, string>): Key[] {
  const own = authorsOf(message, earlier).map((author) => keys.networkId(instance_id, author, message.network_id));
  const named = targetsOf(message).map(({ author, network_id }) => keys.networkId(instance_id, author, network_id));
  return [...own, ...named];
}

/** Returns the messages that a message replies to or comments on, identified as in the message itself. */
const targetsOf = ({ quoted, comments }: ImportedMessage) => [quoted, comments].flatMap((one) => one ?? []);

const distinct = (places: Key[]): Key[] => [...new Map(places.map((place) => [place.sk, place])).values()];

/**
 * Resolves the references in these messages: people, and messages in the same chat that are stored or part of the same
 * import. An import can refer to its own messages because a phone sends a chat's newest messages first. See
 * `findNamed`.
 */
async function namedBy(
  table: Table,
  own: Owner,
  messages: ImportedMessage[],
  found: Map<string, Item>,
): Promise<(message: ImportedMessage) => NamedByIt> {
  const together = new Map(
    messages.map((one) => [skOf(own, authorOf(one), one), importedRecord(own, one, NAMES_NONE)]),
  );
  const rows = messages.flatMap(targetsOf).flatMap((target) => found.get(skOf(own, target.author, target)) ?? []);
  const places = distinct(rows.map((row) => keys.message(String(row.account_id), String(row.message_id))));
  const items = places.length === 0 ? [] : await table.getMany(places);
  const stored = new Map(items.map(messageRecords.of).map((record) => [record.sk, record]));
  const allowed = new Map<string, MessageRecord>();
  for (const message of messages) {
    for (const target of targetsOf(message)) {
      const place = skOf(own, target.author, target);
      const row = found.get(place);
      const record = row ? stored.get(String(row.message_id)) : together.get(place);
      if (record && (await mayQuote(table, own.instance_id, record, message))) {
        allowed.set(`${message.id} ${place}`, record);
      }
    }
  }
  const names = await namesOfMentioned(table, own.instance_id, messages);
  return (message) => {
    const at = (target: ImportedMessage["quoted"]) =>
      (target && allowed.get(`${message.id} ${skOf(own, target.author, target)}`)) ?? null;
    return { answered: at(message.quoted), commented: at(message.comments), names };
  };
}

/** Builds an item that appears in its account's index and its chat's history, but in no other list. */
const importedItem = (message: MessageRecord): Item => ({
  ...keys.message(message.account_id, message.id),
  gsi3pk: lists.messagesOfChat(message.instance_id, message.person ?? message.chat_id ?? ""),
  gsi3sk: message.id,
  ...message,
});

/**
 * Builds the record. All of its timestamps are set to when the message was written, because the time of the import is
 * irrelevant.
 */
function importedRecord(own: Owner, message: ImportedMessage, named: NamedByIt): MessageRecord {
  const { from_me, participant, phone, chat_id, contact_name } = message;
  const at = wireTime(message.written_at);
  const isGroups = participant !== null || chat_id.endsWith("@g.us");
  return {
    ...emptyMessage(),
    ...contentOf({ ...message, file: null }, named),
    id: message.id,
    account_id: own.account_id,
    instance_id: own.instance_id,
    ...{ phone, chat_id, participant, contact_name, reply_to: named.answered?.id ?? null },
    direction: from_me ? "out" : "in",
    status: message.status,
    origin: from_me ? "phone" : "contact",
    written_at: at,
    created_at: at,
    person: isGroups ? null : message.person,
    network_id: message.network_id,
    network_chat: chat_id,
    imported: true,
    ttl: keptUntil(message.written_at),
  };
}
