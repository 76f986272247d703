import type { MessageId } from "../../contracts/ids.ts";
import type { MessageStatus } from "../../contracts/message.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { checkFence } from "../../records/fence.ts";
import { emptyMessage, keptUntil, type MessageRecord, messageRecords } from "../../records/message.ts";
import type { Owner } from "../../records/owner.ts";
import { personRecords } from "../../records/person.ts";
import { keys, lists } from "../../store/keys.ts";
import { ConditionFailed, type Item, type Key, type Table, type Write } from "../../store/table.ts";
import { contentOf } from "./describe-received.ts";
import { mayQuote } from "./find-quoted.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** A message from the phone's history, in the gateway's terms. Its file is not fetched. */
export interface ImportedMessage extends Omit<IncomingMessage, keyof Owner | "journal" | "also" | "file"> {
  /** Derived from the message itself: see `importedId`. */
  id: MessageId;
  status: MessageStatus;
}

/** Messages per call, all written at the same time. */
export const IMPORTED_AT_ONCE = 25;

/**
 * Stores messages from the phone's history that are not stored yet, without events: in the chat's history and by their
 * id, but not in the instance's message list. After a crash the rest is stored the next time; a message is written
 * before what leads to it, and replaces nothing. docs/decisions/0075.
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
  const answered = await answeredBy(table, own, [...news.values()], found);
  await Promise.all([...news.values()].map((one) => store(table, own, one, answered.get(one.id) ?? null)));
}

/** Writes the message first, then its network id row, without which it would be imported again and find itself. */
async function store(
  table: Table,
  own: Owner,
  message: ImportedMessage,
  answered: MessageRecord | null,
): Promise<void> {
  const record = importedRecord(own, message, answered);
  const { id: message_id, account_id, ttl } = record;
  await written(table, { put: importedItem(record), if: [{ item: "absent" }] });
  const place = keys.networkId(own.instance_id, authorOf(message), message.network_id);
  const stood = await written(table, { put: { ...place, message_id, account_id, ttl }, if: [{ item: "absent" }] });
  // It was received in the meantime.
  if (stood && stood.message_id !== message_id) await table.write({ delete: keys.message(account_id, message_id) });
}

/** @returns what was already stored there; null: it was written. */
async function written(table: Table, write: Write): Promise<Item | null> {
  try {
    await table.write(write);
    return null;
  } catch (error) {
    if (error instanceof ConditionFailed) return error.item;
    throw error;
  }
}

/** Finds other ids under which these people's messages may be stored, from before their phone was known. */
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
  const { quoted } = message;
  return quoted ? [...own, keys.networkId(instance_id, quoted.author, quoted.network_id)] : own;
}

const distinct = (places: Key[]): Key[] => [...new Map(places.map((place) => [place.sk, place])).values()];

/** Finds the messages that these answer, by the answer's id; only messages in the same chat. See `findQuoted`. */
async function answeredBy(
  table: Table,
  own: Owner,
  messages: ImportedMessage[],
  found: Map<string, Item>,
): Promise<Map<MessageId, MessageRecord>> {
  const quotes = messages.flatMap((message) => {
    const { quoted } = message;
    const row = quoted && found.get(skOf(own, quoted.author, quoted));
    return row ? [{ message, place: keys.message(String(row.account_id), String(row.message_id)) }] : [];
  });
  if (quotes.length === 0) return new Map();
  const places = new Map(quotes.map(({ place }) => [place.sk, place]));
  const items = await table.getMany([...places.values()]);
  const stored = new Map(items.map(messageRecords.of).map((record) => [record.sk, record]));
  const answered = new Map<MessageId, MessageRecord>();
  for (const { message, place } of quotes) {
    const record = stored.get(place.sk);
    if (record && (await mayQuote(table, own.instance_id, record, message))) answered.set(message.id, record);
  }
  return answered;
}

/** Stored under its account and in its chat's history only. */
const importedItem = (message: MessageRecord): Item => ({
  ...keys.message(message.account_id, message.id),
  gsi3pk: lists.messagesOfChat(message.instance_id, message.person ?? message.chat_id ?? ""),
  gsi3sk: message.id,
  ...message,
});

/** Its times are those of its writing, because nobody needs the time of the import. */
function importedRecord(own: Owner, message: ImportedMessage, answered: MessageRecord | null): MessageRecord {
  const { from_me, participant, phone, chat_id, contact_name } = message;
  const at = wireTime(message.written_at);
  const isGroups = participant !== null || chat_id.endsWith("@g.us");
  return {
    ...emptyMessage(),
    ...contentOf({ ...message, file: null }, { answered, commented: null }),
    id: message.id,
    account_id: own.account_id,
    instance_id: own.instance_id,
    ...{ phone, chat_id, participant, contact_name, reply_to: answered?.id ?? null },
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
