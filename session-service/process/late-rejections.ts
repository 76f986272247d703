import { AsyncLocalStorage } from "node:async_hooks";
import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Log } from "../../core/ports.ts";

/** The session whose work is running. Late errors from the network library are attributed to it. */
export interface Culprit {
  instance_id: InstanceId;
  /** Closes the connection, so the session opens a new one. */
  recycle(): void;
}

/**
 * Sessions are referenced weakly. Sockets and timers created while a session is working keep its context alive, and
 * pooled sockets to other services live much longer than a session.
 */
const culprits = new AsyncLocalStorage<WeakRef<Culprit>>();

const WINDOW_MS = MINUTE_MS;
/**
 * The number of late rejections within a minute at which a process is terminated. Individual rejections don't matter.
 */
const RUNAWAY = 100;
const RECYCLE_WINDOW_MS = 600_000;
/**
 * The number of late rejections at which a session reconnects. A single late rejection is usually a query that was
 * never answered.
 */
const RECYCLE_AFTER = 3;

/**
 * Runs work so that its late errors are attributed to this session, for as long as the caller holds a reference to it.
 */
export const blaming = <T>(culprit: Culprit, work: () => T): T => culprits.run(new WeakRef(culprit), work);

/**
 * Creates the handler for unhandled rejections. Every rejection is counted and logged, a session that has several of
 * them reconnects, and a process flooded with them is terminated.
 * @param end terminates the process.
 */
export function rejectionWatch(log: Log, monotonicMs: () => number, end: () => void): (reason: unknown) => void {
  let recent: number[] = [];
  const bySession = new WeakMap<Culprit, number[]>();
  return (reason) => {
    const now = monotonicMs();
    recent = [...recent.filter((at) => now - at < WINDOW_MS), now];
    const culprit = culprits.getStore()?.deref();
    const error = reason instanceof Error ? reason.message : "no error";
    log.error({ error, count: recent.length, instance_id: culprit?.instance_id }, "late rejection");
    if (recent.length > RUNAWAY) return end();
    if (!culprit) return;
    const its = [...(bySession.get(culprit) ?? []).filter((at) => now - at < RECYCLE_WINDOW_MS), now];
    bySession.set(culprit, its);
    if (its.length !== RECYCLE_AFTER) return;
    log.warn({ instance_id: culprit.instance_id }, "a connection with late errors is being reopened");
    culprit.recycle();
  };
}
