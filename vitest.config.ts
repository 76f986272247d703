import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { times } from "./test/run/how-long.ts";
import { LongestFirst } from "./test/run/longest-first.ts";
import { beginTestRun } from "./test/run/test-run.ts";

/**
 * Caches the code that Node.js compiles in every test process and in every gateway that the tests start, because most
 * of their startup time goes into compiling the same files. The cache is keyed by file contents.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

/** These tests run only against Amazon's DynamoDB Local (`npm run dynamodb -w tools`). */
const AGAINST_AMAZONS = process.env.DYNAMODB_URL ? [] : ["test/dynamodb-local/**/*.spec.ts"];

/**
 * Tests that use real processes and sockets. They can fail if the machine stalls for a few seconds, so a failed test is
 * retried once and the retry is reported.
 */
const REAL_PROCESSES = ["network", "session", "system", "http", "local-aws", "local-ai", "local-identity"].map(
  (area) => `test/${area}/**/*.spec.ts`,
);

/**
 * Tests that use no AWS clients, sockets or environment variables, so no file leaves behind anything that could affect
 * another.
 */
const RULES = [
  "agent-eval",
  "architecture",
  "contracts",
  "domain",
  "generated",
  "lanes",
  "operations",
  "records",
  "store",
].map((area) => `test/${area}/**/*.spec.ts`);

/**
 * The stack tests share a process, because most of their time is spent loading the construct library and synthesizing
 * the templates.
 */
const STACKS = ["test/lib/**/*.spec.ts"];

/**
 * Browser tests of the panel. The files in each process share a gateway and a browser. Several processes run in
 * parallel, because they spend much of their time waiting: when run sequentially, they left two cores mostly idle.
 */
const BROWSER = ["test/panel/**/*.browser.spec.ts"];

/**
 * Matches test files that leave something behind in their process: mocked modules or clients, a changed environment,
 * fake timers, or a whole gateway in the same process.
 */
const TRACES =
  /vi\.(mock|stub|useFakeTimers)|vi\.spyOn\(dns|mockClient\(|delete process\.env|process\.env(\.\w+ =|,)|startCounted/;

/**
 * Matches test files that pass their own environment on to a process they start. An AWS address left in it by another
 * file's test support would point that process at a server that has already shut down.
 */
const STARTS_A_GATEWAY = /startGateway|startEmulators|runAdmin/;

/**
 * Returns the test files in these areas that leave nothing behind. Like the tests in `RULES`, they share processes,
 * which halves the work.
 */
const traceless = (...areas: string[]): string[] =>
  globSync(areas.map((area) => `test/${area}/**/*.spec.ts`)).filter((file) => !TRACES.test(readFileSync(file, "utf8")));
const SHARED = traceless(
  "aws",
  "bin",
  "build",
  "clients",
  "functions",
  "image",
  "local",
  "panel",
  "run",
  "upgrade",
).filter((file) => !file.endsWith(".browser.spec.ts") && !STARTS_A_GATEWAY.test(readFileSync(file, "utf8")));
const SHARED_PROCESSES = traceless("http", "local-ai", "local-aws", "local-identity", "network", "session", "system");

/**
 * A test that takes this long has hung. This is not a speed limit, because a machine may be many times slower than
 * ours.
 */
const STUCK_MS = times(600_000);

/** Several runs may be in progress on one machine, so each cleans up only after itself. */
const testRun = beginTestRun();

export default defineConfig({
  // Only `npm run test:n8n -w tools` installs n8n. The nodes need just three values from its package, which this
  // stand-in provides.
  resolve: {
    alias: { "n8n-workflow": fileURLToPath(new URL("test/clients/n8n/stand-in/n8n-workflow.ts", import.meta.url)) },
  },
  test: {
    pool: "forks",
    // A larger young generation makes the garbage collector run less often. This saves the model tests a seventh of
    // their processor time.
    execArgv: ["--max-semi-space-size=32"],
    env: testRun.env,
    provide: { testRun },
    globalSetup: ["test/run/clean-run.ts"],
    environment: fileURLToPath(new URL("test/run/worker-environment.ts", import.meta.url)),
    // Three more than the number of cores in a small machine, because many tests are waiting for network timeouts or
    // for a browser. With two more, two or fewer files were running for a quarter of the time.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    hookTimeout: STUCK_MS,
    // Polls until the condition holds, however slow the machine is.
    expect: { poll: { timeout: STUCK_MS / 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: RULES,
          // These tests share processes, because loading the modules again for each file would take as long as the
          // tests themselves.
          isolate: false,
          testTimeout: STUCK_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "edges",
          include: ["test/**/*.spec.ts"],
          exclude: [...RULES, ...SHARED, ...REAL_PROCESSES, ...STACKS, ...BROWSER, ...AGAINST_AMAZONS],
          testTimeout: STUCK_MS,
        },
      },
      { extends: true, test: { name: "shared", include: SHARED, isolate: false, testTimeout: STUCK_MS } },
      { extends: true, test: { name: "stacks", include: STACKS, isolate: false, testTimeout: STUCK_MS } },
      {
        extends: true,
        test: {
          name: "processes",
          include: REAL_PROCESSES,
          exclude: SHARED_PROCESSES,
          testTimeout: STUCK_MS,
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: "panel",
          include: BROWSER,
          isolate: false,
          testTimeout: STUCK_MS,
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: "shared processes",
          include: SHARED_PROCESSES,
          isolate: false,
          testTimeout: STUCK_MS,
          retry: 1,
        },
      },
    ],
  },
});
