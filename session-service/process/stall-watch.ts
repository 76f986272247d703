import { Worker } from "node:worker_threads";

/** How often the process shows its watch that it lives, and the watch looks. */
const TICK_MS = 500;

/**
 * Ends the process when its event loop has stood still for `afterMs`: it can't keep its lease then, nor notice that it
 * lost it, and somebody else has its numbers already. The watch counts its own ticks, so a process that was stopped as a
 * whole and goes on is left to find out by its lease.
 */
export function watchStalls(afterMs: number): void {
  const shown = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData = { shown, tickMs: TICK_MS, ticks: Math.ceil(afterMs / TICK_MS) };
  // What the process was started with is not meant for a thread that does nothing but look.
  const worker = new Worker(new URL("./stall-worker.ts", import.meta.url), { workerData, execArgv: [] });
  worker.unref();
  setInterval(() => Atomics.add(shown, 0, 1), TICK_MS).unref();
}
