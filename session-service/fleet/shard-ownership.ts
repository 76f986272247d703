import { checkShardCount, shardCountRecords } from "../../core/records/shard-count.ts";
import { keys } from "../../core/store/keys.ts";
import { type Condition, ConditionFailed, type Item } from "../../core/store/table.ts";
import type { TaskDeps } from "../session-deps.ts";
import type { ShardRow } from "./shard-share.ts";

type Deps = Pick<TaskDeps, "table">;

/** Reads all tasks' items with strong consistency. About thirty items cost one read unit. */
export const readTasks = (deps: Deps): Promise<Item[]> => readAll(deps, keys.task("").pk);

/**
 * Reads each shard's owner with strong consistency. About sixty owners cost one read unit.
 * @throws ShardCountDiffers if the instances are distributed over a different number of shards, or are being moved.
 */
export async function readOwners(deps: Deps, shardCount: number): Promise<ShardRow[]> {
  const items = await readAll(deps, keys.shardOwner(0).pk);
  checkShardCount(shardCountRecords.among(items), shardCount);
  const byKey = new Map(items.map((item) => [item.sk, item]));
  return Array.from({ length: shardCount }, (_, shard): ShardRow => {
    const item = byKey.get(keys.shardOwner(shard).sk);
    const task = typeof item?.task === "string" ? item.task : null;
    return { shard, task, generation: typeof item?.generation === "number" ? item.generation : 0 };
  });
}

const PAGE = 1_000;

async function readAll({ table }: Deps, pk: string): Promise<Item[]> {
  const found: Item[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.items);
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return found;
  }
}

/**
 * Removes the item of a dead task, unless the task has sent a heartbeat since the item was read. Otherwise, a task that
 * starts later would count the dead task as alive until it had watched the item long enough, and would leave shards for
 * the dead task.
 */
export async function removeDeadTask({ table }: Deps, { sk, run, beat }: Item): Promise<void> {
  const unchanged: Condition = [
    { field: "run", op: "=", value: String(run) },
    { field: "beat", op: "=", value: Number(beat) },
  ];
  try {
    await table.write({ delete: keys.task(sk), if: unchanged });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // another task was faster, or the task is alive
  }
}

/**
 * Takes a shard, provided that its owner has not changed since it was read. @returns the shard's new generation, or
 * null if another task was faster.
 */
export async function takeShard(deps: Deps, task: string, seen: ShardRow): Promise<number | null> {
  const unchanged: Condition =
    seen.generation === 0 ? [{ item: "absent" }] : [{ field: "generation", op: "=", value: seen.generation }];
  try {
    const item = await deps.table.write({
      update: keys.shardOwner(seen.shard),
      set: { task },
      add: { generation: 1 },
      if: unchanged,
    });
    return Number(item?.generation);
  } catch (error) {
    if (error instanceof ConditionFailed) return null;
    throw error;
  }
}

/** Gives a shard back, unless another task has taken it in the meantime. */
export async function releaseShard(deps: Deps, task: string, shard: number, generation: number): Promise<void> {
  const ours: Condition = [
    { field: "task", op: "=", value: task },
    { field: "generation", op: "=", value: generation },
  ];
  try {
    // Increment the generation here too. Otherwise, a taker's condition could match a generation that it saw under
    // another owner.
    await deps.table.write({ update: keys.shardOwner(shard), add: { generation: 1 }, remove: ["task"], if: ours });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
