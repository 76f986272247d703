import type { AccountId, UserId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { isSessionOver } from "../../domain/accounts/session-life.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Ids } from "../../ports.ts";
import type { Pepper } from "../../records/accounts/pepper.ts";
import type { SessionRecord } from "../../records/users/session.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { endSession, sessionsOf } from "./end-session.ts";

/** The details of a new session. */
export interface SessionRequest {
  user_id: UserId;
  /** The account that the session shows first, or null if the user has none. */
  account_id: AccountId | null;
  /** The IP address that the session is opened from. */
  source: string;
  /** The browser's User-Agent. */
  browser: string;
}

const TOKEN_BYTES = 32;

/**
 * Opens a panel session. The token for the user's cookie is only available in this result; the table stores its HMAC
 * under the deployment's pepper. If a user has too many sessions, the oldest is ended.
 */
export async function openSession(
  deps: { table: Table; ids: Ids; pepper: Pepper },
  { user_id, account_id, source, browser }: SessionRequest,
  now: Date,
): Promise<{ token: string; id: string }> {
  const token = deps.ids.random(TOKEN_BYTES).toString("base64url");
  const hmac = await sessionHmac(deps.pepper, token);
  const record: SessionRecord = {
    id: deps.ids.next(ID_PREFIXES.session, now),
    user_id,
    account_id,
    created_at: wireTime(now),
    last_seen_at: wireTime(now),
    address: source,
    browser: [...browser].slice(0, PANEL_LIMITS.browserMaxChars).join(""),
    ttl: Math.floor(now.getTime() / 1000) + PANEL_LIMITS.sessionDays * 86_400,
  };
  await deps.table.transact([
    { put: { ...keys.session(hmac), ...record }, if: [{ item: "absent" }] },
    { put: { ...keys.userSession(user_id, record.id), ...record, hmac } },
  ]);
  await endBeyondMost(deps.table, user_id, now);
  return { token, id: record.id };
}

/**
 * Ends a user's expired sessions and, if there are too many, the oldest ones. Runs after each new session, so if
 * several are opened concurrently, the last run sees all of them.
 */
async function endBeyondMost(table: Table, user: UserId, now: Date): Promise<void> {
  const all = await sessionsOf(table, user);
  const kept = new Set(all.filter((one) => !isSessionOver(one, now)).slice(0, PANEL_LIMITS.sessionsMax));
  for (const session of all) if (!kept.has(session)) await endSession(table, user, session.id, session.hmac);
}

/** Returns the hash that a session is stored under. */
export async function sessionHmac(pepper: Pepper, token: string): Promise<string> {
  return (await pepper.hmac("session", token)).toString("hex");
}
