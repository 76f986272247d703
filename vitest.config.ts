import { defineConfig } from "vitest/config";

/** Only beside Amazon's DynamoDB Local: `npm run test:dynamodb` names them. */
const AGAINST_AMAZONS = process.env.DYNAMODB_URL ? [] : ["test/dynamodb-local/**/*.spec.ts"];

/** Tests of real processes and sockets: what a machine that stalls for seconds can fail is tried once more, and shown. */
const REAL_PROCESSES = ["network", "session", "system", "http", "local-aws"].map((area) => `test/${area}/**/*.spec.ts`);

/**
 * Whether requests meet on an item depends on how long each takes: this one runs when all others have ended, so that only
 * our own code decides.
 */
const ALONE = ["test/system/conflicts-alone.spec.ts"];

/** Nothing of a test takes as long: it hangs. No measure of speed, for a machine may be many times slower than ours. */
const STUCK_MS = 600_000;

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    hookTimeout: STUCK_MS,
    // A condition is waited for, however slow the machine.
    expect: { poll: { timeout: STUCK_MS / 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: ["test/**/*.spec.ts"],
          exclude: [...REAL_PROCESSES, ...AGAINST_AMAZONS],
          testTimeout: STUCK_MS,
        },
      },
      {
        extends: true,
        test: { name: "processes", include: REAL_PROCESSES, exclude: ALONE, testTimeout: STUCK_MS, retry: 1 },
      },
      {
        extends: true,
        test: { name: "alone", include: ALONE, testTimeout: STUCK_MS, retry: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
