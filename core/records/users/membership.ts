import type { AccountId, UserId } from "../../contracts/ids.ts";
import type { Role } from "../../contracts/panel/roles.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Item, Table } from "../../store/table.ts";

const PAGE = 500;

/** A stored membership of a user in an account. */
export interface MembershipRecord {
  user_id: UserId;
  role: Role;
  /** The user's email address at the time they joined or last signed in. */
  email: string;
  name: string | null;
  joined_at: string;
}

/** The memberships, by account. */
export const memberships = recordsAt<MembershipRecord, Parameters<typeof keys.accountUser>>(keys.accountUser);

/** Reads all memberships in an account, in the order in which the users joined the service. */
export async function readMemberships(table: Table, account: AccountId): Promise<MembershipRecord[]> {
  return (await readWhole(table, keys.accountUser(account, "").pk)).map(memberships.of);
}

/** Reads the ids of all accounts that a user belongs to, oldest first. */
export async function readAccountsOf(table: Table, user: UserId): Promise<AccountId[]> {
  return (await readWhole(table, keys.userAccount(user, "").pk)).map(({ sk }) => sk);
}

async function readWhole(table: Table, pk: string): Promise<Item[]> {
  const found: Item[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...items);
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return found;
  }
}
