import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { localDay, localHour, startOfNextDay } from "../../../core/domain/protection/local-time.ts";
import { ZONES } from "./zones.ts";

describe("the local day", () => {
  it.each([
    ["2026-11-20T02:59:59Z", "America/Sao_Paulo", "2026-11-19", "2026-11-20T03:00:00.000Z"],
    ["2026-11-20T03:00:00Z", "America/Sao_Paulo", "2026-11-20", "2026-11-21T03:00:00.000Z"],
    ["2026-11-20T12:00:00Z", "Pacific/Kiritimati", "2026-11-21", "2026-11-21T10:00:00.000Z"],
    // On these days in Chile and Egypt, the clocks skip midnight, so the day begins at 01:00.
    ["2026-09-05T12:00:00Z", "America/Santiago", "2026-09-05", "2026-09-06T04:00:00.000Z"],
    ["2026-04-23T12:00:00Z", "Africa/Cairo", "2026-04-23", "2026-04-23T22:00:00.000Z"],
    // In Cuba, the clocks show midnight twice on this day. The day begins at the first midnight.
    ["2026-10-31T20:00:00Z", "America/Havana", "2026-10-31", "2026-11-01T04:00:00.000Z"],
    // In Newfoundland, the clocks were set back from 00:01 to 23:01, so the old day resumed and ended at the second
    // midnight.
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
