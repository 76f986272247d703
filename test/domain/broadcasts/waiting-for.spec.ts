import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BROADCAST_STATUSES } from "../../../core/contracts/broadcasts/broadcast-states.ts";
import { restsUntil, waitingFor } from "../../../core/domain/broadcasts/waiting-for.ts";

const NOON = new Date("2026-11-20T12:00:00Z");
const NIGHT = new Date("2026-11-20T23:00:00Z");
/** The end of the night, plus a margin. */
const MORNING = new Date("2026-11-21T08:00:02Z");
const quiet = { start: "22:00", end: "08:00", timezone: "UTC" };
const running = { status: "running", start_at: null } as const;
const rest = { until: "2026-11-20T15:00:00.000Z", their_night: 3, another_broadcast: 2 };

describe("what the people of a broadcast wait for", () => {
  it.each([
    ["one after the other", running, 5, NOON, [{ reason: "turn", count: 5, until: null }]],
    ["the number's night", running, 5, NIGHT, [{ reason: "night", count: 5, until: MORNING }]],
    [
      "nights of their own, and another broadcast",
      { ...running, rest },
      6,
      NOON,
      [
        { reason: "their_night", count: 3, until: new Date(rest.until) },
        { reason: "another_broadcast", count: 2, until: new Date(rest.until) },
        { reason: "turn", count: 1, until: null },
      ],
    ],
    ["a rest that is over", { ...running, rest }, 5, NIGHT, [{ reason: "night", count: 5, until: MORNING }]],
    [
      "its time",
      { status: "scheduled", start_at: MORNING.toISOString() } as const,
      2,
      NOON,
      [{ reason: "start_at", count: 2, until: MORNING }],
    ],
    ["nothing, where nobody waits", running, 0, NOON, []],
    ["what its reason says, while it is paused", { status: "paused", start_at: null, rest } as const, 5, NOON, []],
  ] as const)("%s", (_, broadcast, waiting, now, expected) => {
    expect(waitingFor(broadcast, waiting, quiet, now)).toEqual(expected);
  });

  it("adds up to those who wait, whatever was noted", () => {
    const some = fc.nat({ max: 20 });
    fc.assert(
      fc.property(fc.constantFrom(...BROADCAST_STATUSES), some, some, some, fc.boolean(), (status, n, a, b, isOver) => {
        const until = (isOver ? NOON : MORNING).toISOString();
        const broadcast = { status, start_at: null, rest: { until, their_night: a, another_broadcast: b } };
        const counts = waitingFor(broadcast, n, quiet, NOON).map(({ count }) => count);
        const isMoving = status === "running" || status === "scheduled";
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(isMoving ? n : 0);
        expect(restsUntil(broadcast, NOON) !== null).toBe(status === "running" && !isOver);
      }),
    );
  });
});
