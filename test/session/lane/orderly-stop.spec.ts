import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFigures } from "../../../core/records/figures.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

describe("a task that stops in order", () => {
  let world: SessionWorld;
  beforeAll(async () => {
    world = await SessionWorld.create();
  });
  afterAll(() => world.tearDown());

  it("records what the network has acknowledged, though no receipt has come for it, and what it has counted", async () => {
    const task = await world.startTask();
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Hello" });
    await eventually("her message", () => world.messages().length === 1);
    await world.stage.sandbox.changePhone(ANA, { online: false });

    const id = await world.send(instance, ANA, "Good-bye");
    // A message that has only been started can be given back for the next task, but the network has already accepted
    // this message.
    await eventually("the network to have it", async () => {
      const shown = await world.stage.sandbox.messages(OLGA);
      return shown.some(({ text }) => text === "Good-bye");
    });
    await task.stop();

    expect(world.message(id).status).toBe("sent");
    const { days } = await readFigures(world.table, instance, "2000-01-01", "2999-12-31");
    const counts = days.flatMap(({ sums }) => Object.entries(sums));
    const total = (letter: string) => counts.reduce((sum, [field, n]) => (field.startsWith(letter) ? sum + n : sum), 0);
    expect([total("i"), total("o")]).toEqual([1, 1]);
  });
});
