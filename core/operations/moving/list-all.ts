import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

const PAGE = 500;

/** Returns the ids of all accounts, oldest first. */
export const eachAccount = (table: Table): AsyncGenerator<AccountId> => sortKeys(table, keys.accountPointer("").pk);

/** Returns the ids of an account's instances. */
export const eachInstance = (table: Table, account: AccountId): AsyncGenerator<InstanceId> =>
  sortKeys(table, keys.accountInstance(account, "").pk);

async function* sortKeys(table: Table, pk: string): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    for (const { sk } of items) yield sk;
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return;
  }
}
