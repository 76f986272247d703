import { describe, expect, it } from "vitest";
import { runInstanceSchedule } from "../support/models/instance-model.ts";
import { INSTANCE_MUTATIONS, TWO_LOOPS } from "../support/models/instance-mutations.ts";
import { failingSeed, seeds, whyUnseen } from "../support/models/lane-seeds.ts";
import { WEATHER } from "../support/models/lane-sim.ts";
import { someFiles } from "../support/models/model-files.ts";
import { twoFormPeople } from "../support/models/model-people.ts";

/**
 * To run only the schedule of one seed, in each kind of weather: `LANE_SEED=<seed> npx vitest run
 * test/lanes/instance-model`.
 */
describe("an instance's lane", () => {
  it.each([
    {
      weather: "calm",
      played: seeds(40),
      title: "without faults sends every message once, within its gaps, and no sweep is needed",
    },
    {
      weather: "faults",
      played: seeds(50),
      title: "ends every message once, under one network id, within 5 minutes after the last fault",
    },
    { weather: "manyFaults", played: seeds(30), title: "ends every message once, however much goes wrong" },
  ] as const)("$title ($played.length schedules)", async ({ weather, played }) => {
    expect(await failingSeed(played, (seed) => runInstanceSchedule(seed, WEATHER[weather]))).toBeNull();
  });

  it("rests on its rows, steps and fence alone: all of it holds when two loops work one lane", async () => {
    const run = (seed: number) => runInstanceSchedule(seed, WEATHER.faults, TWO_LOOPS);
    expect(await failingSeed(seeds(30), run)).toBeNull();
  });
});

describe("an instance's lane to people whose numbers have two forms", () => {
  it.each([
    {
      weather: "calm",
      played: seeds(30),
      title: "sends every message once, to the form by which the network knows its person",
    },
    {
      weather: "faults",
      played: seeds(25),
      title: "does so, too, whoever dies and whatever the network does not name",
    },
    { weather: "manyFaults", played: seeds(12), title: "does so, too, however much goes wrong" },
  ] as const)("$title ($played.length schedules)", async ({ weather, played }) => {
    const run = (seed: number) => runInstanceSchedule(seed, WEATHER[weather], {}, twoFormPeople);
    expect(await failingSeed(played, run)).toBeNull();
  });
});

describe("an instance's lane with files of any speed among its messages", () => {
  it.each([
    {
      weather: "calm",
      played: seeds(30),
      title: "sends each chat's messages in the order of their acceptance, and lets no file hold up its chat for long",
    },
    { weather: "faults", played: seeds(30), title: "keeps that order, too, whoever dies meanwhile" },
    { weather: "manyFaults", played: seeds(20), title: "keeps that order, too, however much goes wrong" },
  ] as const)("$title ($played.length schedules)", async ({ weather, played }) => {
    const run = (seed: number) => runInstanceSchedule(seed, WEATHER[weather], {}, undefined, someFiles);
    expect(await failingSeed(played, run)).toBeNull();
  });
});

describe("the instance lane's model notices", () => {
  it.each(INSTANCE_MUTATIONS)("$title", async ({ weather, mistakes, seen, peopleOf, filesOf }) => {
    const run = (seed: number) => runInstanceSchedule(seed, WEATHER[weather], mistakes, peopleOf, filesOf);
    expect(await whyUnseen(run, seen)).toBeNull();
  });
});
