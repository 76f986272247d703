import type { AccountId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";

const POINTERS_A_READ = 500;

/**
 * Lists the pointers to an account's instances, newest first. They are small and few. Each `sk` is the id of an
 * instance that has not been deleted.
 */
export async function listPointers(table: Table, account: AccountId): Promise<Item[]> {
  const { pk } = keys.accountInstance(account, "");
  const pointers: Item[] = [];
  for (let before: string | undefined; ; ) {
    const range = { pk, limit: POINTERS_A_READ, descending: true, ...(before !== undefined && { before }) };
    const { items, more } = await table.query(range);
    pointers.push(...items);
    before = items.at(-1)?.sk;
    if (!more || before === undefined) return pointers;
  }
}
