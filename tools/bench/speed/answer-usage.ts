import { createServer } from "node:net";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded before a process's own entry point (`--import`), only by the benchmark. Tells clients of the process's socket
 * how much CPU time the process has used, in milliseconds.
 */
const { BENCH_USAGE_DIR } = process.env;

// On a single machine, a session reaches the table and the queues over a line. In the cloud, it uses the SDK. The
// benchmark measures it as it runs in the cloud.
if (process.argv[1]?.endsWith("session-service/main.ts")) delete process.env.SERVICE_LINE;

if (BENCH_USAGE_DIR && isMainThread) {
  const server = createServer((socket) => {
    const { user, system } = process.cpuUsage();
    socket.on("error", () => socket.destroy());
    socket.end(String((user + system) / 1_000));
  });
  server.listen(join(BENCH_USAGE_DIR, `${process.pid}.sock`));
  server.unref(); // the process ends as if nobody asked
}
