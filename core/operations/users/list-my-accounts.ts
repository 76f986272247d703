import type { UserId } from "../../contracts/ids.ts";
import type { MyAccount } from "../../contracts/panel/me.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { memberships } from "../../records/users/membership.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** The maximum number of a user's accounts to show. */
const ACCOUNTS_MAX = 50;

/** Lists the accounts that a user belongs to, oldest first, with the user's role in each. */
export async function listMyAccounts(table: Table, user: UserId): Promise<MyAccount[]> {
  const { items } = await table.query({ pk: keys.userAccount(user, "").pk, limit: ACCOUNTS_MAX });
  const found = await table.getMany(items.flatMap(({ sk }) => [keys.account(sk), keys.accountUser(sk, user)]));
  return items.flatMap(({ sk }) => {
    const account = accountRecords.among(found, sk);
    const membership = memberships.among(found, sk, user);
    if (!account || !membership) return [];
    const { id, name, plan, status, trial_ends_at = null } = account;
    return [{ id, name, role: membership.role, plan, status, trial_ends_at }];
  });
}
