import { lastBeatSec } from "../../records/task.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";

/**
 * A task counts as dead after this many seconds without a beat. Other tasks take over its shards within seconds, and
 * clocks may differ slightly.
 */
const DEAD_AFTER_SEC = 60;
const PAGE = 500;

/**
 * Counts the shards that aren't owned by a living task. Called by the sweep, because if all tasks are dead, none of
 * them can report it. During a handover between tasks, shards are unowned for a few seconds.
 */
export async function countUnownedShards({ table }: { table: Table }, shardCount: number, now: Date): Promise<number> {
  const [owners, tasks] = await Promise.all([
    readPartition(table, keys.shardOwner(0).pk),
    readPartition(table, keys.task("").pk),
  ]);
  const oldest = now.getTime() / 1000 - DEAD_AFTER_SEC;
  const living = new Set(tasks.filter((task) => (lastBeatSec(task) ?? 0) >= oldest).map(({ sk }) => sk));
  const byShard = new Map(owners.map((item) => [item.sk, item.task]));
  const shards = Array.from({ length: shardCount }, (_, shard) => byShard.get(keys.shardOwner(shard).sk));
  return shards.filter((owner) => typeof owner !== "string" || !living.has(owner)).length;
}

async function readPartition(table: Table, pk: string): Promise<Item[]> {
  const found: Item[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.items);
    after = found.at(-1)?.sk;
    if (!page.more || after === undefined) return found;
  }
}
