import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/sources.ts";
import { longSpecs } from "./long-specs.ts";

/**
 * Runs a model that has 50 schedules in the suite, using the program behind `npm run test:long`. @returns the number of
 * schedules it ran.
 */
function playedIn(times: string): string | undefined {
  const args = ["test/run/long.ts", times, "otps/link-model", "-t", "final state", "--reporter=verbose"];
  const { LANE_SEED: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: "utf8" });
  return /one event, in (\d+) schedules/.exec(stdout)?.[1];
}

describe("a long run", () => {
  it("plays as many times more schedules than the suite as it is told", () => {
    expect(playedIn("3")).toBe("150");
  });

  it("is made of the specs that ask how long it is, and no spec finds that out in a way of its own", () => {
    const specs = longSpecs();

    expect(specs).toContain("test/lanes/model.spec.ts");
    expect(specs).toContain("test/functions/fuzz/fuzz.spec.ts");
    const own = /process\.env\.\w*(_RUNS|_SCHEDULES|_TIMES|_ROUNDS)\b/;
    expect(specs.filter((path) => own.test(readFileSync(join(ROOT, path), "utf8")))).toEqual([]);
  });

  it("runs nothing at all when no spec has the name that it is given", () => {
    expect(() => longSpecs(["no-such-model"])).toThrow("is called no-such-model");
  });
});
