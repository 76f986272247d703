import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import {
  localDay,
  localHour,
  nightAt,
  nightBegins,
  startOfNextDay,
} from "../../../core/domain/protection/local-time.ts";
import { ZONES } from "./zones.ts";

const HOURS = { start: "22:00", end: "08:00" };
const night = (at: string, timezone: string) => nightAt(new Date(at), { ...HOURS, timezone });

describe("the night hold", () => {
  it.each([
    ["21:59:57", false],
    ["21:59:58", true],
    ["22:00:00", true],
    ["03:00:00", true],
    ["08:00:00", true],
    ["08:00:01", true],
    ["08:00:02", false],
    ["12:00:00", false],
  ])("begins 2 s early and ends 2 s late: at %s in São Paulo it is %s", (time, held) => {
    expect(night(`2026-11-20T${time}-03:00`, "America/Sao_Paulo") !== null).toBe(held);
  });

  it("is an hour shorter when clocks are set forward, an hour longer when they are set back", () => {
    const spring = night("2026-03-29T00:00:00Z", "Europe/Madrid");
    expect(spring?.begins.toISOString()).toBe("2026-03-28T20:59:58.000Z");
    expect(spring?.ends.toISOString()).toBe("2026-03-29T06:00:02.000Z");

    const autumn = night("2026-10-25T00:00:00Z", "Europe/Madrid");
    expect(autumn?.begins.toISOString()).toBe("2026-10-24T19:59:58.000Z");
    expect(autumn?.ends.toISOString()).toBe("2026-10-25T07:00:02.000Z");
  });

  it("is as wide as the customer chose", () => {
    const hours = { start: "18:30", end: "11:15", timezone: "Asia/Kathmandu" };
    expect(nightAt(new Date("2026-05-01T18:29:57+05:45"), hours)).toBeNull();
    expect(nightAt(new Date("2026-05-01T18:29:58+05:45"), hours)?.ends.toISOString()).toBe("2026-05-02T05:30:02.000Z");
  });

  it("says when the next one begins", () => {
    const hours = { ...HOURS, timezone: "America/Sao_Paulo" };
    expect(nightBegins(new Date("2026-11-20T12:00:00-03:00"), hours).toISOString()).toBe("2026-11-21T00:59:58.000Z");
    expect(nightBegins(new Date("2026-11-21T02:00:00-03:00"), hours).toISOString()).toBe("2026-11-21T00:59:58.000Z");
  });

  it("covers every moment at which the clocks show 22:00 to 08:00, in every zone, and by day no more", () => {
    const wide = { min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) };
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer(wide), (timezone, ms) => {
        const at = DateTime.fromMillis(ms, { zone: timezone });
        const held = nightAt(new Date(ms), { ...HOURS, timezone });
        if (at.hour >= 22 || at.hour < 8) expect(held).not.toBeNull();
        if (at.hour >= 10 && at.hour < 20) expect(held).toBeNull();
        if (held) expect(held.ends.getTime()).toBeGreaterThan(ms);
      }),
      { numRuns: 3_000 },
    );
  });

  it("refuses a zone that doesn't exist instead of guessing", () => {
    expect(() => night("2026-01-01T00:00:00Z", "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("the local day", () => {
  it.each([
    ["2026-11-20T02:59:59Z", "America/Sao_Paulo", "2026-11-19", "2026-11-20T03:00:00.000Z"],
    ["2026-11-20T03:00:00Z", "America/Sao_Paulo", "2026-11-20", "2026-11-21T03:00:00.000Z"],
    ["2026-11-20T12:00:00Z", "Pacific/Kiritimati", "2026-11-21", "2026-11-21T10:00:00.000Z"],
    // Clocks skip midnight: the day begins at 01:00.
    ["2026-09-05T12:00:00Z", "America/Santiago", "2026-09-05", "2026-09-06T04:00:00.000Z"],
    ["2026-04-23T12:00:00Z", "Africa/Cairo", "2026-04-23", "2026-04-23T22:00:00.000Z"],
    // Clocks show midnight twice: the day begins at the first.
    ["2026-10-31T20:00:00Z", "America/Havana", "2026-10-31", "2026-11-01T04:00:00.000Z"],
    // Clocks went back from 00:01 to 23:01: the old day is shown once more, and ends at the second midnight.
    ["2010-11-07T02:20:00Z", "America/St_Johns", "2010-11-06", "2010-11-07T02:30:00.000Z"],
    ["2010-11-07T03:00:00Z", "America/St_Johns", "2010-11-06", "2010-11-07T03:30:00.000Z"],
  ])("of %s in %s is %s and ends at %s", (at, zone, day, end) => {
    expect(localDay(new Date(at), zone)).toBe(day);
    expect(startOfNextDay(new Date(at), zone).toISOString()).toBe(end);
  });

  it("never ends in the past, and its end is the next day's first moment, in every zone", () => {
    const wide = { min: Date.UTC(2005, 0, 1), max: Date.UTC(2028, 0, 1) };
    fc.assert(
      fc.property(fc.constantFrom(...ZONES, "America/St_Johns"), fc.integer(wide), (zone, ms) => {
        const end = startOfNextDay(new Date(ms), zone);
        expect(end.getTime()).toBeGreaterThan(ms);
        expect(localDay(end, zone) > localDay(new Date(ms), zone)).toBe(true);
        expect(localDay(new Date(ms), zone)).toBe(DateTime.fromMillis(ms, { zone }).toISODate());
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the local hour", () => {
  it.each([
    ["2026-11-20T12:34:56Z", "Asia/Kolkata", "2026-11-20T12:30:00.000Z", "2026-11-20T13:30:00.000Z"],
    ["2026-11-20T12:34:56Z", "Asia/Kathmandu", "2026-11-20T12:15:00.000Z", "2026-11-20T13:15:00.000Z"],
    ["2026-11-20T12:34:56Z", "UTC", "2026-11-20T12:00:00.000Z", "2026-11-20T13:00:00.000Z"],
  ])("of %s in %s is %s to %s", (at, zone, start, end) => {
    const hour = localHour(new Date(at), zone);
    expect([hour.start.toISOString(), hour.end.toISOString()]).toEqual([start, end]);
  });
});
