import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

const HOUR = 3_600;

describe("an instance that is away by the network's will", () => {
  let world: SessionWorld;
  let instance: string;
  let events = 0;
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.startTask();
    instance = await world.addInstance();
    await world.link(instance, OLGA);
  });
  beforeEach(() => {
    events = world.events("instance.status").length;
  });
  afterAll(() => world.tearDown());

  const impose = (what: string, body: Record<string, unknown>) =>
    world.stage.sandbox.request("POST", `/phones/${OLGA}/${what}`, body);
  const pass = async (seconds: number) => {
    world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1_000));
    await world.stage.sandbox.moveClock({ now: world.clock.now().toISOString() });
  };
  const connected = () => world.table.peek(keys.sending(instance))?.connected === true;
  /**
   * Returns the states reported to customers since the test began. Sends a message first, so that no report can be
   * outstanding.
   */
  async function told(): Promise<string[]> {
    const id = await world.send(instance, ANA, "Are you there?");
    await eventually("delivery", () => world.message(id).status === "delivered");
    const said = world.events("instance.status").slice(events);
    return said.map(({ status, status_reason }) => [status, status_reason].filter(Boolean).join(", "));
  }

  it("connects at once on start when it has `failed` after half an hour in vain", async () => {
    await world.stage.sandbox.fault({ kind: "refuse_connections", for_seconds: HOUR });
    await world.stage.sandbox.fault({ kind: "drop_connections" });
    await eventually("the drop", () => !connected());
    await pass(31 * 60);
    await world.reaches(instance, "failed, unavailable");
    await world.stage.sandbox.fault({ kind: "refuse_connections", for_seconds: 0 });

    await world.change(instance, "start");
    await world.reaches(instance, "working");
  });

  it("connects at once on start when its ban was lifted early, and one event tells of it", async () => {
    await impose("ban", { seconds: 24 * HOUR });
    await world.reaches(instance, "failed, restricted");
    await impose("ban", { lift: true });

    await world.change(instance, "start");
    await world.reaches(instance, "working");
    expect(await told()).toEqual(["failed, restricted", "starting", "working"]);
  });

  it("connects at once on start after a stop in the middle of a ban that was lifted", async () => {
    await impose("ban", { seconds: 24 * HOUR });
    await world.reaches(instance, "failed, restricted");
    await world.change(instance, "stop");
    await world.reaches(instance, "stopped");
    await impose("ban", { lift: true });

    await world.change(instance, "start");
    await world.reaches(instance, "working");
    expect(await told()).toEqual(["failed, restricted", "stopped", "starting", "working"]);
  });

  it("comes back by itself with one event when a ban without an end was lifted", async () => {
    await impose("ban", {});
    await world.reaches(instance, "failed, banned");
    await impose("ban", { lift: true });
    await pass(HOUR + 1);

    await world.reaches(instance, "working");
    expect(await told()).toEqual(["failed, banned", "working"]);
  });

  it("comes back with one event that says so when new chats are still locked", async () => {
    await impose("ban", { seconds: 24 * HOUR });
    await world.reaches(instance, "failed, restricted");
    await impose("ban", { lift: true });
    await impose("restrict", { seconds: 48 * HOUR, silent: true });
    await world.change(instance, "restart");

    await world.reaches(instance, "working, restricted");
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Hello?" });
    await eventually("the question", () => world.messages().some(({ body }) => body === "Hello?"));
    expect(await told()).toEqual(["failed, restricted", "starting", "working, restricted"]);
  });

  it("stays `working, restricted` through a drop and a restart that nobody else sees", async () => {
    expect(world.status(instance)).toBe("working, restricted");
    const before = world.table.peek(keys.sending(instance))?.connected_at;
    await world.stage.sandbox.fault({ kind: "drop_connections" });
    await eventually(
      "the reconnect",
      () => connected() && world.table.peek(keys.sending(instance))?.connected_at !== before,
    );
    await world.change(instance, "restart");
    await eventually(
      "the restart",
      () => world.instance(instance).restart_done === world.instance(instance).restart_seq,
    );
    await eventually("the reconnect", connected);

    expect(await told()).toEqual([]);
    await impose("restrict", { seconds: 0 });
    await world.reaches(instance, "working");
  });
});
