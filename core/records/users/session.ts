import type { AccountId, SessionId, UserId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored panel session, without its token. */
export interface SessionRecord {
  id: SessionId;
  user_id: UserId;
  /** The account currently open in the panel, or null if there is none. */
  account_id: AccountId | null;
  created_at: string;
  /** When the session was last used, recorded at most once every `LIMITS.sessionSeenEveryMinutes`. */
  last_seen_at: string;
  /** The address the session was opened from. */
  address: string;
  /** The browser's User-Agent, shortened. */
  browser: string;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** The stored sessions, by token hash. */
export const sessionRecords = recordsAt<SessionRecord, Parameters<typeof keys.session>>(keys.session);

/** A session in its user's list of sessions. */
export interface UserSessionRecord extends SessionRecord {
  hmac: string;
}

/** The sessions, by user. */
export const userSessionRecords = recordsAt<UserSessionRecord, Parameters<typeof keys.userSession>>(keys.userSession);
