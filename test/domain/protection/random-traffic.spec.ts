import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { holdOf } from "../../../core/domain/protection/holds.ts";
import { settingsInForce } from "../../../core/domain/protection/settings.ts";
import { LanePlay, type Sent } from "../sending/lane-play.ts";
import { ZONES } from "./zones.ts";

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      queue: fc.constantFrom("reply", "known", "first", "first", "broadcast"),
      person: fc.integer({ min: 0, max: 60 }),
      times: fc.integer({ min: 1, max: 15 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      seconds: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 600, max: 30_000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("jump" as const), skewHours: fc.integer({ min: -11, max: 11 }) }),
  },
);
const world = fc.record({
  zone: fc.constantFrom(...ZONES),
  start: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 1) }),
  stage: fc.constantFrom(1, 1, 2, 5),
  steps: fc.array(step, { minLength: 5, maxLength: 60 }),
  looks: fc.constantFrom(1, 1, 3),
  draws: fc.integer({ min: 1, max: 2 ** 31 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** Creates a small random number generator. The same seed produces the same traffic. */
function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs a world to its end. Calls `look` with the lane whenever the lane is idle. */
function play(
  { zone, start, stage, steps, looks, draws }: World,
  jumps: boolean,
  look = (_lane: LanePlay) => {},
): LanePlay {
  const lane = new LanePlay(zone, new Date(start), { stage });
  const draw = drawsOf(draws);
  let skewMs = 0;
  const rest = (until: Date) => {
    for (;;) {
      const next = lane.work(draw, looks);
      look(lane);
      if (next === null || next > until) break;
      if (next > lane.now) lane.now = next;
    }
    if (until > lane.now) lane.now = until;
  };
  for (const one of steps) {
    if (one.kind === "put") for (let i = 0; i < one.times; i++) lane.put(one.queue as "reply", `p${one.person + i}`);
    else if (one.kind === "pass") rest(new Date(lane.now.getTime() + one.seconds * 1000));
    else if (one.kind === "restart") lane.restart();
    else if (jumps) {
      lane.now = new Date(lane.now.getTime() - skewMs + one.skewHours * 3_600_000);
      skewMs = one.skewHours * 3_600_000;
    }
  }
  rest(new Date(lane.now.getTime() + 3 * 86_400_000));
  return lane;
}

const firsts = (lane: LanePlay) => lane.sent.filter(({ queue }) => queue === "first" || queue === "first_counted");

function peopleADay(sent: Sent[], zone: string): number[] {
  const days = new Map<string, Set<string>>();
  for (const { at, person } of sent) {
    const day = DateTime.fromJSDate(at, { zone }).toISODate() ?? "";
    days.set(day, (days.get(day) ?? new Set()).add(person));
  }
  return [...days.values()].map((people) => people.size);
}

describe("under random traffic, restarts, doubled looks and clock jumps, in every zone", () => {
  it("no first message goes in the night hold, and each has its end before the night", () => {
    fc.assert(
      fc.property(world, fc.boolean(), (given, jumps) => {
        for (const { at, goBefore } of firsts(play(given, jumps))) {
          const hour = DateTime.fromJSDate(at, { zone: given.zone }).hour;
          expect(hour >= 8 && hour < 22).toBe(true);
          const end = DateTime.fromJSDate(goBefore ?? new Date(0), { zone: given.zone });
          expect([end.hour, end.minute, end.second]).toEqual([22, 0, 0]);
          expect(end.toMillis()).toBeGreaterThan(at.getTime() + 2_000);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("never more new people a local day than the cap, and a person counts once a day", () => {
    fc.assert(
      fc.property(world, fc.boolean(), (given, jumps) => {
        const lane = play(given, jumps);
        const cap = settingsInForce(lane.sending).new_contacts_per_day;
        expect(Math.max(0, ...peopleADay(firsts(lane), given.zone))).toBeLessThanOrEqual(cap);
      }),
      { numRuns: 30 },
    );
  });

  it("nor when the clock is set back and forth over days that are used up", () => {
    const moves = fc.array(fc.tuple(fc.integer({ min: 3, max: 14 }), fc.integer({ min: -11, max: 11 })), {
      minLength: 12,
    });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moves, (zone, jumps) => {
        const put = { kind: "put" as const, queue: "first" as const, person: 0, times: 300 };
        const steps = jumps.flatMap(([hours, skewHours]) => [
          { kind: "pass" as const, seconds: hours * 3_600 },
          { kind: "jump" as const, skewHours },
        ]);
        const start = Date.UTC(2026, 9, 20);
        const lane = play({ zone, start, stage: 1, steps: [put, ...steps], looks: 1, draws: 3 }, true);
        expect(Math.max(0, ...peopleADay(firsts(lane), zone))).toBeLessThanOrEqual(10);
        expect(firsts(lane).length).toBeGreaterThan(20);
      }),
      { numRuns: 25 },
    );
  });

  it("never more of the others a day than the limit, nor of all an hour", () => {
    fc.assert(
      fc.property(world, (given) => {
        const lane = play(given, false);
        const limits = settingsInForce(lane.sending);
        const days = new Map<string, number>();
        const hours = new Map<string, number>();
        for (const { at, queue } of lane.sent) {
          const local = DateTime.fromJSDate(at, { zone: given.zone });
          const day = `${queue === "broadcast" ? "broadcast" : "known"} ${local.toISODate()}`;
          if (queue === "known" || queue === "broadcast") days.set(day, (days.get(day) ?? 0) + 1);
          const hour = local.toFormat("yyyy-MM-dd HH ZZ");
          if (queue !== "reply") hours.set(hour, (hours.get(hour) ?? 0) + 1);
        }
        for (const [day, count] of days) {
          expect(count).toBeLessThanOrEqual(
            day.startsWith("broadcast") ? limits.broadcast_per_day : limits.messages_per_day,
          );
        }
        for (const count of hours.values()) expect(count).toBeLessThanOrEqual(limits.messages_per_hour);
      }),
      { numRuns: 25 },
    );
  });

  it("one at a time: each send ends before the next begins", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { sent } = play(given, false);
        sent.forEach(({ at }, i) => {
          const before = sent[i - 1];
          if (before) expect(at.getTime() - before.at.getTime()).toBeGreaterThanOrEqual(500);
        });
      }),
      { numRuns: 30 },
    );
  });

  it("no reply goes later than a reply's gap after the send before it", () => {
    fc.assert(
      fc.property(world, (given) => {
        const { sent } = play(given, false);
        sent.forEach(({ at, queue, put }, i) => {
          if (queue !== "reply") return;
          const free = Math.max(put.getTime(), (sent[i - 1]?.at.getTime() ?? 0) + 3_000);
          expect(at.getTime()).toBeLessThanOrEqual(free);
        });
      }),
      { numRuns: 25 },
    );
  });

  it("whatever may go goes: while the lane rests nothing that may go waits", () => {
    fc.assert(
      fc.property(world, fc.boolean(), (given, jumps) => {
        play(given, jumps, (lane) => {
          const { decision } = lane.decide();
          if (decision.kind !== "wait" || lane.isSending) return;
          for (const queue of Object.keys(lane.heads()) as "first"[]) {
            // The world contains only rows of paced queues.
            const due = Date.parse(lane.heads()[queue]?.due ?? "");
            if (due > lane.now.getTime()) continue;
            const hold = holdOf(queue, lane.sending, lane.now);
            expect(hold).not.toBeNull();
            if (hold?.until) expect(decision.next?.getTime()).toBeLessThanOrEqual(hold.until.getTime());
          }
        });
      }),
      { numRuns: 25 },
    );
  });
});

describe("no class starves another", () => {
  it.each([
    {},
    { message_interval_seconds: 600, first_message_interval_seconds: 60 },
    { message_interval_seconds: 60, first_message_interval_seconds: 60 },
  ])("with full queues of all each has its turn within one gap, with %o", (own) => {
    const start = new Date("2026-11-20T09:00:00Z");
    const settings = { ...own, messages_per_hour: 60 };
    const lane = new LanePlay("UTC", start, { stage: 7, settings });
    for (let i = 0; i < 100; i++)
      for (const queue of ["known", "first", "broadcast"] as const) lane.put(queue, `p${i}`);
    for (let i = 0; i < 300; i++) lane.put("reply", `p${i}`);
    const end = new Date("2026-11-20T09:09:00Z");
    const draw = drawsOf(7);
    while (lane.now < end) lane.now = lane.work(draw) ?? end;

    const limits = settingsInForce(lane.sending);
    const others = lane.sent.filter(({ queue }) => queue !== "reply");
    // From the 60th message on, the hourly limit delays them.
    const last = Math.min(end.getTime(), others[59]?.at.getTime() ?? Number.POSITIVE_INFINITY);
    const gaps = {
      known: limits.message_interval_seconds,
      first: limits.first_message_interval_seconds,
      broadcast: limits.broadcast_interval_seconds,
      reply: limits.reply_interval_seconds,
    };
    const longest = Math.max(gaps.first, gaps.broadcast, Math.min(gaps.known, 60));
    // A broadcast deliberately leaves part of the hour's limit to other messages.
    for (const queue of ["known", "first", "reply"] as const) {
      const times = lane.sent.filter((one) => one.queue === queue).map(({ at }) => at.getTime());
      const until = queue === "reply" ? end.getTime() : last;
      const moments = [start.getTime(), ...times.filter((at) => at <= until), until];
      const widest = Math.max(...moments.slice(1).map((at, i) => at - (moments[i] ?? at)));
      const allowed = queue === "reply" ? 2 * 3_000 : (gaps[queue] + longest) * 1_600;
      expect([queue, widest, widest <= allowed]).toEqual([queue, widest, true]);
      expect(times.length).toBeGreaterThan(0);
    }
  });
});
