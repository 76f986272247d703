import type { Item, Table } from "../../store/table.ts";

const PAGE = 50;

/**
 * Deletes every item in a partition, page by page; after a crash, repeating it starts again.
 * @param but sort keys of items that stay. @param first deletes what must go before these items and is unreachable
 * without them.
 */
export async function removePartition(
  { table }: { table: Table },
  pk: string,
  { but = new Set(), first }: { but?: ReadonlySet<string>; first?: (items: Item[]) => Promise<void> } = {},
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    const gone = page.items.filter(({ sk }) => !but.has(sk));
    await first?.(gone);
    await Promise.all(gone.map(({ sk }) => table.write({ delete: { pk, sk } })));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return;
  }
}
