import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { banSeconds, type CloseRule } from "./close-rules.ts";

const LONGEST_BACKOFF_SEC = 60;
/** After failing for this long, the session makes only one attempt every 15 minutes. */
export const GIVEN_UP_AFTER_MS = 30 * MINUTE_MS;
const GIVEN_UP_WAIT_SEC = 900;
const HOURLY_TRIES = 24;

/** The history of connection attempts, which determines the next wait. */
export interface Tries {
  /**
   * The number of consecutive closes, including the current one, without a connection of ten seconds or more in
   * between.
   */
  failures: number;
  /** The number of rungs climbed on the backoff ladder. Can be a fraction. */
  rung: number;
  /** How long the session has been without a connection, in ms. */
  downMs: number;
  /** A random number from 0 to 1 for full jitter, so many sessions don't reconnect simultaneously. */
  chance: number;
}

/**
 * Returns how many milliseconds to wait before the next connection, or null if there won't be one because the link is
 * gone.
 */
export function reconnectDelayMs(rule: CloseRule, data: unknown, tries: Tries): number | null {
  if (rule.again === "unlink") return null;
  if (rule.again === "at_once") return tries.failures > 3 ? backoffMs(tries) : 0; // no endless loop of instant retries
  if (rule.again === "backoff") return backoffMs(tries);
  if (rule.again === "ban_ladder") return (tries.failures <= HOURLY_TRIES ? 3_600 : 86_400) * 1000;
  return (banSeconds(data) ?? rule.again.afterSec) * 1000;
}

function backoffMs({ rung, downMs, chance }: Tries): number {
  if (downMs >= GIVEN_UP_AFTER_MS) return GIVEN_UP_WAIT_SEC * 1000;
  return chance * Math.min(LONGEST_BACKOFF_SEC, 2 ** rung) * 1000;
}
