import { MINUTE_MS } from "../../contracts/durations.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { isSessionOver } from "../../domain/accounts/session-life.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { type AccountRecord, accountRecords } from "../../records/accounts/account.ts";
import type { Pepper } from "../../records/accounts/pepper.ts";
import { type MembershipRecord, memberships } from "../../records/users/membership.ts";
import { type SessionRecord, sessionRecords } from "../../records/users/session.ts";
import { type UserRecord, userRecords } from "../../records/users/user.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import { keys } from "../../store/keys.ts";
import { type Item, type Key, type Table, TransactionRefused } from "../../store/table.ts";
import { sessionHmac } from "./open-session.ts";

/**
 * A signed-in user: their session, their record, the account shown, and their membership in that account. Account and
 * membership are null if no account is shown.
 */
export interface SignedIn {
  hmac: string;
  record: SessionRecord;
  user: UserRecord;
  account: AccountRecord | null;
  membership: MembershipRecord | null;
}

/**
 * The account is the only reference in a session that ever changes, so a session seen before is read in one request
 * together with the records it refers to.
 */
const PLACES_OF_SESSIONS = new CacheSlot<Key[]>("places that sessions name", 10_000);

/**
 * Options for reading a session. `isUse` is false for requests that a page sends on its own; they must not extend the
 * session.
 */
interface Reading {
  isUse?: boolean;
}

/**
 * Finds the session for a cookie. The user, their role and the account are read each time, so leaving a team, changing
 * a role and suspending an account take effect immediately.
 * @returns null if there is no such session, the session has expired, or the user no longer belongs to the session's
 * account.
 */
export async function readSession(
  deps: { table: Table; pepper: Pepper },
  token: string,
  now: Date,
  how: Reading = {},
): Promise<SignedIn | null> {
  return readSessionOf(deps, await sessionHmac(deps.pepper, token), now, how);
}

/** Like `readSession`, but finds the session by its hash. For connections that don't keep the cookie. */
export async function readSessionOf(
  { table }: { table: Table },
  hmac: string,
  now: Date,
  { isUse = true }: Reading = {},
): Promise<SignedIn | null> {
  const place = keys.session(hmac);
  const known = cachesOf(table).at(PLACES_OF_SESSIONS);
  const first = await table.getMany([place, ...(known.get(hmac) ?? [])]);
  const record = sessionRecords.among(first, hmac);
  if (!record || isSessionOver(record, now)) return null;
  const items = await withPlaces(table, first, record);
  known.set(hmac, placesOf(record));
  const user = userRecords.among(items, record.user_id);
  if (!user) return null;
  const { account_id } = record;
  const account = account_id === null ? null : accountRecords.among(items, account_id);
  const membership = account_id === null ? null : memberships.among(items, account_id, record.user_id);
  if (account_id !== null && (!account || !membership)) return null;
  if (isUse) await noteSeen(table, hmac, record, now);
  return { hmac, record, user, account, membership };
}

function placesOf({ user_id, account_id }: SessionRecord): Key[] {
  const person = keys.user(user_id);
  if (account_id === null) return [person];
  return [person, keys.account(account_id), keys.accountUser(account_id, user_id)];
}

/** Returns the items read together with the session, plus any missing ones that the session now refers to. */
async function withPlaces(table: Table, read: Item[], record: SessionRecord): Promise<Item[]> {
  const missing = placesOf(record).filter(({ pk, sk }) => !read.some((item) => item.pk === pk && item.sk === sk));
  return missing.length === 0 ? read : [...read, ...(await table.getMany(missing))];
}

/**
 * Records that a session was used, accurate to `PANEL_LIMITS.sessionSeenEveryMinutes`. A session that is ended in the
 * meantime stays ended.
 */
async function noteSeen(table: Table, hmac: string, record: SessionRecord, now: Date): Promise<void> {
  const notedMs = Date.parse(record.last_seen_at);
  if (now.getTime() - notedMs < PANEL_LIMITS.sessionSeenEveryMinutes * MINUTE_MS) return;
  const set = { last_seen_at: wireTime(now) };
  const exists = [{ item: "exists" as const }];
  try {
    await table.transact([
      { update: keys.session(hmac), set, if: exists },
      { update: keys.userSession(record.user_id, record.id), set, if: exists },
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
}
