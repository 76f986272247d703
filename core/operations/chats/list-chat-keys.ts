import type { InstanceId } from "../../contracts/ids.ts";
import { marksOf } from "../../records/chats/chat-fields.ts";
import { lists } from "../../store/keys.ts";
import type { Item, Key, Table } from "../../store/table.ts";
import type { ChosenChats, TeamChoice } from "./find-chosen-chats.ts";

/** A chat's place in its instance's list, as read from an eventually consistent index. */
export interface ListedChat extends Key {
  /** A string that sorts chats by the time of their last message. */
  order: string;
}

/** The number of entries per request when only some of them are needed. */
const READ_AT_ONCE = 1_000;
/**
 * The number of entries in the first request when filtering by the team's work. It is small because most of the newest
 * chats are still open.
 */
const FIRST_CHUNK = 100;

/**
 * Lists an instance's newest chats that match a filter, using the list's index. Returns at most `count` chats, and
 * never the same chat twice, even if it moves while the list is being read.
 * @param range.before lists only chats that sort before the given order. Null starts with the newest chat.
 */
export async function listChatKeys(
  table: Table,
  instance: InstanceId,
  chosen: ChosenChats & { team: TeamChoice | null },
  { count, before: start }: { count: number; before: string | null },
): Promise<ListedChat[]> {
  const only = chosen.only && new Set(chosen.only.map(({ sk }) => sk));
  const not = new Set(chosen.not?.map(({ sk }) => sk));
  const wanted = Math.min(count, only?.size ?? count);
  const isFiltered = only !== null || not.size > 0;
  const found = new Map<string, ListedChat>();
  let chunk = FIRST_CHUNK;
  for (let before = start ?? undefined; found.size < wanted; chunk = Math.min(2 * chunk, READ_AT_ONCE)) {
    const { items, more } = await table.query({
      pk: lists.chatsOfInstance(instance),
      index: "by_instance",
      descending: true,
      limit: isFiltered ? READ_AT_ONCE : chosen.team ? chunk : wanted - found.size,
      ...(before !== undefined && { before }),
    });
    for (const item of items) {
      const isChosen = only?.has(item.sk) !== false && !not.has(item.sk) && canMatch(orderOf(item), chosen.team);
      if (isChosen && found.size < wanted && !found.has(item.sk)) found.set(item.sk, listed(item));
    }
    const last = items.at(-1);
    if (!more || last === undefined) break;
    before = orderOf(last);
  }
  return [...found.values()];
}

/**
 * Whether an entry can match the filter. A snoozed chat might already be due to reappear, but only its record says
 * when.
 */
function canMatch(order: string, team: TeamChoice | null): boolean {
  if (team === null) return true;
  const marks = marksOf(order);
  const isAssigned = team.assignee === undefined || marks.assigned === (team.assignee !== null);
  const isClosed = team.closed === undefined || marks.closed === team.closed;
  return isAssigned && isClosed && (team.snoozed !== true || marks.snoozed);
}

const orderOf = (item: Item) => String(item.gsi2sk);
const listed = (item: Item): ListedChat => ({ pk: item.pk, sk: item.sk, order: orderOf(item) });
