// Loaded into the processes of a soak. A heap snapshot stops a session process for longer than its stall watch allows,
// so the watch would kill the process.
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file, options) {
    const isWatch = /stall-worker\.(?:ts|mjs)$/.test(String(file));
    super(isWatch ? "" : file, isWatch ? { ...options, eval: true } : options);
  }
};
syncBuiltinESMExports();
