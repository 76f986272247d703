import type { AccountId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import { keys } from "../../store/keys.ts";
import { type Table, TransactionRefused, type Write } from "../../store/table.ts";
import type { SignedIn } from "./read-session.ts";

/** Builds the writes that switch a session to an account. */
export function chooseWrites({ hmac, record }: SignedIn, account: AccountId): Write[] {
  const set = { account_id: account };
  const exists = [{ item: "exists" as const }];
  return [
    { update: keys.session(hmac), set, if: exists },
    { update: keys.userSession(record.user_id, record.id), set, if: exists },
  ];
}

/**
 * Switches the session to another of the user's accounts, starting with the next request. @throws ApiError `not_found`
 * if the user doesn't belong to that account.
 */
export async function chooseAccount(table: Table, session: SignedIn, account: AccountId): Promise<void> {
  try {
    await table.transact([
      { check: keys.accountUser(account, session.user.id), if: [{ item: "exists" }] },
      ...chooseWrites(session, account),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    throw new ApiError("not_found", { message: "You don't belong to an account with this id." });
  }
}
