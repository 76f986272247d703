import type { AccountId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import { keys } from "../../store/keys.ts";
import { type Table, TransactionRefused, type Write } from "../../store/table.ts";
import type { LiveSession } from "./read-session.ts";

/** The writes that make a session look at an account. */
export function chooseWrites({ hmac, record }: LiveSession, account: AccountId): Write[] {
  const set = { account_id: account };
  const exists = [{ item: "exists" as const }];
  return [
    { update: keys.session(hmac), set, if: exists },
    { update: keys.userSession(record.user_id, record.id), set, if: exists },
  ];
}

/** Looks at another account of the person's from the next request on. @throws ApiError `not_found`: it is none of theirs. */
export async function chooseAccount(table: Table, session: LiveSession, account: AccountId): Promise<void> {
  try {
    await table.transact([
      { check: keys.accountUser(account, session.user.id), if: [{ item: "exists" }] },
      ...chooseWrites(session, account),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    throw new ApiError("not_found", { message: "You belong to no account with this id." });
  }
}
