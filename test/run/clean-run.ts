import type { TestProject } from "vitest/node";
import { leftBehind, type TestRun } from "./test-run.ts";

declare module "vitest" {
  interface ProvidedContext {
    testRun: TestRun;
  }
}

/** Runs that are already watched: each project of the configuration calls this. */
const watched = new WeakSet<object>();

/** After the run, once the tests' processes have ended: fails when it left processes or files. */
export function setup({ vitest, config }: TestProject): void {
  if (watched.has(vitest)) return;
  watched.add(vitest);
  const { testRun } = config.provide;
  if (!testRun) throw new Error("The configuration does not say which run this is.");
  vitest.onClose(async () => {
    const left = await leftBehind(testRun);
    if (left.length > 0) throw new Error(`The tests left something behind:\n${left.join("\n")}`);
  });
}
