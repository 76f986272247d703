import type { AccountRecord, Plan } from "../contracts/account.ts";
import { ID_PREFIXES } from "../contracts/ids.ts";
import { wireTime } from "../domain/wire-time.ts";
import type { Ids } from "../ports.ts";
import { keys } from "../store/keys.ts";
import type { Table } from "../store/table.ts";

/** Opens an account. */
export async function createAccount(
  deps: { table: Table; ids: Ids },
  account: { name: string; plan: Plan },
  now: Date,
): Promise<{ id: string }> {
  const id = deps.ids.next(ID_PREFIXES.account, now);
  const record: AccountRecord = { id, ...account, status: "active", created_at: wireTime(now) };
  await deps.table.transact([
    { put: { ...keys.account(id), ...record }, if: [{ item: "absent" }] },
    { put: { ...keys.accountPointer(id), id } },
  ]);
  return { id };
}
