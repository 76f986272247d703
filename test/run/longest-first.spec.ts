import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/sources.ts";
import { LONGEST, longestFirst } from "./longest-first.ts";

const specsOf = (...paths: string[]) => paths.map((path) => ({ moduleId: join(ROOT, path) }));

describe("the order of the test files", () => {
  it("begins with those that take the longest, and leaves the others as they were", () => {
    const [second = "", first = ""] = [LONGEST[7], LONGEST[2]];
    const files = specsOf("test/env.spec.ts", second, "test/log.spec.ts", first);
    expect(longestFirst(files)).toEqual(specsOf(first, second, "test/env.spec.ts", "test/log.spec.ts"));
  });

  it("names only files that exist, each once", () => {
    expect(LONGEST.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(new Set(LONGEST).size).toBe(LONGEST.length);
  });
});
