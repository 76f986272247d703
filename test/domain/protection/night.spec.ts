import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { goBefore, isHeldAtNight, isTooLate, nightAt, nightBegins } from "../../../core/domain/protection/night.ts";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import { INSTANCE_QUEUES, type InstanceQueue } from "../../../core/store/lane-queues.ts";
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

describe("what the night holds", () => {
  const noon = new Date("2026-11-20T12:00:00-03:00");
  const state = newSendingState("America/Sao_Paulo", noon);
  const queues = Object.keys(INSTANCE_QUEUES) as InstanceQueue[];

  it("is first messages and broadcasts; replies, messages to known people and codes go through it", () => {
    expect(queues.filter(isHeldAtNight)).toEqual(["first_counted", "first", "broadcast"]);
  });

  it("is not relayed from two seconds before the evening on, because clocks differ", () => {
    const before = goBefore("first", state, noon)?.toISOString();

    expect(before).toBe("2026-11-21T01:00:00.000Z");
    expect(isTooLate(before, new Date("2026-11-20T21:59:57.999-03:00"))).toBe(false);
    expect(isTooLate(before, new Date("2026-11-20T21:59:58-03:00"))).toBe(true);
  });

  it("and nothing else has a time before which it must go", () => {
    const others = queues.filter((queue) => !isHeldAtNight(queue));

    expect(others.map((queue) => goBefore(queue, state, noon))).toEqual(others.map(() => null));
    expect([isTooLate(null, noon), isTooLate(undefined, noon)]).toEqual([false, false]);
  });
});
