import { describe, expect, it } from "vitest";
import { IS_LONG } from "../run/how-long.ts";
import { type BroadcastPlay, runBroadcastSchedule } from "../support/models/broadcast-model.ts";
import { BROADCAST_MUTATIONS } from "../support/models/broadcast-mutations.ts";
import { failingSeed, seeds, whyUnseen } from "../support/models/lane-seeds.ts";
import { WEATHER } from "../support/models/lane-sim.ts";

const LIST: BroadcastPlay = { people: 5, pairs: 2 };
const LATE: BroadcastPlay = { people: 6, orders: 2, beforeNightSec: 12 };
const ORDERS: BroadcastPlay = { people: 6, orders: 5 };
const ANSWERS: BroadcastPlay = { people: 4, pairs: 1, answers: 5 };

/**
 * To run only the schedule of one seed, once for each kind: `LANE_SEED=<seed> npx vitest run
 * test/lanes/broadcast-model`.
 */
describe("a broadcast in the lane, by two owners, whatever dies, comes twice or late", () => {
  it.each([
    { weather: "calm", play: LIST, played: seeds(8), title: "sends each person one message without faults" },
    { weather: "faults", play: LIST, played: seeds(12), title: "sends nobody two, and its letters are its messages" },
    {
      weather: "faults",
      play: { ...LIST, runners: 2 },
      played: seeds(8),
      title: "does so when two loops work its lane",
    },
    { weather: "manyFaults", play: LIST, played: seeds(8), title: "does so however much goes wrong" },
    { weather: "faults", play: LATE, played: seeds(3), title: "shows nothing at night, and goes on in the morning" },
    { weather: "calm", play: ORDERS, played: seeds(12), title: "sends at most one more after the answer to a pause" },
    {
      weather: "faults",
      play: ORDERS,
      played: seeds(12),
      title: "does so with faults, too, and goes on when it is resumed",
    },
    {
      weather: "calm",
      play: ANSWERS,
      played: seeds(12),
      title: "begins no message behind the commit of its person's STOP",
    },
    { weather: "faults", play: ANSWERS, played: seeds(12), title: "does so with faults, too" },
  ] as const)("$title ($weather, $played.length schedules)", async ({ weather, play, played }) => {
    const run = (seed: number) => runBroadcastSchedule(seed, WEATHER[weather], play);

    expect(await failingSeed(played, run)).toBeNull();
  });

  it("does so with more people", async () => {
    const play = IS_LONG ? { people: 290, pairs: 10 } : { people: 25, pairs: 2 };
    const run = (seed: number) => runBroadcastSchedule(seed, WEATHER.faults, play);

    expect(await failingSeed(seeds(2), run)).toBeNull();
  });
});

describe("the broadcasts' model notices", () => {
  it.each(BROADCAST_MUTATIONS)("$title", async ({ weather, play, mistakes, from }) => {
    const run = (seed: number) => runBroadcastSchedule(seed, WEATHER[weather], play, mistakes);

    expect(await whyUnseen(run, from)).toBeNull();
  });
});
