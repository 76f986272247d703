import { describe, expect, it } from "vitest";
import { ZONES } from "../domain/protection/zones.ts";
import { changing } from "../support/models/instance-mutations.ts";
import { failingSeed, seeds, whyUnseen } from "../support/models/lane-seeds.ts";
import type { Tampering, Weather } from "../support/models/lane-sim.ts";
import { RESTLESS, ROUGH, runProtectedDays } from "../support/models/protection-model.ts";

const run =
  (weather: Weather, mistakes: Tampering = {}, haveTwoForms = false) =>
  (seed: number) =>
    runProtectedDays(seed, weather, ZONES[seed % ZONES.length] ?? "UTC", mistakes, haveTwoForms);

/** To run only the days of one seed: `LANE_SEED=<seed> npx vitest run test/lanes/protection-model`. */
describe(`number protection in the lane, in ${ZONES.length} zones`, () => {
  it(`holds the night, the cap, one send at a time, replies within 5 s and no starvation (${seeds(8).length} schedules)`, async () => {
    expect(await failingSeed(seeds(8), run(RESTLESS))).toBeNull();
  });

  it(`holds the night, the cap and one send at a time whatever dies, pauses or is lost (${seeds(5).length} schedules)`, async () => {
    expect(await failingSeed(seeds(5), run(ROUGH))).toBeNull();
  });

  it("holds them for people whose numbers have two forms, and counts each once", async () => {
    expect(await failingSeed(seeds(3), run(RESTLESS, {}, true))).toBeNull();
    expect(await failingSeed(seeds(2), run(ROUGH, {}, true))).toBeNull();
  });
});

describe("the model of protection notices", () => {
  it.each([
    {
      title: "a start that forgets the number's zone",
      weather: RESTLESS,
      mistakes: changing((writes) =>
        writes.map((write) =>
          "update" in write && write.set?.timezone !== undefined
            ? { ...write, set: { ...write.set, timezone: "UTC" } }
            : write,
        ),
      ),
    },
    {
      title: "a start that counts nobody",
      seen: 41, // it shows seldom
      weather: RESTLESS,
      mistakes: changing((writes) =>
        writes.map((write) =>
          "update" in write && write.set?.people_used !== undefined
            ? { ...write, set: { ...write.set, people_used: 0 } }
            : write,
        ),
      ),
    },
    {
      title: "a start that counts a person twice",
      weather: RESTLESS,
      mistakes: changing((writes) =>
        writes.map((write) =>
          "update" in write && Number(write.set?.people_used) > 0
            ? { ...write, set: { ...write.set, people_used: Number(write.set?.people_used) + 1 } }
            : write,
        ),
      ),
    },
    {
      title: "a row that keeps its form when the network names the other",
      seen: 25,
      weather: RESTLESS,
      haveTwoForms: true,
      mistakes: changing((writes) =>
        writes.map((write) => {
          if (!("update" in write) || write.set?.to_asked === undefined) return write;
          const { chat_id: _, ...set } = write.set;
          return { ...write, set };
        }),
      ),
    },
    {
      title: "a person whose writing wakes nobody",
      weather: RESTLESS,
      mistakes: changing((writes) => writes.filter((write) => !("put" in write && write.put.sk.startsWith("C#")))),
    },
  ])("$title", async ({ weather, mistakes, seen, haveTwoForms }) => {
    expect(await whyUnseen(run(weather, mistakes, haveTwoForms), seen)).toBeNull();
  });
});
