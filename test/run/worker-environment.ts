import type { Environment } from "vitest/runtime";
import { endOfWorker } from "./at-worker-end.ts";

/** Plain Node.js, except that the `atWorkerEnd` callbacks run before the process is terminated. */
const environment: Environment = {
  name: "node-with-end",
  viteEnvironment: "ssr",
  setup: () => ({ teardown: endOfWorker }),
};

export default environment;
