import type { InstanceId, UserId } from "../../contracts/ids.ts";
import { chatItem, chatPlace } from "../../records/chats/stored-chat.ts";
import { keys, lists } from "../../store/keys.ts";
import type { Item, Key, Range, Table } from "../../store/table.ts";

/** Chat filters other than the search text. A null filter matches every chat. */
export interface ChatChoice {
  waiting: boolean | null;
  label_id: number | null;
  /** Filters by the team's work. If absent, every chat matches. */
  team?: TeamChoice | null;
}

/** Filters chats by the team's work. Omitted filters match every chat. */
export interface TeamChoice {
  /** The member that the chat is assigned to. Null matches unassigned chats. */
  assignee?: UserId | null;
  closed?: boolean;
  snoozed?: boolean;
  /** The current time. Chats whose snooze has ended by then are listed again. */
  now: Date;
}

/**
 * Keys of an instance's chats, taken from indexes that may lag behind. `only` lists the chats that can match; null
 * means any chat. `not` lists the chats to exclude; null means none.
 */
export interface ChosenChats {
  only: Key[] | null;
  not: Key[] | null;
}

/** The number of rows per request. A single request returns at most one megabyte. */
const READ_AT_ONCE = 5_000;

/**
 * Reads whichever of these the filter needs: the keys of people who are waiting, of chats with a label, and of chats
 * assigned to a team member. The chat list itself shows whether a chat is closed, snoozed or unassigned.
 */
export async function findChosenChats(table: Table, instance: InstanceId, choice: ChatChoice): Promise<ChosenChats> {
  const user = choice.team?.assignee ?? null;
  const [labelled, waiting, assigned] = await Promise.all([
    choice.label_id === null ? null : labelledChats(table, instance, choice.label_id),
    choice.waiting === null ? null : waitingChats(table, instance),
    user === null ? null : assignedChats(table, instance, user),
  ]);
  const chosen = [labelled, choice.waiting === true ? waiting : null, assigned].filter((found) => found !== null);
  return { only: inAll(chosen), not: choice.waiting === false ? waiting : null };
}

function inAll([first, ...others]: Key[][]): Key[] | null {
  if (first === undefined) return null;
  const names = others.map((keys) => new Set(keys.map(({ sk }) => sk)));
  return first.filter(({ sk }) => names.every((one) => one.has(sk)));
}

async function labelledChats(table: Table, instance: InstanceId, label: number): Promise<Key[]> {
  const rows = await readAll(table, { pk: keys.labelled(instance, label, "").pk });
  return chatsNamed(
    instance,
    rows.map(({ sk }) => sk),
  );
}

async function assignedChats(table: Table, instance: InstanceId, user: UserId): Promise<Key[]> {
  const { pk, sk: prefix } = keys.assigned(instance, user, "");
  const rows = await readAll(table, { pk, prefix });
  return chatsNamed(
    instance,
    rows.map(({ sk }) => sk.slice(prefix.length)),
  );
}

function chatsNamed(instance: InstanceId, names: string[]): Key[] {
  return names.flatMap((name) => {
    const place = chatPlace(name);
    return place === null ? [] : [chatItem(instance, place)];
  });
}

async function waitingChats(table: Table, instance: InstanceId): Promise<Key[]> {
  const rows = await readAll(table, { pk: lists.waitingChats(instance), index: "by_phone" });
  return rows.map(({ pk, sk }) => ({ pk, sk }));
}

async function readAll(table: Table, range: Pick<Range, "pk" | "prefix" | "index">): Promise<Item[]> {
  const rows: Item[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ ...range, limit: READ_AT_ONCE, ...(after !== undefined && { after }) });
    rows.push(...items);
    const last = items.at(-1);
    const read = range.index === undefined ? last?.sk : last?.gsi3sk;
    if (!more || typeof read !== "string") return rows;
    after = read;
  }
}
