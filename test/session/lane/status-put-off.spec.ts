import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANA, BEN } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";
import { MONA, statusesOf } from "../support/status-world.ts";

const HOUR_MS = 3_600_000;

describe("a status that has not left its slot when the connection goes", () => {
  let world: SessionWorld;
  let statuses: ReturnType<typeof statusesOf>;
  let instance: string;
  beforeAll(async () => {
    world = await SessionWorld.create();
    statuses = statusesOf(world);
    await world.startTask();
    instance = await statuses.link();
    await world.stage.sandbox.write(ANA, { to: MONA, text: "Hello" });
    await eventually("her message", () => world.messages().length === 1);
  });
  afterAll(() => world.tearDown());

  it("is given up after two hours, and not posted when the instance comes back", async () => {
    const { sandbox } = world.stage;
    // The keys of the recipients' devices are requested but never returned.
    await sandbox.fault({ kind: "refuse_queries", code: null, namespace: "encrypt", for_seconds: 60_000 });
    const status = await statuses.post(instance, { text: "Stale", recipients: [BEN] });
    await eventually("it to be in a slot", () => statuses.message(status).step === "sending");
    await world.change(instance, "stop");
    await world.reaches(instance, "stopped");
    await sandbox.fault({ kind: "refuse_queries", code: null, namespace: "encrypt", for_seconds: 0 });
    expect((await statuses.shownTo(BEN)).map(({ text }) => text)).toEqual([]);

    world.clock.moveTo(new Date(world.clock.now().getTime() + 3 * HOUR_MS));
    await world.change(instance, "start");
    const ended = await statuses.ended(status);

    expect((await statuses.shownTo(BEN)).map(({ text }) => text)).toEqual([]);
    expect(ended).toMatchObject({ status: "failed", error_code: "not_connected" });
  });
});
