import { describe, expect, it } from "vitest";
import { times } from "../run/how-long.ts";
import { runEndpointSchedule, simulated } from "../support/models/lane-endpoint.ts";
import { ENDPOINT_MUTATIONS } from "../support/models/lane-endpoint-mutations.ts";
import { failingSeed, seeds, whyUnseen } from "../support/models/lane-seeds.ts";
import { WEATHER } from "../support/models/lane-sim.ts";

/**
 * Runs the real delivery code with simulated receivers under many schedules: two webhooks, often with the same URL;
 * receivers that fail or hang; URLs that are removed, moved, swapped and set again; endpoints that are down for a day,
 * paused, tried and resumed; tests; events that are sent again; and events that kill their worker. On failure, the test
 * prints its seed. `LANE_SEED` runs that seed alone.
 */
describe("deliveries: at most two posts per URL, no try early, every event ends once", () => {
  it.each([
    { weather: "calm", played: seeds(45), title: "without faults within seconds, and without the sweep" },
    { weather: "faults", played: seeds(55), title: "within 5 minutes after the last fault" },
    { weather: "manyFaults", played: seeds(55), title: "however much goes wrong" },
  ] as const)("$title ($played.length schedules)", async ({ weather, played }) => {
    expect(await failingSeed(played, (seed) => runEndpointSchedule(seed, WEATHER[weather]))).toBeNull();
  });

  it("over hundreds of events, with many pauses, resumes, tries of paused and failing endpoints, killed workers and URLs that change hands", () => {
    if (process.env.LANE_SEED) return; // one schedule alone
    expect(simulated.events).toBeGreaterThan(times(600));
    expect(Math.min(simulated.pauses, simulated.resumes, simulated.probes)).toBeGreaterThan(times(6));
    expect(simulated.deaths).toBeGreaterThan(times(6));
    expect(simulated.waits).toBeGreaterThan(times(3));
    expect(simulated.recalls).toBeGreaterThan(times(3));
  });
});

describe("the model of deliveries notices", () => {
  it.each(ENDPOINT_MUTATIONS)("$title", async ({ weather, mistakes, seen }) => {
    expect(await whyUnseen((seed) => runEndpointSchedule(seed, WEATHER[weather], mistakes), seen)).toBeNull();
  });
});
