import type { AccountRecord } from "../contracts/account.ts";
import { keys } from "../store/keys.ts";
import { ConditionFailed, type Table } from "../store/table.ts";

/** Suspends or resumes an account, or puts it on another plan; at once for every key. @returns false: no such account. */
export async function changeAccount(
  table: Table,
  accountId: string,
  change: Partial<Pick<AccountRecord, "status" | "plan">>,
): Promise<boolean> {
  try {
    await table.write({ update: keys.account(accountId), set: change, if: [{ item: "exists" }] });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
