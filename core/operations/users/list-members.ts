import type { AccountId } from "../../contracts/ids.ts";
import type { Member } from "../../contracts/panel/team.ts";
import type { TeamMember } from "../../contracts/team-member.ts";
import { readMemberships } from "../../records/users/membership.ts";
import type { Table } from "../../store/table.ts";
import { sessionsOf } from "./end-session.ts";

/**
 * Lists the members that a chat can be assigned to and those with read-only access, without the details that only the
 * team may see.
 */
export async function listTeam(table: Table, account: AccountId): Promise<TeamMember[]> {
  return (await readMemberships(table, account)).map(({ user_id: id, name, role }) => ({ id, name, role }));
}

/**
 * Lists an account's members in the order in which they joined the service, each with the time at which they were last
 * seen.
 */
export async function listMembers(table: Table, account: AccountId): Promise<Member[]> {
  return Promise.all(
    (await readMemberships(table, account)).map(async ({ user_id: id, name, email, role, joined_at }) => {
      const seen = (await sessionsOf(table, id))
        .filter((session) => session.account_id === account)
        .map(({ last_seen_at }) => last_seen_at)
        .sort();
      return { id, name, email, role, joined_at, last_seen_at: seen.at(-1) ?? null };
    }),
  );
}
