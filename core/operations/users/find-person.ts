import { ID_PREFIXES } from "../../contracts/ids.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Ids } from "../../ports.ts";
import { readAccountsOf } from "../../records/users/membership.ts";
import { subjectHash, subjectRecords } from "../../records/users/subject.ts";
import { type UserRecord, userRecords } from "../../records/users/user.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";

/** A user as identified by their identity provider. */
export interface Identity {
  iss: string;
  sub: string;
  email: string;
  email_verified: boolean;
  name: string | null;
}

/**
 * The maximum number of attempts if two first sign-ins run concurrently. The second then finds the user that the first
 * created.
 */
const TRIES = 3;

/**
 * Finds the user for an identity. At the first sign-in, creates the user with the e-mail address reported by the
 * provider.
 */
export async function findPerson(deps: { table: Table; ids: Ids }, identity: Identity, now: Date): Promise<UserRecord> {
  const hash = subjectHash(identity);
  return retryOnChange(TRIES, async ({ commit }) => {
    const known = await subjectRecords.read(deps.table, hash);
    const user = known && (await userRecords.read(deps.table, known.user_id));
    if (user) return withEmail(deps.table, user, identity);
    const made: UserRecord = {
      id: deps.ids.next(ID_PREFIXES.user, now),
      ...identity,
      language: null,
      theme: "system",
      timezone: null,
      created_at: wireTime(now),
    };
    await commit(
      deps.table.transact([
        { put: { ...keys.subject(hash), user_id: made.id }, if: [{ item: "absent" }] },
        { put: { ...keys.user(made.id), ...made } },
      ]),
    );
    return made;
  });
}

async function withEmail(table: Table, user: UserRecord, { email, email_verified }: Identity): Promise<UserRecord> {
  if (user.email === email && user.email_verified === email_verified) return user;
  const set = { email, email_verified };
  await table.write({ update: keys.user(user.id), set, if: [{ item: "exists" }] });
  for (const account of await readAccountsOf(table, user.id)) {
    try {
      await table.write({ update: keys.accountUser(account, user.id), set: { email }, if: [{ item: "exists" }] });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error; // the person left in the meantime
    }
  }
  return { ...user, ...set };
}
