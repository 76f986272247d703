import { createLog } from "../core/log.ts";
import { OffsetClock } from "../core/offset-clock.ts";
import type { Clock, Log } from "../core/ports.ts";

/** The machine's own clock. */
export const systemClock: Clock = new OffsetClock(() => Date.now());

/**
 * The clock and log used by all functions in this process. Before the first call, a single-machine gateway replaces
 * them with a clock that can be moved and a log that is easy to read.
 */
export const runtime: {
  clock: Clock;
  log: Log;
  /**
   * Our client secret for another organization's identity provider. Not passed as an environment variable, because
   * child processes would inherit it.
   */
  identitySecret: string | null;
} = { clock: systemClock, log: createLog("functions"), identitySecret: null };
