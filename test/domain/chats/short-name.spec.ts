import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHORT_NAME_MAX_BYTES, shortName } from "../../../core/domain/chats/short-name.ts";

const FAMILY = "👨‍👩‍👧‍👦";
const ZALGO = `Z${"\u0301".repeat(200)}`;

describe("a name that each message writes", () => {
  it.each([
    ["Ana", "Ana"],
    ["  Ana Souza ", "Ana Souza"],
    ["", null],
    [" \n ", null],
    [null, null],
    [undefined, null],
    ["a".repeat(100), "a".repeat(80)],
    ["é".repeat(100), "é".repeat(40)],
    ["שלום ".repeat(20), `${"שלום ".repeat(8)}שלום`],
    ["😀".repeat(21), "😀".repeat(21)],
    ["😀".repeat(25), "😀".repeat(25)],
    ["😀".repeat(100), "😀".repeat(25)],
    [`${"a".repeat(60)}${FAMILY}`, "a".repeat(60)],
    [FAMILY.repeat(100), FAMILY.repeat(3)],
    [`${"a".repeat(79)} b`, "a".repeat(79)],
    [ZALGO, ZALGO.slice(0, 40)],
  ])("%#: is cut between characters", (name, short) => {
    expect(shortName(name)).toBe(short);
  });

  it("is never longer than there is room for, begins as the name does, and stays as it is when it is cut again", () => {
    const names = fc.string({ unit: fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(FAMILY, "😀", "ש", " ")) });
    fc.assert(
      fc.property(names, (name) => {
        const short = shortName(name);
        expect(short === null).toBe(name.trim() === "");
        if (short === null) return;
        expect(Buffer.byteLength(short) <= SHORT_NAME_MAX_BYTES || [...short].length <= 25).toBe(true);
        expect(short.isWellFormed() || !name.isWellFormed()).toBe(true);
        expect(name.trim().startsWith(short)).toBe(true);
        expect(shortName(short)).toBe(short);
      }),
    );
  });
});
