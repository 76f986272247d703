import type { InstanceId } from "../../contracts/ids.ts";
import { marksOf } from "../../records/chats/chat-fields.ts";
import { lists } from "../../store/keys.ts";
import type { Item, Key, Table } from "../../store/table.ts";
import type { ChosenChats, TeamChoice } from "./find-chosen-chats.ts";

/** A chat's place in its instance's list, from an index that lags. */
export interface ListedChat extends Key {
  /** A text that sorts by the time of the chat's last message. */
  order: string;
}

/** Entries per request if only some are wanted. */
const READ_AT_ONCE = 1_000;
/** Entries of the first request if the team's work decides, because most of the newest chats are still open. */
const FIRST_CHUNK = 100;

/**
 * Lists an instance's newest chosen chats from the list's index: at most `count`, each once even if it moves while the
 * list is read.
 * @param range.before only chats older than this order are listed; null starts from the newest.
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

/** A chat that was set aside may be listed again; only its record has the time. */
function canMatch(order: string, team: TeamChoice | null): boolean {
  if (team === null) return true;
  const marks = marksOf(order);
  const isAssigned = team.assignee === undefined || marks.assigned === (team.assignee !== null);
  const isClosed = team.closed === undefined || marks.closed === team.closed;
  return isAssigned && isClosed && (team.snoozed !== true || marks.snoozed);
}

const orderOf = (item: Item) => String(item.gsi2sk);
const listed = (item: Item): ListedChat => ({ pk: item.pk, sk: item.sk, order: orderOf(item) });
