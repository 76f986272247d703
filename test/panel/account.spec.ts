import { describe, expect, it } from "vitest";
import { changedSettings } from "../../panel/src/forms/changed-settings.ts";
import { browserName } from "../../panel/src/pages/account/browser-name.ts";
import { limitLevel } from "../../panel/src/pages/account/limit-level.ts";
import { isLastAdmin } from "../../panel/src/pages/account/member-refusals.ts";
import { sizeOf } from "../../panel/src/pages/account/size-of.ts";
import { trialDaysLeft } from "../../panel/src/shell/trial-days-left.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

describe("a session's browser", () => {
  it.each([
    [CHROME, "Chrome", "Linux"],
    [`${CHROME} Edg/153.0.0.0`.replace("X11; Linux x86_64", "Windows NT 10.0; Win64; x64"), "Edge", "Windows"],
    ["Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox", "Windows"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1", "Safari", "iOS"],
    ["Mozilla/5.0 (Linux; Android 16; SM-S931B) SamsungBrowser/30.0 Chrome/150.0", "Samsung Internet", "Android"],
    ["curl/8.14", null, null],
    ["", null, null],
  ])("%s is told as people call it", (agent, browser, system) => {
    expect(browserName(agent)).toEqual({ browser, system });
  });
});

describe("a trial", () => {
  it.each([
    ["has seven days when it begins", "2026-11-27T09:30:05+00:00", 7],
    ["has seven days seconds after it began", "2026-11-27T09:30:00+00:00", 7],
    ["has six days a day later", "2026-11-26T09:30:05+00:00", 6],
    ["has one day in its last hour", "2026-11-20T10:30:05+00:00", 1],
    ["has none when it is over", "2026-11-20T09:30:05+00:00", null],
    ["is none without an end", null, null],
  ])("%s", (_name, endsAt, days) => {
    expect(trialDaysLeft(endsAt, new Date("2026-11-20T09:30:05Z"))).toBe(days);
  });
});

describe("a limit", () => {
  it.each([
    [79, 100, "fine"],
    [80, 100, "near"],
    [100, 100, "full"],
    [130, 100, "full"],
    [1_000_000, null, "fine"],
  ] as const)("with %d used of %s is %s", (used, of, level) => {
    expect(limitLevel(used, of)).toBe(level);
  });

  it.each([
    [0, "kilobyte", 0],
    [1_500, "kilobyte", 1.5],
    [2_000_000, "megabyte", 2],
    [3_100_000_000, "gigabyte", 3.1],
  ])("of %d bytes is told in a unit that fits", (bytes, unit, amount) => {
    expect(sizeOf(bytes)).toEqual({ unit, amount });
  });
});

describe("the last admin", () => {
  const ada = { id: "usr_1", role: "admin" } as const;
  const ben = { id: "usr_2", role: "admin" } as const;
  const mel = { id: "usr_3", role: "member" } as const;
  it.each([
    ["is the only one", ada, [ada, mel], true],
    ["is none while there is another", ada, [ada, ben], false],
    ["is no member", mel, [ada, mel], false],
  ] as const)("%s", (_what, member, members, isLast) => {
    expect(isLastAdmin(member, members)).toBe(isLast);
  });
});

describe("a person's settings", () => {
  const before = { name: "Ada", language: null, theme: "system", timezone: null } as const;
  it("are sent when they changed, and not else", () => {
    expect(changedSettings(before, before)).toEqual({});
    expect(changedSettings(before, { ...before, name: null, theme: "dark" })).toEqual({ name: null, theme: "dark" });
  });
});
