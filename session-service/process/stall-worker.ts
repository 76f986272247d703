/** The watching thread of stall-watch.ts. It keeps running while the process's event loop is blocked. */
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { shown, tickMs, ticks } = workerData as { shown: Int32Array; tickMs: number; ticks: number }; // by stall-watch.ts

function watch(): void {
  let last = -1;
  let still = 0;
  setInterval(() => {
    const now = Atomics.load(shown, 0);
    still = now === last ? still + 1 : 0;
    last = now;
    if (still < ticks) return;
    const line = { level: "error", name: "session-service", msg: "the event loop is blocked; the process exits" };
    writeSync(1, `${JSON.stringify(line)}\n`);
    process.kill(process.pid, "SIGKILL");
  }, tickMs);
}

watch();
