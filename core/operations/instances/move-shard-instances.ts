import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { bucketOf } from "../../store/lane-names.ts";
import { type Item, type Table, TransactionRefused } from "../../store/table.ts";

const PAGE = 100;
const AT_ONCE = 10;

/**
 * Moves the instances of a shard that belong elsewhere when there are `shardCount` shards. Each instance is moved in
 * one transaction, together with every record that contains its shard. Must only be called while no session task is
 * running.
 * @returns the number of instances moved.
 */
export async function moveShardInstances(table: Table, shard: number, shardCount: number): Promise<number> {
  let moved = 0;
  for (let after: string | undefined; ; ) {
    const { pk } = keys.shardInstance(shard, "");
    const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    const wrong = page.items.filter(({ sk }) => bucketOf(sk, shardCount) !== shard);
    for (let n = 0; n < wrong.length; n += AT_ONCE) {
      await Promise.all(wrong.slice(n, n + AT_ONCE).map((row) => moveInstance(table, row, shard, shardCount)));
    }
    moved += wrong.length;
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return moved;
  }
}

async function moveInstance(table: Table, row: Item, from: number, shardCount: number): Promise<void> {
  const id: InstanceId = row.sk;
  const shard = bucketOf(id, shardCount);
  try {
    await table.transact([
      { update: keys.instance(id), set: { shard }, if: [{ item: "exists" }] },
      // Don't increase `rev`: concurrent changes to this state don't touch the shard.
      { update: keys.sending(id), set: { shard } },
      { put: { ...row, ...keys.shardInstance(shard, id) } },
      { delete: keys.shardInstance(from, id) },
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // The instance does not exist, so this is just a leftover row.
    await table.write({ delete: keys.shardInstance(from, id) });
  }
}
