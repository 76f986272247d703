import { describe, expect, it } from "vitest";
import { runInstanceSchedule } from "../support/models/instance-model.ts";
import { INSTANCE_MUTATIONS, TWO_LOOPS } from "../support/models/instance-mutations.ts";
import { failingSeed, seeds, whyUnseen } from "../support/models/lane-seeds.ts";
import { WEATHER } from "../support/models/lane-sim.ts";
import { someFiles } from "../support/models/model-files.ts";
import { twoFormPeople } from "../support/models/model-people.ts";

/** `LANE_SEED=<seed> npx vitest run test/lanes/instance-model` runs that one schedule in each weather. */
describe("an instance's lane", () => {
  it.each([
    {
      weather: "calm",
      count: 130,
      title: "without faults sends every message once, within its gaps, and no sweep is needed",
    },
    {
      weather: "faults",
      count: 160,
      title: "ends every message once, under one network id, within 5 minutes after the last fault",
    },
    { weather: "manyFaults", count: 100, title: "ends every message once, however much goes wrong" },
  ] as const)("$title ($count schedules)", async ({ weather, count }) => {
    expect(await failingSeed(seeds(count), (seed) => runInstanceSchedule(seed, WEATHER[weather]))).toBeNull();
  });

  it("rests on its rows, steps and fence alone: all of it holds when two loops work one lane (100 schedules)", async () => {
    const run = (seed: number) => runInstanceSchedule(seed, WEATHER.faults, TWO_LOOPS);
    expect(await failingSeed(seeds(100), run)).toBeNull();
  });
});

describe("an instance's lane to people whose numbers have two forms", () => {
  it.each([
    {
      weather: "calm",
      count: 100,
      title: "sends every message once, to the form by which the network knows its person",
    },
    { weather: "faults", count: 80, title: "does so, too, whoever dies and whatever the network does not name" },
    { weather: "manyFaults", count: 40, title: "does so, too, however much goes wrong" },
  ] as const)("$title ($count schedules)", async ({ weather, count }) => {
    const run = (seed: number) => runInstanceSchedule(seed, WEATHER[weather], {}, twoFormPeople);
    expect(await failingSeed(seeds(count), run)).toBeNull();
  });
});

describe("an instance's lane with files of any speed among its messages", () => {
  it.each([
    {
      weather: "calm",
      count: 100,
      title: "sends each chat's messages in the order of their acceptance, and lets no file hold up its chat for long",
    },
    { weather: "faults", count: 100, title: "keeps that order, too, whoever dies meanwhile" },
    { weather: "manyFaults", count: 60, title: "keeps that order, too, however much goes wrong" },
  ] as const)("$title ($count schedules)", async ({ weather, count }) => {
    const run = (seed: number) => runInstanceSchedule(seed, WEATHER[weather], {}, undefined, someFiles);
    expect(await failingSeed(seeds(count), run)).toBeNull();
  });
});

describe("the instance lane's model notices", () => {
  it.each(INSTANCE_MUTATIONS)("$title", async ({ weather, mistakes, seen, peopleOf, filesOf }) => {
    const run = (seed: number) => runInstanceSchedule(seed, WEATHER[weather], mistakes, peopleOf, filesOf);
    expect(await whyUnseen(run, seen)).toBeNull();
  });
});
