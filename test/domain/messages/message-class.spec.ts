import { describe, expect, it } from "vitest";
import { classify } from "../../../core/domain/messages/message-class.ts";

const now = new Date("2026-11-20T12:00:00Z");

describe("the class of a message", () => {
  it.each([
    ["never wrote", undefined, "first"],
    ["wrote a second ago", "2026-11-20T11:59:59.000Z", "reply"],
    ["wrote 23 h 59 min 59 s ago", "2026-11-19T12:00:01.000Z", "reply"],
    ["wrote exactly 24 hours ago", "2026-11-19T12:00:00.000Z", "known"],
    ["wrote last year", "2025-11-20T12:00:00.000Z", "known"],
  ] as const)("to someone who %s", (_who, lastInAt, expected) => {
    expect(classify(lastInAt, now)).toBe(expected);
  });
});
