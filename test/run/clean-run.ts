import type { TestProject } from "vitest/node";
import { leftBehind, type TestRun } from "./test-run.ts";
import { rightsUnusedIn } from "./unused-rights.ts";

declare module "vitest" {
  interface ProvidedContext {
    testRun: TestRun;
  }
}

/**
 * Runs that are already being watched. This is needed because the function below is called for each project in the
 * configuration.
 */
const watched = new WeakSet<object>();

/**
 * Checks the run after the tests' processes have ended. Fails if the run left processes or files behind, or if the
 * tests didn't use every deployed right and route.
 */
export function setup({ vitest, config }: TestProject): void {
  if (watched.has(vitest)) return;
  watched.add(vitest);
  const { testRun } = config.provide;
  if (!testRun) throw new Error("The configuration does not say which run this is.");
  vitest.onClose(async () => {
    const left = await leftBehind(testRun);
    if (left.length > 0) throw new Error(`The tests left something behind:\n${left.join("\n")}`);
    const unused = await rightsUnusedIn(vitest, testRun.env.USED_RIGHTS);
    if (unused.length > 0)
      throw new Error(
        `Use these routes; use these rights, take them away, or say in kept-rights.ts why not:\n${unused.join("\n")}`,
      );
  });
}
