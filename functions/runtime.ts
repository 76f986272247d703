import { createLog } from "../core/log.ts";
import { OffsetClock } from "../core/offset-clock.ts";
import type { Clock, Log } from "../core/ports.ts";

/** The machine's own time. */
export const systemClock: Clock = new OffsetClock(() => Date.now());

/**
 * The clock and the log of all functions in this process. A gateway on one machine sets a clock that can be moved and a
 * log for people, before the first call.
 */
export const runtime: {
  clock: Clock;
  log: Log;
  /** Our secret at another organization's identity provider; not a variable, because children inherit those. */
  identitySecret: string | null;
} = { clock: systemClock, log: createLog("functions"), identitySecret: null };
