import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonDepth } from "../../functions/api/json-depth.ts";

function depthOf(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("the depth of a JSON text", () => {
  it.each([
    ["1", 0],
    ["{}", 1],
    ['{"a":[]}', 2],
    ['["[[[["]', 1],
    [String.raw`["\"[[", "\\"]`, 1],
    ["[[],[[]]]", 3],
  ])("%s: %i", (text, depth) => expect(jsonDepth(text)).toBe(depth));

  it("is that of the parsed value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect(jsonDepth(JSON.stringify(value))).toBe(depthOf(value));
      }),
    );
  });

  it("is found for a million levels and for what is no JSON", () => {
    expect(jsonDepth("[".repeat(1_000_000))).toBe(1_000_000);
    expect(jsonDepth(']]]"\\')).toBe(0);
  });
});
