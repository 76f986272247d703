import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../build/bundle.ts";
import { PARTS, partFile } from "../../../local/program/parts.ts";

/** The parts that are started from source, and why. */
const FROM_SOURCES = new Map([
  ["local/system/rights/write-deployment.ts", "builds the templates, once after a change of them, with RIGHTS=1"],
]);

const sources = globSync("{local,session-service,simulated-network/src}/**/*.ts", { cwd: ROOT });
const startedBeside = sources.flatMap((path) =>
  [...readFileSync(join(ROOT, path), "utf8").matchAll(/new URL\(\s*"([^"]+\.ts)",\s*import\.meta\.url/g)].map((found) =>
    join(dirname(path), String(found[1])),
  ),
);

describe("the parts of the program", () => {
  it("are the files that the sources start by their address, and the main file", () => {
    const started = [...new Set(startedBeside)].filter((path) => !FROM_SOURCES.has(path));
    expect(started.concat("local/main.ts").sort()).toEqual([...PARTS].sort());
    expect(startedBeside).toEqual(expect.arrayContaining([...FROM_SOURCES.keys()]));
  });

  it("have files of different names", () => {
    expect(new Set(PARTS.map(partFile)).size).toBe(PARTS.length);
  });
});
