import { setTimeout as pause } from "node:timers/promises";

/**
 * The gap between two of the task's connection attempts. Without it, all sessions would reconnect simultaneously after
 * a deploy or an outage. The gap allows fewer than the permitted ten attempts a second, because network delays can
 * bunch them together.
 */
const GAP_MS = 125;

/** Waits for the caller's turn. If `signal` aborts, returns immediately without using the turn. */
export type WaitToConnect = (signal: AbortSignal) => Promise<void>;

/**
 * Lets callers through one at a time, in the order they called. The first caller doesn't wait. Each gap starts when the
 * previous caller has actually gone through, so a process that was suspended does not release a crowd afterwards.
 */
export function connectGate(monotonicMs: () => number): WaitToConnect {
  let lastMs = Number.NEGATIVE_INFINITY;
  let tail: Promise<void> = Promise.resolve();

  async function pass(signal: AbortSignal): Promise<void> {
    for (let waitMs = GAP_MS; waitMs > 0 && !signal.aborted; ) {
      waitMs = lastMs + GAP_MS - monotonicMs();
      if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {});
    }
    if (!signal.aborted) lastMs = monotonicMs();
  }

  return async (signal) => {
    if (signal.aborted) return;
    const turn = tail.then(() => pass(signal));
    tail = turn;
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
    const onAbort = () => leave();
    signal.addEventListener("abort", onAbort);
    await Promise.race([turn, gone]);
    signal.removeEventListener("abort", onAbort);
  };
}
