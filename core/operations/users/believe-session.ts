import { MINUTE_MS } from "../../contracts/durations.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import type { Pepper } from "../../records/accounts/pepper.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import type { Table } from "../../store/table.ts";
import { sessionHmac } from "./open-session.ts";
import { readSession, type SignedIn } from "./read-session.ts";

const BELIEVED_SESSIONS = new CacheSlot<{ signedIn: SignedIn; untilMs: number }>(
  "sessions believed in for a while",
  2_000,
);

/**
 * Finds the session for a cookie, like `readSession`, but from a ten-minute cache. Use this only for responses that
 * contain none of the account's data, because a user who has just left the team still gets them. The call doesn't count
 * as use of the session, so a hidden tab doesn't keep the session alive.
 */
export async function believeSession(
  deps: { table: Table; pepper: Pepper },
  token: string,
  now: Date,
): Promise<SignedIn | null> {
  const believed = cachesOf(deps.table).at(BELIEVED_SESSIONS);
  const hmac = await sessionHmac(deps.pepper, token);
  const known = believed.get(hmac);
  if (known && now.getTime() < known.untilMs) return known.signedIn;
  const signedIn = await readSession(deps, token, now, { isUse: false });
  if (signedIn === null) believed.delete(hmac);
  else believed.set(hmac, { signedIn, untilMs: now.getTime() + PANEL_LIMITS.believedMinutes * MINUTE_MS });
  return signedIn;
}
