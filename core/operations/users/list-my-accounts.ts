import type { UserId } from "../../contracts/ids.ts";
import type { MyAccount } from "../../contracts/panel/me.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { memberships, readAccountsOf } from "../../records/users/membership.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** Lists all accounts that a user belongs to, oldest first, with the user's role in each. */
export async function listMyAccounts(table: Table, user: UserId): Promise<MyAccount[]> {
  const ids = await readAccountsOf(table, user);
  const found = await table.getMany(ids.flatMap((id) => [keys.account(id), keys.accountUser(id, user)]));
  return ids.flatMap((id) => {
    const account = accountRecords.among(found, id);
    const membership = memberships.among(found, id, user);
    if (!account || !membership) return [];
    const { name, plan, status, trial_ends_at = null } = account;
    return [{ id, name, role: membership.role, plan, status, trial_ends_at }];
  });
}
