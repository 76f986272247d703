import type { AccountId, SessionId, UserId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored panel session, without its token. */
export interface SessionRecord {
  id: SessionId;
  user_id: UserId;
  /** The account shown; null if there is none. */
  account_id: AccountId | null;
  created_at: string;
  /** Recorded at most once in `LIMITS.sessionSeenEveryMinutes`. */
  last_seen_at: string;
  /** The address from which it was opened. */
  address: string;
  /** The browser's description of itself, shortened. */
  browser: string;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

/** The stored sessions, by the hash of their token. */
export const sessionRecords = recordsAt<SessionRecord, Parameters<typeof keys.session>>(keys.session);

/** A session in its person's list. */
export interface UserSessionRecord extends SessionRecord {
  hmac: string;
}

/** The people's sessions. */
export const userSessionRecords = recordsAt<UserSessionRecord, Parameters<typeof keys.userSession>>(keys.userSession);
