import type { AccountId } from "../../contracts/ids.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";

/** A change of an account. With a `plan` comes the `trial_ends_at` given by `planEnd`. */
export type AccountChange = Partial<
  Pick<AccountRecord, "name" | "status" | "plan" | "trial_ends_at" | "contact_email">
>;

/**
 * Changes an account's record: every key is judged by it from the next request on. `suspendAccount` handles its
 * instances when it is suspended.
 * @param also written together with it or not at all: the line of the activity log. @returns false: no such account.
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
