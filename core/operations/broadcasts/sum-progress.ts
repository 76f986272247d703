import { countPages, type RecipientCounts } from "../../domain/broadcasts/progress.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { statePages } from "../../records/broadcasts/broadcast-pages.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** The number of pages per query, enough for the largest broadcast. */
const PAGES = 100;

/** Reads the pages with the states of a broadcast's people, in order. */
export async function readStatePages(table: Table, broadcast: BroadcastRecord) {
  const { id, instance_id, gen, total } = broadcast;
  if (total === 0) return [];
  const { pk, sk: from } = keys.broadcastPage(instance_id, id, gen, 0);
  const { sk: to } = keys.broadcastPage(instance_id, id, gen, PAGES * PAGES - 1);
  const items = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, ...(after === undefined ? { from } : { after }), to, limit: PAGES });
    items.push(...page.items);
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return items.map((item) => ({ ...item, ...statePages.of(item) }));
  }
}

/**
 * Counts a broadcast's people by state. The counts are exact, because a person's state changes in the same transaction
 * as their message. Costs thirteen read units for 10,000 people. Spec: broadcasts, `progress`.
 */
export async function sumProgress(table: Table, broadcast: BroadcastRecord): Promise<RecipientCounts> {
  return countPages(await readStatePages(table, broadcast), broadcast.status);
}
