import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { times } from "./test/run/how-long.ts";
import { beginTestRun } from "./test/run/test-run.ts";

/**
 * What Node.js has compiled is kept for every process of the tests and every gateway that they start: most of the start
 * of one is compiling what the one before it has compiled. It goes by the files' contents.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

/** Only beside Amazon's DynamoDB Local: `npm run dynamodb -w tools` names them. */
const AGAINST_AMAZONS = process.env.DYNAMODB_URL ? [] : ["test/dynamodb-local/**/*.spec.ts"];

/**
 * Tests of real processes and sockets: what a machine that stalls for seconds can fail is tried once more, and shown.
 */
const REAL_PROCESSES = ["network", "session", "system", "http", "local-aws", "local-ai", "local-identity"].map(
  (area) => `test/${area}/**/*.spec.ts`,
);

/**
 * Tests of what has no clients of AWS, no sockets and no environment: nothing that one file leaves behind is another's.
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
 * Tests of the stacks share a process: loading the construct library and making the templates is most of their work.
 */
const STACKS = ["test/lib/**/*.spec.ts"];

/**
 * Tests of the panel in a browser: the files of one process share a gateway and a browser. They run four at once, because
 * they wait, too: one after the other they left most of two cores idle.
 */
const BROWSER = ["test/panel/**/*.browser.spec.ts"];

/**
 * What a test file leaves behind in its process: modules, clients, an environment or timers that are not the real ones,
 * or a whole gateway within it.
 */
const TRACES =
  /vi\.(mock|stub|useFakeTimers)|vi\.spyOn\(dns|mockClient\(|delete process\.env|process\.env(\.\w+ =|,)|startCounted/;

/**
 * What gives its own environment to the process that it starts: an address of AWS that another file's support left in it
 * would lead that process to what has ended long ago.
 */
const STARTS_A_GATEWAY = /startGateway|startEmulators|runAdmin/;

/** The files of these areas that leave nothing behind. They share processes like the rules, which halves their work. */
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

/** Nothing of a test takes as long: it hangs. No measure of speed, for a machine may be many times slower than ours. */
const STUCK_MS = times(600_000);

/** Several runs may go at the same time on one machine: each cleans up its own. */
const testRun = beginTestRun();

export default defineConfig({
  // n8n is installed by `npm run test:n8n -w tools` only; of its package the nodes need three values.
  resolve: {
    alias: { "n8n-workflow": fileURLToPath(new URL("test/clients/n8n/stand-in/n8n-workflow.ts", import.meta.url)) },
  },
  test: {
    pool: "forks",
    // With more memory for young objects the collector runs less often: a seventh less processor time for the models.
    execArgv: ["--max-semi-space-size=32"],
    env: testRun.env,
    provide: { testRun },
    globalSetup: ["test/run/clean-run.ts"],
    environment: fileURLToPath(new URL("test/run/worker-environment.ts", import.meta.url)),
    // Two more than the cores of a small machine: many tests wait for time limits of the network, or for a browser.
    maxWorkers: 4,
    hookTimeout: STUCK_MS,
    // A condition is waited for, however slow the machine.
    expect: { poll: { timeout: STUCK_MS / 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: RULES,
          // They share processes: to load the modules anew for each file takes as long as the tests themselves.
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
