import type { AccountId } from "../../contracts/ids.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";

/** A change to an account. When `plan` changes, the change must include the `trial_ends_at` that `planEnd` returns. */
export type AccountChange = Partial<
  Pick<AccountRecord, "name" | "status" | "plan" | "trial_ends_at" | "contact_email" | "retention_days">
>;

/**
 * Changes an account's record, which affects all its keys from the next request on. When an account is suspended,
 * `suspendAccount` takes care of its instances.
 * @param also the activity log entry, written in the same transaction as the change. @returns false if the account does
 * not exist.
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
