import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import { ConditionFailed, type Table } from "../store/table.ts";

/** How many shards the table's instances are spread over. Tasks and the operator's command must agree on the number. */
export interface ShardCount {
  /** The number of shards. During a change, every instance's shard is below this number. */
  count: number;
  /** Set while instances are being moved between shards. No task may start during that time. */
  changing_to?: number;
}

/** The stored number of shards. */
export const shardCountRecords = recordsAt<ShardCount, Parameters<typeof keys.shardCount>>(keys.shardCount);

/**
 * Thrown if a task expects a different number of shards than the table has, or while instances are being moved between
 * shards.
 */
export class ShardCountDiffers extends Error {
  constructor({ count, changing_to: to }: ShardCount, wanted: number) {
    super(
      to === undefined
        ? `The instances of this table are spread over ${count} shards, but this task is set to ${wanted}. Set shardCount back to ${count}, or change the number of shards while no task is running: npm run admin -- shards change --to ${wanted} (docs/deployment.md).`
        : `The number of shards is being changed to ${to}, and no task may run until the change is complete. If the change was interrupted, repeat it: npm run admin -- shards change --to ${to} (docs/deployment.md).`,
    );
    this.name = "ShardCountDiffers";
  }
}

/** Checks that a task configured with `wanted` shards may work on the table. @throws ShardCountDiffers */
export function checkShardCount(stored: ShardCount | null, wanted: number): void {
  if (stored && (stored.changing_to !== undefined || stored.count !== wanted))
    throw new ShardCountDiffers(stored, wanted);
}

/**
 * Records a task's number of shards if the table doesn't have one yet. Call this after the task's first beat. The
 * operator's command marks the change first and checks for beats afterward, so at least one of the two always notices
 * the other.
 * @throws ShardCountDiffers if the table has a different number.
 */
export async function agreeOnShardCount(table: Table, count: number): Promise<void> {
  const known = await shardCountRecords.read(table);
  if (known) return checkShardCount(known, count);
  const mine: ShardCount = { count: (await countOfOwners(table)) ?? count };
  try {
    await table.write({ put: { ...keys.shardCount(), ...mine }, if: [{ item: "absent" }] });
    checkShardCount(mine, count);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    checkShardCount(shardCountRecords.orNull(error.item), count);
  }
}

/** More shards than any table without a stored number has ever used. */
const OWNERS_MAX = 1_000;

/**
 * Infers the number of shards of a table whose tasks have not recorded it yet, from its shard owners: each shard has
 * had an owner at some point. With a different number, an instance would be connected in two shards simultaneously.
 * @returns null for a new table.
 */
async function countOfOwners(table: Table): Promise<number | null> {
  const { items } = await table.query({ pk: keys.shardOwner(0).pk, limit: OWNERS_MAX });
  const shards = items.map(({ sk }) => Number(sk)).filter(Number.isInteger);
  return shards.length === 0 ? null : Math.max(...shards) + 1;
}
