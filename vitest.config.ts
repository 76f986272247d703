import { defineConfig } from "vitest/config";

/** Tests of real processes and sockets: what a machine that stalls for seconds can fail is tried once more, and shown. */
const REAL_PROCESSES = ["network", "session", "system", "http", "local-aws"].map((area) => `test/${area}/**/*.spec.ts`);

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    hookTimeout: 120_000,
    // A condition is waited for, however slow the machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: { name: "rules", include: ["test/**/*.spec.ts"], exclude: REAL_PROCESSES, testTimeout: 30_000 },
      },
      {
        extends: true,
        test: { name: "processes", include: REAL_PROCESSES, testTimeout: 60_000, retry: 1 },
      },
    ],
  },
});
