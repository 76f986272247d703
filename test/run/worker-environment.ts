import type { Environment } from "vitest/runtime";
import { endOfWorker } from "./at-worker-end.ts";

/** Node.js as it is; what `atWorkerEnd` was given is done before the process is ended. */
const environment: Environment = {
  name: "node-with-end",
  viteEnvironment: "ssr",
  setup: () => ({ teardown: endOfWorker }),
};

export default environment;
