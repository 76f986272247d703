import type { AccountId } from "../../contracts/ids.ts";
import type { Member } from "../../contracts/panel/team.ts";
import { memberships } from "../../records/users/membership.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { sessionsOf } from "./end-session.ts";

/** How many members of an account are shown. */
const MEMBERS_MAX = 500;

/** Lists an account's members in the order in which they joined the service, with the time when each was last seen. */
export async function listMembers(table: Table, account: AccountId): Promise<Member[]> {
  const { items } = await table.query({ pk: keys.accountUser(account, "").pk, limit: MEMBERS_MAX });
  return Promise.all(
    items.map(async (item) => {
      const { user_id: id, name, email, role, joined_at } = memberships.of(item);
      const seen = (await sessionsOf(table, id))
        .filter((session) => session.account_id === account)
        .map(({ last_seen_at }) => last_seen_at)
        .sort();
      return { id, name, email, role, joined_at, last_seen_at: seen.at(-1) ?? null };
    }),
  );
}
