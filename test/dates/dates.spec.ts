import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { envAt, HOW_TO_INSTALL } from "../../tools/dates/faketime.ts";
import { occasions } from "../../tools/dates/occasions.ts";

const at = (name: string, now: string) =>
  occasions(new Date(now))
    .find((one) => one.name === name)
    ?.at.toISOString();

describe("the dates at which the tests are tried", () => {
  it.each(["2026-11-22T10:00:00Z", "2028-02-29T12:00:01Z", "2027-12-31T23:59:58Z", "2027-03-28T00:59:59Z"])(
    "are all to come, seen from %s",
    (now) => {
      for (const { at } of occasions(new Date(now))) expect(at.getTime()).toBeGreaterThan(Date.parse(now));
    },
  );

  it.each([
    ["2026-11-22T10:00:00Z", "2028-02-29T12:00:00.000Z"],
    ["2028-02-29T12:00:01Z", "2032-02-29T12:00:00.000Z"],
  ])("have a leap day: from %s it is %s", (now, day) => {
    expect(at("29 February", now)).toBe(day);
  });

  it("have a year and a change of the clocks that end within the run", () => {
    expect(at("the last seconds of a year", "2026-11-22T10:00:00Z")).toBe("2026-12-31T23:59:40.000Z");
    expect(at("a change of the clocks", "2026-11-22T10:00:00Z")).toBe("2027-03-28T00:59:40.000Z");
  });

  it("are the same distance ahead of every process's time", () => {
    const occasion = { name: "", at: new Date("2026-11-23T10:00:00Z"), zone: "Asia/Kolkata" };
    expect(envAt("lib.so", occasion, new Date("2026-11-22T10:00:00Z"))).toMatchObject({
      LD_PRELOAD: "lib.so",
      FAKETIME: "+86400",
      TZ: "Asia/Kolkata",
    });
  });

  it("can't be shown without faketime: one sentence says how to install it, and the exit code is 1", async () => {
    const main = new URL("../../tools/dates/main.ts", import.meta.url).pathname;
    const env = { ...process.env, FAKETIME_LIBRARY: "/nowhere/libfaketimeMT.so.1" };
    await expect(promisify(execFile)(process.execPath, [main], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(HOW_TO_INSTALL),
    });
  });
});
