import { OffsetClock } from "../core/offset-clock.ts";
import type { Clock } from "../core/ports.ts";

/** The machine's own time. */
export const systemClock: Clock = new OffsetClock(() => Date.now());

/**
 * The clock of all functions in this process. A gateway on one machine sets one that can be moved, before the first
 * call.
 */
export const runtime: { clock: Clock } = { clock: systemClock };
