import { OffsetClock } from "../../core/offset-clock.ts";

/**
 * A clock's initial state. `aheadOfMachineMs` is relative to the machine's time, for processes that have only that time
 * in common. `runsFrom` is a time at which the clock starts running. `standsAt` is a time at which it stays until it is
 * moved.
 */
export type ClockStart = { aheadOfMachineMs: number } | { runsFrom: Date } | { standsAt: Date };

/**
 * The gateway's clock on a single machine. It can only be moved forward, and it tells its listeners about each move.
 */
export class MovableClock extends OffsetClock {
  constructor(start: ClockStart) {
    super(sourceOf(start), "aheadOfMachineMs" in start ? start.aheadOfMachineMs : 0, !("standsAt" in start));
  }

  /** Moves the clock to `at`, unless that is in the past. A clock that ran backwards would break leases and ladders. */
  moveTo(at: Date): void {
    this.setOffset(this.offsetMs + Math.max(0, at.getTime() - this.now().getTime()));
  }
}

function sourceOf(start: ClockStart): () => number {
  if ("aheadOfMachineMs" in start) return () => Date.now();
  if ("standsAt" in start) return () => start.standsAt.getTime();
  const begunAt = performance.now();
  return () => start.runsFrom.getTime() + Math.floor(performance.now() - begunAt);
}
