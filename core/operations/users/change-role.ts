import type { AccountId, UserId } from "../../contracts/ids.ts";
import type { Role } from "../../contracts/panel/roles.ts";
import { ApiError, endBusy } from "../../errors.ts";
import type { Ids } from "../../ports.ts";
import { activityWrite, type By } from "../../records/accounts/activity.ts";
import { memberships } from "../../records/users/membership.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { hasWrites } from "../../store/some-writes.ts";
import { type Table, TransactionRefused, type Write } from "../../store/table.ts";

/** A member of an account, and the admin who is making the change. */
export interface MemberChange {
  account_id: AccountId;
  user_id: UserId;
  by: By;
}

/** The maximum number of attempts when changes to a team race. */
const RACES = 5;

/**
 * Changes the role of an account's member, effective from their next request.
 * @throws ApiError `not_found`; `conflict` if the account would be left without an admin.
 */
export async function changeRole(
  deps: { table: Table; ids: Ids },
  { account_id: account, user_id: user, by }: MemberChange,
  role: Role,
  now: Date,
): Promise<void> {
  const line = { account_id: account, owner: "account", action: "member.role_changed", actor: by } as const;
  await changeMember(deps.table, account, user, (before) =>
    before === role
      ? []
      : [
          {
            update: keys.accountUser(account, user),
            set: { role },
            if: [{ item: "exists" }, { field: "role", op: "=", value: before }],
          },
          ...countAdmins(account, before, role),
          activityWrite(deps.ids, { ...line, subject: user, changed: ["role"] }, now),
        ],
  );
}

/**
 * Applies a change to a member's record. The change is planned based on the member's current role. @throws ApiError
 * `not_found`, `conflict`.
 */
export async function changeMember(
  table: Table,
  account: AccountId,
  user: UserId,
  planned: (role: Role) => Write[],
): Promise<void> {
  return retryOnChange({ tries: RACES, atEnd: endBusy }, async ({ commit }) => {
    const member = await memberships.read(table, account, user);
    if (!member) throw new ApiError("not_found", { message: "No one with this id belongs to the account." });
    const writes = planned(member.role);
    if (!hasWrites(writes)) return;
    await commit(table.transact(writes), (refusal) => {
      if (!(refusal instanceof TransactionRefused)) return;
      // The counter is the second write. If only that write was refused, the refusal is final. If the member changed,
      // their record is reread.
      const [person, counter] = refusal.failed;
      if (member.role === "admin" && person === undefined && counter !== undefined) throw lastAdmin();
    });
  });
}

/**
 * Builds the write that updates the count of admins. It is refused if no admin would be left. @param to the new role,
 * or null if the member leaves.
 */
export function countAdmins(account: AccountId, from: Role | null, to: Role | null): Write[] {
  const counter = keys.accountAdmins(account);
  if (from === "admin" && to !== "admin")
    return [{ update: counter, add: { admins: -1 }, if: [{ field: "admins", op: ">", value: 1 }] }];
  return from !== "admin" && to === "admin" ? [{ update: counter, add: { admins: 1 } }] : [];
}

const lastAdmin = () =>
  new ApiError("conflict", {
    message: "This is the account's last admin. Make someone else an admin first.",
  });
