import type { AccountId } from "../../contracts/ids.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import { keys } from "../../store/keys.ts";
import { type Table, TransactionRefused, type Write } from "../../store/table.ts";

/** A change of an account. With a `plan` comes the `trial_ends_at` given by `planEnd`. */
export type AccountChange = Partial<
  Pick<AccountRecord, "name" | "status" | "plan" | "trial_ends_at" | "contact_email">
>;

/**
 * Changes an account's record: every key is judged by it from the next request on. What its instances do when it is
 * suspended is `suspendAccount`'s.
 * @param also written with it or not at all: the line of the activity log. @returns false: no such account.
 */
export async function changeAccount(
  table: Table,
  accountId: AccountId,
  change: AccountChange,
  also: Write[] = [],
): Promise<boolean> {
  try {
    await table.transact([{ update: keys.account(accountId), set: { ...change }, if: [{ item: "exists" }] }, ...also]);
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}
