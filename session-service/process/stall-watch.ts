import { Worker } from "node:worker_threads";

/**
 * How often the process signals that its event loop is running, and how often the watching thread checks for the
 * signal.
 */
const TICK_MS = 500;

/**
 * Terminates the process if its event loop has been blocked for `afterMs`. By then, it will have been unable to renew
 * its lease or notice that it lost the lease, and another task will have taken over its numbers. The watching thread
 * counts its own ticks, so a process that was suspended as a whole isn't terminated when it resumes; its lease covers
 * that case.
 */
export function watchStalls(afterMs: number): void {
  const shown = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData = { shown, tickMs: TICK_MS, ticks: Math.ceil(afterMs / TICK_MS) };
  // The process's own command-line options aren't meant for this thread.
  const worker = new Worker(new URL("./stall-worker.ts", import.meta.url), { workerData, execArgv: [] });
  worker.unref();
  setInterval(() => Atomics.add(shown, 0, 1), TICK_MS).unref();
}
