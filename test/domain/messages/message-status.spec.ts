import { describe, expect, it } from "vitest";
import { statusesOnTheWay } from "../../../core/domain/messages/message-status.ts";

describe("the status of an outgoing message", () => {
  it.each([
    ["queued", "sent", ["sent"]],
    ["queued", "delivered", ["sent", "delivered"]],
    ["sent", "delivered", ["delivered"]],
    ["sent", "read", ["delivered", "read"]],
    ["delivered", "read", ["read"]],
    ["delivered", "delivered", []],
    ["read", "delivered", []],
    ["read", "sent", []],
    ["failed", "sent", []],
    ["received", "read", []],
  ] as const)("moves only forward: %s, told %s, passes %j", (from, to, expected) => {
    expect(statusesOnTheWay(from, to)).toEqual(expected);
  });
});
