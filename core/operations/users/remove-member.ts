import type { Ids } from "../../ports.ts";
import { activityWrite } from "../../records/accounts/activity.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { changeMember, countAdmins, type MemberChange } from "./change-role.ts";
import { endSessionsOf } from "./end-session.ts";

/**
 * Removes a user from an account. The user's sessions in the account become invalid immediately without being deleted,
 * because a session is only valid while its user belongs to its account.
 * @throws ApiError `not_found`; `conflict` if the account would be left without an admin.
 */
export async function removeMember(
  deps: { table: Table; ids: Ids },
  { account_id: account, user_id: user, by }: MemberChange,
  now: Date,
): Promise<void> {
  const line = { account_id: account, owner: "account", action: "member.removed", actor: by } as const;
  await changeMember(deps.table, account, user, (role) => [
    { delete: keys.accountUser(account, user), if: [{ item: "exists" }, { field: "role", op: "=", value: role }] },
    ...countAdmins(account, role, null),
    { delete: keys.userAccount(user, account) },
    activityWrite(deps.ids, { ...line, subject: user, changed: [] }, now),
  ]);
  await endSessionsOf(deps.table, user, { account_id: account });
}
