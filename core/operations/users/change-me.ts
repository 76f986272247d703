import type { UserId } from "../../contracts/ids.ts";
import type { Language, Theme } from "../../contracts/panel/me.ts";
import { readAccountsOf } from "../../records/users/membership.ts";
import type { UserRecord } from "../../records/users/user.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";

/** A user's changes to their own settings. Omitted fields stay as they are. */
export interface MyChange {
  name?: string | null;
  language?: Language | null;
  theme?: Theme;
  timezone?: string | null;
}

/** Changes a user's own settings. The user's teams see a new name immediately. @returns the updated user. */
export async function changeMe(table: Table, user: UserRecord, change: MyChange): Promise<UserRecord> {
  const set: Partial<UserRecord> = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(set).length === 0) return user;
  await table.write({ update: keys.user(user.id), set, if: [{ item: "exists" }] });
  if (change.name !== undefined) await renameInTeams(table, user.id, change.name);
  return { ...user, ...set };
}

async function renameInTeams(table: Table, user: UserId, name: string | null): Promise<void> {
  for (const account of await readAccountsOf(table, user)) {
    try {
      await table.write({ update: keys.accountUser(account, user), set: { name }, if: [{ item: "exists" }] });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error; // the person left in the meantime
    }
  }
}
