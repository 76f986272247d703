import { describe, expect, it } from "vitest";
import { codeOf, files } from "./sources.ts";

/**
 * Checks of a message's kind, and the only files that may contain them. Reading what a message contains, as in
 * `message.otp?.until`, is allowed anywhere.
 */
const QUESTIONS: Record<string, { pattern: RegExp; homes: readonly string[] }> = {
  "whether it is a status": {
    pattern: /\bisStatusId\(/,
    // A receipt identifies a status by its id alone, so there is no message to check.
    homes: ["core/domain/sending/kinds.ts", "core/operations/statuses/record-view.ts"],
  },
  "whether it is a code's or a broadcast's": {
    pattern: /\b(message|before|after|shown|started|read|record)\??\.(otp|broadcast)\b(?!\?\.|\.| \?\?)/,
    homes: [],
  },
};

describe("the house rules: kinds of outgoing messages", () => {
  it.each(Object.entries(QUESTIONS))("%s is asked of core/domain/sending/kinds.ts alone", (_what, rule) => {
    const asks = files.filter(({ path, text }) => !rule.homes.includes(path) && rule.pattern.test(codeOf(text)));

    expect(asks.map(({ path }) => path)).toEqual([]);
  });

  it("the rule knows the branches that the table replaced", () => {
    const was = ["if (message.otp) return endLateCode();", "const isRepeat = message.otp !== undefined && x;"];
    const { pattern } = QUESTIONS["whether it is a code's or a broadcast's"] ?? {};

    expect(was.filter((line) => pattern?.test(line))).toEqual(was);
    expect(pattern?.test("Date.parse(message.otp?.until)")).toBe(false);
  });
});
