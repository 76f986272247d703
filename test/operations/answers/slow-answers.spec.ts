import { describe, expect, it } from "vitest";
import { answerWorld, replied } from "./answer-world.ts";

describe("a slow provider", () => {
  it("answers a person who keeps writing with its third answer, also if each call is another run's", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    world.says(async () => {
      world.pass(40);
      if (world.asked.length < 6) await world.write(`and ${world.asked.length}`);
      return replied(`answer ${world.asked.length}`);
    });
    await world.write("first");
    await world.settle();
    expect(world.answers()).toEqual(["answer 3", "answer 6"]);
  });
});

describe("a team reply that comes late", () => {
  it("doesn't shorten a silence that began after it was written", async () => {
    const world = await answerWorld();
    await world.agent({ pause_after_team_reply_minutes: 10 });
    await world.write("Hello?");
    const written_at = world.clock.now();
    world.pass(20 * 60);
    await world.send("I am Tom", { origin: "panel" });
    const silent = (await world.state()).silent_until;
    world.pass(2 * 60);

    await world.phone("I answer you soon", { written_at });

    expect((await world.state()).silent_until).toBe(silent);
    await world.write("And the price?");
    await world.settle();
    expect(world.asked).toEqual([]);
  });
});
