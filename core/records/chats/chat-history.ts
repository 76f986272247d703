import { type AccountId, ID_PREFIXES, type InstanceId, type MessageId } from "../../contracts/ids.ts";
import { keptSince } from "../../domain/chats/kept-since.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import { keys, lists } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { isKept, type MessageRecord, messageRecords } from "../message.ts";
import { joinedForm } from "../person-forms.ts";
import type { StoredChat } from "./stored-chat.ts";

/**
 * A page of a chat's messages. The next page, with older messages, starts after the id `next`, which is null if there
 * are no older messages.
 */
export interface HistoryPage {
  messages: MessageRecord[];
  next: MessageId | null;
}

/** Where a page starts: after the message with a given ID or, if the ID is null, after the `offset` newest messages. */
interface HistoryStart {
  limit: number;
  offset: number;
  after?: string | null;
  /** Only include messages since the given time. If omitted, all stored messages are included. */
  since?: Date;
}

/**
 * The minimum number of entries per read. It is larger than a page needs, because entries of other instances are
 * skipped.
 */
const READ_AT_ONCE = 100;

/**
 * Reads the messages of one chat on one instance, newest first: received messages, sent messages, and messages imported
 * from the phone's history. They are spread over up to four lists (by phone number, by chat, by the private id from
 * before the number was known, and by another form of the number), which are merged by message id. Messages from before
 * the chat was deleted, and messages older than 30 days, are left out. Spec: GET …/history.
 */
export async function readHistory(
  { table }: { table: Table },
  account: AccountId,
  chat: StoredChat,
  { limit, offset, after = null, since: earliest }: HistoryStart,
  now: Date,
): Promise<HistoryPage> {
  const kept = keptSince(chat.record, now);
  const from = idBound(ID_PREFIXES.message, earliest && earliest > kept ? earliest : kept);
  const passed = after === null ? offset : 0;
  const count = passed + limit + 1;
  const read = (pk: string) => newestIds(table, { pk, from, after, instance: chat.instance_id, count });
  const found = (await Promise.all(listsOf(account, chat).map(read))).flat();
  const ids = [...new Set(found)].sort().reverse();
  const wanted = ids.slice(passed, passed + limit);
  const items = await table.getMany(wanted.map((id) => keys.message(account, id)));
  const byId = new Map(items.map(messageRecords.of).map((message) => [message.id, message]));
  const messages = wanted.flatMap((id) => byId.get(id) ?? []).filter((one) => isOf(chat, one) && isKept(one, now));
  return { messages, next: ids.length > passed + limit ? (wanted.at(-1) ?? null) : null };
}

/** Returns the index partitions that list the chat's messages. */
function listsOf(account: AccountId, chat: StoredChat): string[] {
  const { instance_id: instance, key } = chat;
  const own = lists.messagesOfChat(instance, key);
  if (chat.type !== "person" || phoneOfPerson(key) === null) return [own];
  const { private_id } = chat.record;
  const hidden = private_id === undefined ? [] : [lists.messagesOfChat(instance, private_id)];
  const form = joinedForm(key, chat.record);
  const earlier = form === null ? [] : [lists.messagesOfPhone(account, form), lists.messagesOfChat(instance, form)];
  return [lists.messagesOfPhone(account, key), own, ...hidden, ...earlier];
}

/**
 * Reads the newest message ids from one list. A list by phone number covers all of the account's instances, so it is
 * filtered to the chat's own instance.
 */
async function newestIds(
  table: Table,
  {
    pk,
    from,
    after,
    instance,
    count,
  }: { pk: string; from: string; after: string | null; instance: InstanceId; count: number },
): Promise<MessageId[]> {
  const ids: MessageId[] = [];
  // An entry is a message ID followed by a suffix, so the bare ID sorts before its message's entry.
  for (let before = after ?? undefined; ids.length < count; ) {
    const limit = Math.max(READ_AT_ONCE, count - ids.length);
    const range = { pk, index: "by_phone", descending: true, from, limit } as const;
    const { items, more } = await table.query({ ...range, ...(before !== undefined && { before }) });
    for (const { gsi3sk } of items) {
      // Entries written by earlier versions don't include the instance. For those entries, the instance is determined
      // when the message is read.
      const [id = "", of = instance] = String(gsi3sk).split("#");
      if (of === instance && ids.length < count) ids.push(id);
    }
    const last = items.at(-1)?.gsi3sk;
    if (!more || typeof last !== "string") break;
    before = last;
  }
  return ids;
}

/**
 * Whether a message belongs to the chat. Earlier versions also listed group messages under their author's phone number.
 */
const isOf = (chat: StoredChat, message: MessageRecord): boolean =>
  message.instance_id === chat.instance_id && (chat.type !== "person" || message.person !== null);
