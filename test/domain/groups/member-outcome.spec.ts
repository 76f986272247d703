import { describe, expect, it } from "vitest";
import { memberOutcome, notAddedReason } from "../../../core/domain/groups/member-outcome.ts";

describe("what the network's code for one person means", () => {
  it.each([
    ["add", 200, "added", null],
    ["add", 401, "refused", "blocked"],
    ["add", 403, "refused", "privacy"],
    ["add", 404, "not_found", "not_on_messenger"],
    ["add", 408, "refused", "left_recently"],
    ["add", 409, "already", null],
    ["add", 419, "refused", "group_full"],
    ["add", 500, "refused", "group_full"],
    ["add", 599, "refused", "other"],
    ["remove", 200, "removed", null],
    ["remove", 404, "not_found", "not_a_member"],
    ["remove", 403, "refused", "other"],
    ["promote", 200, "promoted", null],
    ["promote", 409, "already", null],
    ["demote", 200, "demoted", null],
    ["demote", 406, "refused", "other"],
  ] as const)("%s, %i: %s, %s", (deed, code, result, reason) => {
    expect(memberOutcome(deed, code)).toEqual({ result, reason });
  });

  it.each([
    [403, "privacy"],
    [404, "not_on_messenger"],
    [401, "refused"],
    [500, "refused"],
  ] as const)("somebody is not in a new group for %i: %s", (code, reason) => {
    expect(notAddedReason(code)).toBe(reason);
  });
});
