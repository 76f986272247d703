import { expect, it } from "vitest";
import { isForAdmins, remainingGroupChange } from "../../../core/domain/groups/asked-change.ts";

const known = { subject: "Tea", description_id: "A1", settings: { join_approval: true } };

it.each([
  [{}, {}],
  [{ subject: "Tea" }, {}],
  [{ subject: "Coffee" }, { subject: "Coffee" }],
  [{ description: "Daily" }, { description: "Daily" }],
  [{ description: null }, { description: null }],
  [{ settings: { join_approval: true, messages_admins_only: false, disappearing_seconds: 0 } }, {}],
  [
    { settings: { join_approval: false, messages_admins_only: true, disappearing_seconds: 86_400 } },
    { settings: { join_approval: false, messages_admins_only: true, disappearing_seconds: 86_400 } },
  ],
])("of %j only what is not so already is asked for: %j", (asked, remaining) => {
  expect(remainingGroupChange(known, asked)).toEqual(remaining);
});

it("a description that is not there need not be taken away", () => {
  expect(remainingGroupChange({}, { description: null })).toEqual({});
});

it.each([
  [{ subject: "Coffee" }, {}, false],
  [{ subject: "Coffee" }, { info_admins_only: true }, true],
  [{ settings: { disappearing_seconds: 0 } }, {}, false],
  [{ settings: { disappearing_seconds: 0 } }, { info_admins_only: true }, true],
  [{ settings: { join_approval: true } }, {}, true],
])("whether only admins may ask for %j in a group with %j: %j", (asked, settings, expected) => {
  expect(isForAdmins({ settings }, asked)).toBe(expected);
});
