import { keys } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";

const PAGE = 200;

/** Lists the instances of one shard. */
export async function listShardInstances({ table }: { table: Table }, shard: number): Promise<string[]> {
  const { pk } = keys.shardInstance(shard, "");
  const found: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.items.map((item) => item.sk));
    after = found.at(-1);
    if (!page.more || after === undefined) return found;
  }
}
