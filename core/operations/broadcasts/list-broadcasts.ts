import type { BroadcastStatus } from "../../contracts/broadcasts/broadcast-states.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { type BroadcastRecord, broadcastRecords, isExpired } from "../../records/broadcasts/broadcast.ts";
import { keys, lists } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";

/**
 * Selects the broadcasts to list. A null instance means all of the account's instances; a null status means all
 * statuses.
 */
export interface BroadcastChoice {
  account_id: AccountId;
  instance_id: InstanceId | null;
  status: BroadcastStatus | null;
}

const READ_AT_ONCE = 100;

/**
 * Lists broadcasts, newest first.
 * @param places selects the `count` broadcasts that follow the broadcast `after` or, if `after` is null, the `count`
 * broadcasts from position `from` on.
 * @returns `next`, which is the id of the last listed broadcast if more follow. Spec: GET /v1/broadcasts.
 */
export async function listBroadcasts(
  table: Table,
  choice: BroadcastChoice,
  { from, count, after }: { from: number; count: number; after: string | null },
  now: Date,
): Promise<{ broadcasts: BroadcastRecord[]; next: string | null }> {
  const found: BroadcastRecord[] = [];
  const passed = after === null ? from : 0;
  for (let before = after ?? undefined; found.length <= passed + count; ) {
    const page = await readPage(table, choice, before);
    for (const broadcast of page.broadcasts) {
      const isMeant = choice.status === null || broadcast.status === choice.status;
      if (isMeant && !isExpired(broadcast, now)) found.push(broadcast);
    }
    before = page.next;
    if (before === undefined) break;
  }
  const broadcasts = found.slice(passed, passed + count);
  return { broadcasts, next: found.length > passed + count ? (broadcasts.at(-1)?.id ?? null) : null };
}

async function readPage(table: Table, { account_id, instance_id }: BroadcastChoice, before: string | undefined) {
  const range = { limit: READ_AT_ONCE, descending: true, ...(before !== undefined && { before }) };
  if (instance_id === null) {
    const { items, more } = await table.query({ pk: keys.broadcast(account_id, "").pk, ...range });
    return { broadcasts: items.map(broadcastRecords.of), next: more ? items.at(-1)?.sk : undefined };
  }
  const { items, more } = await table.query({
    pk: lists.broadcastsOfInstance(instance_id),
    index: "by_instance",
    ...range,
  });
  const read = new Map(
    (await table.getMany(items.map(({ sk }) => keys.broadcast(account_id, sk)))).map((item: Item) => [item.sk, item]),
  );
  const broadcasts = items.flatMap(({ sk }) => broadcastRecords.orNull(read.get(sk)) ?? []);
  return { broadcasts, next: more ? items.at(-1)?.sk : undefined };
}
