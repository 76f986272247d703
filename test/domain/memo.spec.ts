import { describe, expect, it } from "vitest";
import { memo } from "../../core/domain/memo.ts";

describe("a function that remembers its results", () => {
  it("makes each once, also one that is undefined", () => {
    const asked: string[] = [];
    const lengthOf = memo(10, (text: string) => {
      asked.push(text);
      return text.length || undefined;
    });

    expect(["ab", "", "ab", ""].map(lengthOf)).toEqual([2, undefined, 2, undefined]);
    expect(asked).toEqual(["ab", ""]);
  });

  it("keeps no more results than it may", () => {
    const asked: number[] = [];
    const double = memo(2, (value: number) => {
      asked.push(value);
      return 2 * value;
    });

    for (const value of [1, 2, 3, 1]) double(value);

    expect(asked).toEqual([1, 2, 3, 1]);
  });

  it("remembers no throw", () => {
    let isBroken = true;
    const value = memo(2, (key: string) => {
      if (isBroken) throw new Error(key);
      return key;
    });

    expect(() => value("a")).toThrow("a");
    isBroken = false;
    expect(value("a")).toBe("a");
  });
});
