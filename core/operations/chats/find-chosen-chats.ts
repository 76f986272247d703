import type { InstanceId } from "../../contracts/ids.ts";
import { chatItem, chatPlace } from "../../records/chats/stored-chat.ts";
import { keys, lists } from "../../store/keys.ts";
import type { Item, Key, Range, Table } from "../../store/table.ts";

/** Filters for chats, apart from a search. null: any. */
export interface ChatChoice {
  waiting: boolean | null;
  label_id: number | null;
}

/** The chats of an instance that can match, from rows that lag. null: any can, or none is excluded. */
export interface ChosenChats {
  only: Key[] | null;
  not: Key[] | null;
}

/** Rows per request, which returns a megabyte at most. */
const READ_AT_ONCE = 5_000;

/** Reads the keys of the people who wait and of the chats with a label, as far as the filter needs them. */
export async function findChosenChats(table: Table, instance: InstanceId, choice: ChatChoice): Promise<ChosenChats> {
  const [labelled, waiting] = await Promise.all([
    choice.label_id === null ? null : labelledChats(table, instance, choice.label_id),
    choice.waiting === null ? null : waitingChats(table, instance),
  ]);
  if (choice.waiting === false) return { only: labelled, not: waiting };
  if (labelled === null || waiting === null) return { only: labelled ?? waiting, not: null };
  const names = new Set(waiting.map(({ sk }) => sk));
  return { only: labelled.filter(({ sk }) => names.has(sk)), not: null };
}

async function labelledChats(table: Table, instance: InstanceId, label: number): Promise<Key[]> {
  const rows = await readAll(table, { pk: keys.labelled(instance, label, "").pk });
  return rows.flatMap(({ sk }) => {
    const place = chatPlace(sk);
    return place === null ? [] : [chatItem(instance, place)];
  });
}

async function waitingChats(table: Table, instance: InstanceId): Promise<Key[]> {
  const rows = await readAll(table, { pk: lists.waitingChats(instance), index: "by_phone" });
  return rows.map(({ pk, sk }) => ({ pk, sk }));
}

async function readAll(table: Table, range: Pick<Range, "pk" | "index">): Promise<Item[]> {
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
