import type { AccountId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import { keys } from "../../store/keys.ts";
import { type Condition, type SomeWrites, type Table, TransactionRefused } from "../../store/table.ts";

const NOT_SUSPENDED: Condition = [
  { anyOf: [[{ item: "absent" }], [{ field: "status", op: "<>", value: "suspended" }]] },
];

/**
 * Commits writes that bring a number online, unless the account has been suspended since the request was authenticated.
 * The suspension takes the numbers offline that it finds, so a number that came online after that would stay online for
 * as long as the suspension lasts.
 * @throws ApiError `account_suspended`; TransactionRefused if another condition failed. Its `failed` begins with the
 * account's, which didn't fail, and continues with those of `writes`.
 */
export async function transactNotSuspended(table: Table, account: AccountId, writes: SomeWrites): Promise<void> {
  try {
    await table.transact([{ check: keys.account(account), if: NOT_SUSPENDED }, ...writes]);
  } catch (error) {
    const isSuspended = error instanceof TransactionRefused && error.failed[0] !== undefined;
    throw isSuspended ? new ApiError("account_suspended") : error;
  }
}
