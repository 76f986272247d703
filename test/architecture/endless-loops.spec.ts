import { describe, expect, it } from "vitest";
import { codeOf, files, isInside } from "./sources.ts";

/** Matches a loop that runs until something outside it stops it. */
const UNTIL_STOPPED = /\bwhile \((?:true|![\w.#]*(?:aborted|[sS]topp\w*|[eE]nded|isOver)(?:\(\))?)\)/;

const product = files.filter(({ path }) => isInside(path, "local"));
const thatHave = (pattern: RegExp) => product.filter(({ text }) => pattern.test(codeOf(text))).map(({ path }) => path);

describe("the house rules: what goes on by itself on one machine", () => {
  it("is a loop that no error ends: local/machine/keep-on.ts", () => {
    expect(thatHave(UNTIL_STOPPED)).toEqual(["local/machine/keep-on.ts"]);
  });

  it("or an alarm that rings again after an error, never an interval, whose throw would end the process", () => {
    expect(thatHave(/\bsetInterval\(/)).toEqual([]);
    expect(thatHave(/\bclockAlarm\(/).length).toBeGreaterThan(3);
  });

  it("is found however it is stopped", () => {
    const loops = [
      "while (!stopping.signal.aborted) {",
      "while (true) {",
      "while (!stopped) {",
      "while (!this.#ended) {",
    ];
    expect(loops.filter((loop) => !UNTIL_STOPPED.test(loop))).toEqual([]);
    expect(UNTIL_STOPPED.test("while (low < high) {")).toBe(false);
  });
});
