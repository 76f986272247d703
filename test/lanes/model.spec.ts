import { describe, expect, it } from "vitest";
import { MUTATIONS } from "../support/models/lane-mutations.ts";
import { failingSeed, seeds, whyUnseen } from "../support/models/lane-seeds.ts";
import { WEATHER } from "../support/models/lane-sim.ts";
import { runToySchedule } from "../support/models/lane-toy.ts";

/**
 * Runs the real lane code under seeded schedules in a simulated world. On failure, the test prints its seed.
 * `LANE_SEED=<seed> npx vitest run test/lanes` runs only that seed's schedule, in each kind of weather.
 */
describe("a lane", () => {
  it.each([
    {
      weather: "calm",
      played: seeds(400),
      title: "without faults works every item within seconds, and no sweep is needed",
    },
    { weather: "faults", played: seeds(300), title: "ends every item once, within 5 minutes after the last fault" },
    { weather: "manyFaults", played: seeds(300), title: "ends every item once, however much goes wrong" },
  ] as const)("$title ($played.length schedules)", async ({ weather, played }) => {
    expect(await failingSeed(played, (seed) => runToySchedule(seed, WEATHER[weather]))).toBeNull();
  });
});

describe("the model notices", () => {
  it.each(MUTATIONS)("$title", async ({ weather, mistakes, seen }) => {
    expect(await whyUnseen((seed) => runToySchedule(seed, WEATHER[weather], mistakes), seen)).toBeNull();
  });
});
