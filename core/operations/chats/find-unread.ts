import type { AccountId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import { type MessageRecord, messageRecords } from "../../records/message.ts";
import { lists } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";

/** Messages looked at, of each list: those of our own stand between. */
const LOOKED_AT = 100;

/** A received message with its id on the network. */
export type ReceivedMessage = MessageRecord & { network_id: string };

/**
 * The newest unread messages of a chat, whose writers are told when it is read: twenty at most. When all are read the
 * last received one: whoever asks again makes up for what an earlier try left undone.
 */
export async function findUnread(table: Table, account: AccountId, chat: StoredChat): Promise<ReceivedMessage[]> {
  const unread = Math.max(1, (chat.record.received ?? 0) - (chat.record.read_to ?? 0));
  const pages = await Promise.all(listsOf(account, chat).map((pk) => newest(table, pk)));
  const found = (await table.getMany(pages.flat())).map(messageRecords.of);
  return found
    .filter((message) => message.instance_id === chat.instance_id && message.direction === "in")
    .flatMap((message) => (message.network_id === null ? [] : [{ ...message, network_id: message.network_id }]))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, Math.min(unread, LIMITS.readReceiptsMax));
}

async function newest(table: Table, pk: string): Promise<Key[]> {
  const { items } = await table.query({ pk, index: "by_phone", descending: true, limit: LOOKED_AT });
  return items.map(({ pk, sk }) => ({ pk, sk }));
}

/** A person's messages from before their number was known stay under their private id. */
function listsOf(account: AccountId, chat: StoredChat): string[] {
  const { instance_id: instance, key } = chat;
  if (chat.type !== "person") return [lists.messagesOfChat(instance, key)];
  const before = chat.record.private_id;
  return [
    ...(/^\d+$/.test(key) ? [lists.messagesOfPhone(account, key)] : []),
    lists.messagesOfChat(instance, key),
    ...(before === undefined ? [] : [lists.messagesOfChat(instance, before)]),
  ];
}
