import { keys } from "../../core/store/keys.ts";
import { type Condition, ConditionFailed, type Item } from "../../core/store/table.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { ShardRow } from "./shard-share.ts";

type Deps = Pick<SessionDeps, "table">;

/** All shards and all tasks, strongly consistent. */
export async function readOwnership(deps: Deps, shardCount: number): Promise<{ shards: ShardRow[]; tasks: Item[] }> {
  const [owners, tasks] = await Promise.all([
    deps.table.query({ pk: keys.shardOwner(0).pk, limit: 1_000 }),
    deps.table.query({ pk: keys.task("").pk, limit: 1_000 }),
  ]);
  const byKey = new Map(owners.items.map((item) => [item.sk, item]));
  const shards = Array.from({ length: shardCount }, (_, shard): ShardRow => {
    const item = byKey.get(keys.shardOwner(shard).sk);
    const task = typeof item?.task === "string" ? item.task : null;
    return { shard, task, generation: typeof item?.generation === "number" ? item.generation : 0 };
  });
  return { shards, tasks: tasks.items };
}

/** Takes a shard as it was seen. @returns its new generation; null when somebody was faster. */
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

/** Gives a shard back, unless somebody else has it by now. */
export async function releaseShard(deps: Deps, task: string, shard: number, generation: number): Promise<void> {
  const ours: Condition = [
    { field: "task", op: "=", value: task },
    { field: "generation", op: "=", value: generation },
  ];
  try {
    // Raised once more, so that a taker's condition never meets a generation it has seen with another owner.
    await deps.table.write({ update: keys.shardOwner(shard), add: { generation: 1 }, remove: ["task"], if: ours });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
