import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { addressBlock } from "../../domain/accounts/address-block.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { Ids } from "../../ports.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import type { MembershipRecord } from "../../records/users/membership.ts";
import { keys } from "../../store/keys.ts";
import { type Table, TransactionRefused } from "../../store/table.ts";
import { accountWrites } from "../accounts/create-account.ts";
import { chooseWrites } from "./choose-account.ts";
import type { SignedIn } from "./read-session.ts";
import { perHour, takeTry } from "./take-try.ts";

/**
 * Atomically opens a trial account for a user, with that user as its admin. Repeating the request doesn't open a second
 * account. Afterwards, the user's session shows the new account. Spec: What the service does (7-day free trial).
 * @param source the address that the request came from.
 * @throws ApiError `conflict` if the user has already opened an account, or if their e-mail address is not confirmed;
 * `limit_reached`.
 */
export async function openAccount(
  deps: { table: Table; ids: Ids },
  session: SignedIn,
  { name, source }: { name: string; source: string },
  now: Date,
): Promise<AccountRecord> {
  const { user } = session;
  if (!user.email_verified)
    throw new ApiError("conflict", { message: "Confirm your email address first, then create the account." });
  if (user.trial_account_id) throw hasOne();
  await takeTry(
    deps.table,
    keys.addressRate("accounts", addressBlock(source)),
    perHour(PANEL_LIMITS.accountsPerHour),
    now,
  );
  const request = { name, plan: "trial", contact_email: user.email, by: { user_id: user.id, source } } as const;
  const { account, writes } = accountWrites(deps, request, now);
  const joined_at = wireTime(now);
  const membership: MembershipRecord = {
    user_id: user.id,
    role: "admin",
    email: user.email,
    name: user.name,
    joined_at,
  };
  try {
    await deps.table.transact([
      {
        update: keys.user(user.id),
        set: { trial_account_id: account.id },
        if: [{ item: "exists" }, { field: "trial_account_id", is: "missing" }],
      },
      ...writes,
      { put: { ...keys.accountUser(account.id, user.id), ...membership } },
      { put: { ...keys.userAccount(user.id, account.id) } },
      { update: keys.accountAdmins(account.id), add: { admins: 1 } },
      ...chooseWrites(session, account.id),
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw hasOne();
    throw error;
  }
  return account;
}

const hasOne = () =>
  new ApiError("conflict", {
    message: "You have already created an account. Choose it, or ask its admins for a plan.",
  });
