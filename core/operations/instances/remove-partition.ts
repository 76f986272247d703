import type { Item, Table } from "../../store/table.ts";

const PAGE = 50;

/**
 * Deletes all items in a partition, page by page. After a crash, simply call it again.
 * @param but the sort keys of items to keep. @param prefix only deletes items whose sort key begins with this text.
 * @param first deletes data that can only be found through the items. Called before they are deleted.
 */
export async function removePartition(
  { table }: { table: Table },
  pk: string,
  {
    but = new Set(),
    prefix,
    first,
  }: { but?: ReadonlySet<string>; prefix?: string; first?: (items: Item[]) => Promise<void> } = {},
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const range = { pk, limit: PAGE, ...(prefix !== undefined && { prefix }) };
    const page = await table.query({ ...range, ...(after !== undefined && { after }) });
    const gone = page.items.filter(({ sk }) => !but.has(sk));
    await first?.(gone);
    await Promise.all(gone.map(({ sk }) => table.write({ delete: { pk, sk } })));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return;
  }
}
