import type { AccountId, SessionId, UserId } from "../../contracts/ids.ts";
import { type UserSessionRecord, userSessionRecords } from "../../records/users/session.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** The page size for reading a user's sessions. Nobody manually opens more sessions than this within seven days. */
const PAGE = 100;

/**
 * Signs a session out, effective from the next request. Does nothing if the session has already ended.
 * @param hmac the session's hash.
 */
export async function endSession(table: Table, user: UserId, session: SessionId, hmac: string): Promise<void> {
  await table.transact([{ delete: keys.session(hmac) }, { delete: keys.userSession(user, session) }]);
}

/** Selects the sessions to end: all of a user's sessions, or those in one account. One session can be excluded. */
export interface SessionsToEnd {
  account_id?: AccountId;
  but?: SessionId;
}

/** Ends a user's sessions one after another. If interrupted, the next call continues where it left off. */
export async function endSessionsOf(table: Table, user: UserId, which: SessionsToEnd = {}): Promise<void> {
  for (const session of await sessionsOf(table, user)) {
    if (session.id === which.but) continue;
    if (which.account_id !== undefined && session.account_id !== which.account_id) continue;
    await endSession(table, user, session.id, session.hmac);
  }
}

/** Lists a user's sessions, newest first. The list may include expired sessions. */
export async function sessionsOf(table: Table, user: UserId): Promise<UserSessionRecord[]> {
  const { pk } = keys.userSession(user, "");
  const found: UserSessionRecord[] = [];
  for (let before: string | undefined; ; ) {
    const range = { pk, limit: PAGE, descending: true, ...(before !== undefined && { before }) };
    const { items, more } = await table.query(range);
    found.push(...items.map(userSessionRecords.of));
    before = items.at(-1)?.sk;
    if (!more || before === undefined) return found;
  }
}
