import { SHARD_COUNT_MAX } from "../../contracts/shard-counts.ts";
import type { Clock } from "../../ports.ts";
import { type ShardCount, shardCountRecords } from "../../records/shard-count.ts";
import { keys } from "../../store/keys.ts";
import type { Condition, Table } from "../../store/table.ts";
import { findRunningTask } from "./find-running-task.ts";
import { moveShardInstances } from "./move-shard-instances.ts";

const PAGE = 500;

/** Thrown because instances can't be moved while a session task is running. */
export class TaskRuns extends Error {
  constructor(task: string) {
    super(
      `The session task ${task} is running. Set sessionTasks to 0, deploy, wait until the last task has stopped, and repeat this command.`,
    );
    this.name = "TaskRuns";
  }
}

/** Dependencies for changing the number of shards. */
interface Deps {
  table: Table;
  clock: Clock;
  /** Reports progress. */
  say: (line: string) => void;
}

/**
 * Redistributes all instances across a different number of shards. No session task may be running meanwhile. If the
 * change is interrupted at any point, it can be repeated with the same or a different number of shards; no task starts
 * until it is complete.
 * @returns the new number of shards and how many instances were moved. @throws TaskRuns.
 */
export async function changeShardCount(deps: Deps, to: number): Promise<{ shards: number; moved: number }> {
  const { table, say } = deps;
  const before = await shardCountRecords.read(table);
  const count = Math.max(to, before?.count ?? SHARD_COUNT_MAX, before?.changing_to ?? 0);
  await writeCount(table, { count, changing_to: to }, asRead(before));
  const marked = asRead({ count, changing_to: to });
  const running = await findRunningTask(deps);
  if (running !== null) {
    // If an earlier change was interrupted, leave it marked: some instances are already in their new shards.
    if (before === null) await table.write({ delete: keys.shardCount(), if: marked });
    else if (before.changing_to === undefined) await writeCount(table, { count: before.count }, marked);
    throw new TaskRuns(running);
  }
  let moved = 0;
  for (let shard = 0; shard < count; shard++) {
    moved += await moveShardInstances(table, shard, to);
    if ((shard + 1) % 64 === 0) say(`${shard + 1} of ${count} shards checked, ${moved} instances moved`);
  }
  await removeOwners(table, to);
  await writeCount(table, { count: to }, marked);
  return { shards: to, moved };
}

async function writeCount(table: Table, record: ShardCount, asBefore: Condition): Promise<void> {
  await table.write({ put: { ...keys.shardCount(), ...record }, if: asBefore });
}

/**
 * Builds the condition that the count hasn't changed since it was read. If two commands run at the same time, the
 * second write is refused.
 */
function asRead(before: ShardCount | null): Condition {
  if (before === null) return [{ item: "absent" }];
  const { count, changing_to: to } = before;
  return [
    { field: "count", op: "=", value: count },
    to === undefined ? { field: "changing_to", is: "missing" } : { field: "changing_to", op: "=", value: to },
  ];
}

/** Removes the owner records of shards that no longer exist. Nothing reads them anymore. */
async function removeOwners(table: Table, from: number): Promise<void> {
  for (;;) {
    const { pk, sk } = keys.shardOwner(from);
    // The key of the count itself sorts after all shard numbers.
    const { items, more } = await table.query({ pk, from: sk, before: keys.shardCount().sk, limit: PAGE });
    for (const item of items) await table.write({ delete: { pk: item.pk, sk: item.sk } });
    if (!more) return;
  }
}
