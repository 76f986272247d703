import { describe, expect, it } from "vitest";
import { runEndpointSchedule, simulated } from "../support/models/lane-endpoint.ts";
import { ENDPOINT_MUTATIONS } from "../support/models/lane-endpoint-mutations.ts";
import { failingSeed, seeds, whyUnseen } from "../support/models/lane-seeds.ts";
import { WEATHER } from "../support/models/lane-sim.ts";

/**
 * Runs the delivery code itself over a simulated receiver: two webhooks, often with one URL, receivers that fail or
 * hang, URLs removed, moved, exchanged and set again, endpoints that are down for a day, paused, tried and resumed,
 * tests, events sent again, events that kill their worker. A failure names its seed; run it alone with `LANE_SEED`.
 */
describe("deliveries: at most two posts per URL, no try early, every event ends once", () => {
  it.each([
    { weather: "calm", count: 140, title: "without faults within seconds, and without the sweep" },
    { weather: "faults", count: 170, title: "within 5 minutes after the last fault" },
    { weather: "manyFaults", count: 170, title: "however much goes wrong" },
  ] as const)("$title ($count schedules)", async ({ weather, count }) => {
    expect(await failingSeed(seeds(count), (seed) => runEndpointSchedule(seed, WEATHER[weather]))).toBeNull();
  });

  it("over more than 2,000 events, with many pauses, resumes, tries of paused and failing endpoints, killed workers and URLs that change hands", () => {
    if (process.env.LANE_SEED) return; // one schedule alone
    expect(simulated.events).toBeGreaterThan(2_000);
    expect(Math.min(simulated.pauses, simulated.resumes, simulated.probes)).toBeGreaterThan(20);
    expect(simulated.deaths).toBeGreaterThan(20);
    expect(simulated.waits).toBeGreaterThan(10);
    expect(simulated.recalls).toBeGreaterThan(10);
  });
});

describe("the model of deliveries notices", () => {
  it.each(ENDPOINT_MUTATIONS)("$title", async ({ weather, mistakes, seen }) => {
    expect(await whyUnseen((seed) => runEndpointSchedule(seed, WEATHER[weather], mistakes), seen)).toBeNull();
  });
});
