import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { listEntry } from "../../records/chats/chat-fields.ts";
import { chatIn, type StoredChat } from "../../records/chats/stored-chat.ts";
import type { Table } from "../../store/table.ts";
import { type ChatChoice, findChosenChats } from "./find-chosen-chats.ts";
import { isListed, newestFirst } from "./judge-listed.ts";
import { type ListedChat, listChatKeys } from "./list-chat-keys.ts";

/**
 * A page of chats. `next` is the place of its last chat, after which the next page starts. Null if this is the last
 * page.
 */
export interface ChatPage {
  chats: StoredChat[];
  next: string | null;
}

/** The start of a page: after a given place or, if `after` is null, at a page number, counted from 1. */
export interface ChatsStart {
  page: number;
  after: string | null;
}

/** Returns a chat's place in lists. In newest-first order, the greatest place comes first. */
export function orderOfChat({ instance_id, key, record }: StoredChat): string {
  return listEntry(instance_id, record.last_ms ?? 0, record.last_id ?? key, record).gsi2sk;
}

/** If at most this many chats can match, their records are read directly instead of reading the list. */
const FEW = 2 * LIMITS.chatsPage;

/**
 * Lists one page of chats, newest first: by the time of the last message in either direction, then by that message's
 * id. The lists contain only keys, so each chat is read and checked again. Chats that were just deleted, merged or
 * answered are left out, so the page may be short. Spec: GET /v1/chats.
 * @param instances the instances. The caller's access to them must already have been checked. @param start a page
 * number from 1, or the place after which the page starts.
 */
export async function listChats(
  { table }: { table: Table },
  instances: InstanceId[],
  choice: ChatChoice,
  { page, after }: ChatsStart,
): Promise<ChatPage> {
  const end = (after === null ? page : 1) * LIMITS.chatsPage;
  const range = { count: end + 1, before: after };
  const entries = await Promise.all(instances.map((one) => newest(table, one, choice, range)));
  const all = entries.flat().toSorted((a, b) => (a.order === b.order ? 0 : a.order > b.order ? -1 : 1));
  const shown = all.slice(end - LIMITS.chatsPage, end);
  const unread = shown.filter((entry) => entry.chat === undefined);
  const read = (await table.getMany(unread.map(({ pk, sk }) => ({ pk, sk })))).map(chatIn);
  const chats = [...shown.flatMap(({ chat }) => chat ?? []), ...read];
  const next = all.length > end ? (shown.at(-1)?.order ?? null) : null;
  return { chats: chats.filter((chat) => isListed(chat, choice)).toSorted(newestFirst), next };
}

/**
 * Reads an instance's newest chats. If few chats can match, reads their records directly, which also finds changes that
 * haven't reached the index yet.
 */
async function newest(
  table: Table,
  instance: InstanceId,
  choice: ChatChoice,
  range: { count: number; before: string | null },
): Promise<(ListedChat & { chat?: StoredChat })[]> {
  const chosen = await findChosenChats(table, instance, choice);
  if (chosen.only === null || chosen.only.length > FEW)
    return listChatKeys(table, instance, { ...chosen, team: choice.team ?? null }, range);
  const items = await table.getMany(chosen.only);
  return items.flatMap((item) => {
    const chat = chatIn(item);
    const order = orderOfChat(chat);
    if (!isListed(chat, choice) || (range.before !== null && order >= range.before)) return [];
    return [{ pk: item.pk, sk: item.sk, order, chat }];
  });
}
