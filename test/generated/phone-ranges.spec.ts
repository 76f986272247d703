import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phoneRanges } from "../../bin/generated/phone-ranges.ts";
import { shapesOf } from "../../bin/generated/range-reader.ts";

/** Patterns that cover all the syntax used in the numbering data. */
const PATTERNS = ["7[1-57-9]\\d{2}", "(?:2[01]|3)\\d{1,3}", "0?(?:11|2)15?", "[2-9](?:\\d{2}){1,2}|1"];

describe("the first digits and lengths of numbers", () => {
  it.each(PATTERNS)("are those of every text that %s takes", (pattern) => {
    const shapes = shapesOf(pattern);
    const isTaken = new RegExp(`^(?:${pattern})$`);
    const all = new Set<string>();
    for (let length = 1; length <= 5; length++) {
      for (let number = 0; number < 10 ** length; number++) {
        const text = String(number).padStart(length, "0");
        if (isTaken.test(text)) all.add(`${text.slice(0, 2)}:${length}`);
      }
    }

    expect([...shapes].toSorted()).toEqual([...all].toSorted());
  });

  it("are not read from a pattern with parts that are not known", () => {
    fc.assert(
      fc.property(fc.constantFrom(".", "\\w", "\\d+", "\\d*", "x"), (part) => {
        expect(() => shapesOf(`1${part}`)).toThrow("not known here");
      }),
    );
  });

  it("are kept where a plan decides and a missing country code could explain the number", () => {
    const ranges = phoneRanges();

    expect(ranges["7"]).toEqual({ "10": "34789" });
    expect(ranges["55"]).toEqual({ "8": "34", "9": "589" });
    expect(Object.keys(ranges)).not.toContain("65");
    expect(Object.keys(ranges)).not.toContain("229");
  });
});
