import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { listEntry } from "../../records/chats/chat-fields.ts";
import { chatIn, type StoredChat } from "../../records/chats/stored-chat.ts";
import type { Table } from "../../store/table.ts";
import { type ChatChoice, findChosenChats } from "./find-chosen-chats.ts";
import { isListed, newestFirst } from "./judge-listed.ts";
import { type ListedChat, listChatKeys } from "./list-chat-keys.ts";

/** A page of chats; `more`: others follow. */
export interface ChatPage {
  chats: StoredChat[];
  more: boolean;
}

/** Where at most so many chats can be meant, their records are read instead of the list. */
const FEW = 2 * LIMITS.chatsPage;

/**
 * One page of chats, newest first: the time of the last message of either side, then its id. The lists are only lists of
 * keys: each chat is read and looked at again, so one that was deleted, merged or answered a moment ago is left out, and
 * the page is shorter. Spec: GET /v1/chats.
 * @param instances checked to be the caller's. @param page from 1.
 */
export async function listChats(
  { table }: { table: Table },
  instances: InstanceId[],
  choice: ChatChoice,
  page: number,
): Promise<ChatPage> {
  const end = page * LIMITS.chatsPage;
  const entries = await Promise.all(instances.map((one) => newest(table, one, choice, end + 1)));
  const all = entries.flat().toSorted((a, b) => (a.order === b.order ? 0 : a.order > b.order ? -1 : 1));
  const shown = all.slice(end - LIMITS.chatsPage, end);
  const unread = shown.filter((entry) => entry.chat === undefined);
  const read = (await table.getMany(unread.map(({ pk, sk }) => ({ pk, sk })))).map(chatIn);
  const chats = [...shown.flatMap(({ chat }) => chat ?? []), ...read];
  return { chats: chats.filter((chat) => isListed(chat, choice)).toSorted(newestFirst), more: all.length > end };
}

/** The first chats of one instance; a few are read at once, which tells what the index does not know yet. */
async function newest(
  table: Table,
  instance: InstanceId,
  choice: ChatChoice,
  count: number,
): Promise<(ListedChat & { chat?: StoredChat })[]> {
  const chosen = await findChosenChats(table, instance, choice);
  if (chosen.only === null || chosen.only.length > FEW) return listChatKeys(table, instance, chosen, count);
  const items = await table.getMany(chosen.only);
  return items.flatMap((item) => {
    const chat = chatIn(item);
    const { last_ms, last_id } = chat.record;
    if (last_ms === undefined || !isListed(chat, choice)) return [];
    const order = listEntry(instance, last_ms, last_id ?? chat.key).gsi2sk;
    return [{ pk: item.pk, sk: item.sk, order, chat }];
  });
}
