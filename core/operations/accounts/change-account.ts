import type { AccountId } from "../../contracts/ids.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";

/** A change to an account. A `plan` comes with the `trial_ends_at` given by `planEnd`. */
export type AccountChange = Partial<
  Pick<AccountRecord, "name" | "status" | "plan" | "trial_ends_at" | "contact_email">
>;

/**
 * Changes an account's record, which every key is checked against from the next request on. When an account is
 * suspended, `suspendAccount` handles its instances.
 * @param also the activity log line, written together with the change or not at all. @returns false: no such account.
 */
export async function changeAccount(
  table: Table,
  accountId: AccountId,
  change: AccountChange,
  also: Write[] = [],
): Promise<boolean> {
  const write: Write = { update: keys.account(accountId), set: { ...change }, if: [{ item: "exists" }] };
  return isCommitted(table.transact([write, ...also]));
}
