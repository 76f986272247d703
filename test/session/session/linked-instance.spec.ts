import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

describe("an instance", () => {
  let world: SessionWorld;
  let instance: string;
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.startTask();
    instance = await world.addInstance();
  });
  afterAll(() => world.tearDown());

  it("is linked by a scanned code", async () => {
    await world.link(instance, OLGA);

    expect(world.instance(instance)).toMatchObject({ status: "working", phone: OLGA, status_reason: null });
  });

  it("receives a person's text once", async () => {
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Hello" });

    await eventually("the text", () => world.messages().length > 0);
    expect(world.messages()[0]).toMatchObject({ body: "Hello", phone: ANA, direction: "in", contact_name: "Ana" });
    expect(world.events("message.received")).toHaveLength(1);
  });

  it("sends a text, which becomes delivered", async () => {
    const id = await world.send(instance, ANA, "Good morning");

    await eventually("delivery", () => world.message(id).status === "delivered");
    const seen = await world.stage.sandbox.messages(ANA);
    expect(seen.filter(({ text }) => text === "Good morning")).toHaveLength(1);
  });
});
