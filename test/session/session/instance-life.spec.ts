import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../../core/operations/commands/run-command.ts";
import { askQr } from "../../../core/operations/instances/ask-qr.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Supervisor } from "../../../session-service/fleet/supervisor.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

const devicesOf = async (world: SessionWorld, phone: string) =>
  (await world.stage.sandbox.phone(phone)).linked_devices.length;

describe("a linked instance", () => {
  let world: SessionWorld;
  let instance: string;
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.startTask();
    instance = await world.addInstance();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  it("goes offline on stop, stays linked, and gets on start what was written meanwhile", async () => {
    await world.change(instance, "stop");
    await world.reaches(instance, "stopped");
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "While you were away" });
    expect(await devicesOf(world, OLGA)).toBe(1);

    await world.change(instance, "start");
    await world.reaches(instance, "working");
    await eventually("the text", () => world.messages().some(({ body }) => body === "While you were away"));
  });

  it("sends nothing while it is stopped, and sends it after the start", async () => {
    await world.change(instance, "stop");
    await world.reaches(instance, "stopped");
    const id = await world.send(instance, ANA, "Later");

    await world.change(instance, "start");
    await eventually("delivery", () => world.message(id).status === "delivered");
    const seen = await world.stage.sandbox.messages(ANA);
    expect(seen.filter(({ text }) => text === "Later")).toHaveLength(1);
  });

  it("reconnects on restart and stays linked, without an event", async () => {
    const before = world.events("instance.status").length;

    await world.change(instance, "restart");
    await eventually(
      "the restart",
      () => world.instance(instance).restart_done === world.instance(instance).restart_seq,
    );
    const id = await world.send(instance, ANA, "After the restart");
    await eventually("delivery", () => world.message(id).status === "delivered");

    expect(world.events("instance.status")).toHaveLength(before);
    expect(await devicesOf(world, OLGA)).toBe(1);
  });

  it("heals a dropped connection within seconds, without an event", async () => {
    const before = world.events("instance.status").length;

    await world.stage.sandbox.fault({ kind: "drop_connections" });
    const id = await world.send(instance, ANA, "After the drop");
    await eventually("delivery", () => world.message(id).status === "delivered");

    expect(world.events("instance.status")).toHaveLength(before);
  });

  it("is `starting` after 30 s without a connection and `failed` after 30 minutes, and comes back by itself", async () => {
    await world.stage.sandbox.fault({ kind: "refuse_connections", for_seconds: 3_600 });
    await world.stage.sandbox.fault({ kind: "drop_connections" });
    await eventually("the drop", () => world.table.peek(keys.sending(instance))?.connected === false);
    expect(world.status(instance)).toBe("working");

    world.clock.moveTo(new Date(world.clock.now().getTime() + 31_000));
    await world.reaches(instance, "starting");
    world.clock.moveTo(new Date(world.clock.now().getTime() + 31 * 60_000));
    await world.reaches(instance, "failed, unavailable");

    await world.stage.sandbox.fault({ kind: "refuse_connections", for_seconds: 0 });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 16 * 60_000));
    await world.reaches(instance, "working");
  });

  it("notes what is typed on the phone as `sent_from_phone`", async () => {
    await world.stage.sandbox.write(OLGA, { to: BEN, text: "From my own hand" });

    await eventually("the event", () => world.events("message.sent_from_phone").length === 1);
    expect(world.messages().find(({ body }) => body === "From my own hand")).toMatchObject({
      origin: "phone",
      direction: "out",
      phone: BEN,
    });
    const journal = () =>
      world.table.partition(keys.sessionKey(instance, "", "").pk).filter(({ sk }) => sk.startsWith("journal#"));
    expect(journal()).toEqual([]);
  });

  it("reports a read message as read", async () => {
    const id = await world.send(instance, ANA, "Please read");
    await eventually("delivery", () => world.message(id).status === "delivered");
    const seen = (await world.stage.sandbox.messages(ANA)).find(({ text }) => text === "Please read");

    await world.stage.sandbox.read(ANA, seen?.id ?? "");
    await eventually("the read receipt", () => world.message(id).status === "read");
  });

  it("repeats a send whose acknowledgement was lost, with the same id: the person sees it once", async () => {
    await world.stage.sandbox.fault({ kind: "lose_acks", for_seconds: 600 });
    const id = await world.send(instance, ANA, "Lost acknowledgement");
    await eventually("the message at the person", async () =>
      (await world.stage.sandbox.messages(ANA)).some(({ text }) => text === "Lost acknowledgement"),
    );
    await world.stage.sandbox.fault({ kind: "lose_acks", for_seconds: 0 });

    world.clock.moveTo(new Date(world.clock.now().getTime() + 61_000));
    await eventually("the end of the send", () => ["sent", "delivered"].includes(world.message(id).status));
    const seen = await world.stage.sandbox.messages(ANA);
    expect(seen.filter(({ text }) => text === "Lost acknowledgement")).toHaveLength(1);
  });

  it("waits for a new scan when the phone's owner removes the link, and can be linked again", async () => {
    await world.stage.sandbox.unlink(OLGA);
    await world.reaches(instance, "scan_qr_code, network_logged_out");
    expect(world.instance(instance).phone).toBeNull();
    expect(world.table.partition(keys.sessionKey(instance, "", "").pk)).toEqual([]);

    await world.link(instance, OLGA);
    expect(world.instance(instance)).toMatchObject({ phone: OLGA, status_reason: null });
  });

  it("takes the link off the phone on logout, and forgets its keys", async () => {
    await world.change(instance, "logout");
    await world.reaches(instance, "scan_qr_code");
    expect(await devicesOf(world, OLGA)).toBe(0);
    expect(world.table.peek(keys.phoneOwner(OLGA))).toBeNull();
  });

  it("logs out although it is stopped", async () => {
    await world.link(instance, OLGA);
    await world.change(instance, "stop");
    await world.reaches(instance, "stopped");

    await world.change(instance, "logout");
    await world.reaches(instance, "scan_qr_code");
    expect(await devicesOf(world, OLGA)).toBe(0);
  });
});

describe("linking", () => {
  let world: SessionWorld;
  let task: Supervisor;
  beforeAll(async () => {
    world = await SessionWorld.create();
    task = await world.startTask();
  });
  afterAll(() => world.tearDown());

  it("is refused when the scanned phone belongs to another instance, which keeps working", async () => {
    const owner = await world.addInstance("First");
    await world.link(owner, OLGA);
    const second = await world.addInstance("Second");

    await world.stage.sandbox.scan(OLGA, await world.code(second));
    await world.reaches(second, "scan_qr_code, link_refused");

    expect(world.instance(second)).toMatchObject({ link_refused: true, phone: null });
    expect(await devicesOf(world, OLGA)).toBe(1);
    const id = await world.send(owner, ANA, "Still here");
    await eventually("delivery", () => world.message(id).status === "delivered");

    // A logout clears the flag, and linking starts over.
    await expect(world.code(second)).rejects.toMatchObject({ code: "link_refused" });
    await world.change(second, "logout");
    expect(world.instance(second).link_refused).toBe(false);
    await world.link(second, BEN);
    await world.change(second, "logout");
    await world.reaches(second, "scan_qr_code");
  });

  it("with another phone keeps the people and forgets what only the phone before said", async () => {
    const earlier = "15550001021";
    await world.stage.sandbox.addPhone(earlier, "Earlier");
    const instance = await world.addInstance("Two phones");
    await world.link(instance, earlier);
    await world.stage.sandbox.write(ANA, { to: earlier, text: "Hello" });
    const ana = keys.person(instance, ANA);
    await eventually("the person", () => world.table.peek(ana)?.last_in_at !== undefined);
    const group = keys.group(instance, "120363000000000009@g.us");
    await world.table.write({ update: ana, set: { archived: true, labels: [1] } });
    await world.table.write({ put: { ...group, received: 1 } });
    await world.change(instance, "logout");
    await world.reaches(instance, "scan_qr_code");
    // A logout alone doesn't change any chats.
    expect(world.table.peek(ana)).toMatchObject({ archived: true });
    expect(world.table.peek(group)).not.toBeNull();

    await world.link(instance, BEN);

    expect(world.table.peek(ana)).toMatchObject({ received: 1, labels: [1], phone: ANA });
    expect(world.table.peek(ana)).not.toHaveProperty("archived");
    expect(world.table.peek(group)).toBeNull();
    await world.change(instance, "logout");
    await world.reaches(instance, "scan_qr_code");
  });

  it("ends two minutes after the last time somebody asked for the code", async () => {
    const instance = await world.addInstance("Nobody scans");
    await world.code(instance);

    world.clock.moveTo(new Date(world.clock.now().getTime() + 121_000));
    await eventually("the code to be withdrawn", () => world.table.peek(keys.qr(instance))?.value === undefined);
    expect(world.status(instance)).toBe("scan_qr_code");
  });

  it("leaves nothing behind when a linked instance is deleted", async () => {
    const instance = await world.addInstance("Short life");
    await world.link(instance, BEN);
    await world.stage.sandbox.write(ANA, { to: BEN, text: "Remember me" });
    await eventually("the text", () => world.messages().some(({ instance_id }) => instance_id === instance));
    await world.delete(instance);

    await eventually("the record to go", () => world.instance(instance) === null);
    expect(await devicesOf(world, BEN)).toBe(0);
    const left = world.table.all().filter((item) => JSON.stringify(item).includes(instance));
    // The deleted instance's events are retained for their 30 days.
    expect(left.map(({ pk }) => pk).filter((pk) => !pk.includes("#EVT"))).toEqual([]);
    expect(world.table.peek(keys.phoneOwner(BEN))).toBeNull();
    expect(world.messages().filter(({ instance_id }) => instance_id === instance)).toEqual([]);
    await eventually("its session to go", () => task.sessions.every(({ instance_id }) => instance_id !== instance));
  });

  it("of an instance that is gone is not begun again by what asks for it later, and that goes too", async () => {
    const instance = await world.addInstance("Gone");
    await world.code(instance);
    const record = world.instance(instance);
    await world.delete(instance);
    await eventually("its session to go", () => task.sessions.every(({ instance_id }) => instance_id !== instance));

    // These requests loaded the record before it was deleted.
    await askQr(world.deps(), record).catch(() => {});
    void runCommand(world.deps(), record, { kind: "pairing_code", phone: BEN }).catch(() => {});
    const left = () => world.table.all().filter((item) => JSON.stringify(item).includes(instance));
    await eventually("what they left to go", () => left().length === 0);
    expect(task.sessions.every(({ instance_id }) => instance_id !== instance)).toBe(true);
  });

  it("of a deleted instance ends what was being sent, with its reason", async () => {
    const instance = await world.addInstance("In the middle");
    await world.link(instance, BEN);
    await world.stage.sandbox.changePhone(ANA, { auto_deliver: false });
    await world.stage.sandbox.fault({ kind: "lose_acks", for_seconds: 3_600 });
    const id = await world.send(instance, ANA, "Half way");
    await eventually("the message at the person", async () =>
      (await world.stage.sandbox.messages(ANA)).some(({ text }) => text === "Half way"),
    );
    await world.delete(instance);
    await eventually("the record to go", () => world.instance(instance) === null);
    await world.stage.sandbox.fault({ kind: "lose_acks", for_seconds: 0 });
    await world.stage.sandbox.changePhone(ANA, { auto_deliver: true });

    expect(world.message(id)).toBeNull();
    const told = world.events("message.status").filter((event) => event.id === id);
    expect(told.at(-1)).toMatchObject({ status: "failed", error_code: "instance_removed" });
  });

  it("that never came about leaves nothing behind either", async () => {
    const instance = await world.addInstance("Never linked");
    await world.code(instance);
    await world.delete(instance);
    await eventually("the record to go", () => world.instance(instance) === null);
    const left = world.table.all().filter((item) => JSON.stringify(item).includes(instance));
    expect(left).toEqual([]);
  });

  it("of a deleted instance is taken off the phone also when the network is away at first", async () => {
    const instance = await world.addInstance("Far away");
    await world.link(instance, BEN);
    await world.stage.sandbox.fault({ kind: "refuse_connections", for_seconds: 3_600 });
    await world.stage.sandbox.fault({ kind: "drop_connections" });
    await eventually("the drop", () => world.table.peek(keys.sending(instance))?.connected === false);

    await world.delete(instance);
    await eventually("the logout to begin", () => world.instance(instance)?.removed_at !== null);
    expect(world.instance(instance)).not.toBeNull();
    await world.stage.sandbox.fault({ kind: "refuse_connections", for_seconds: 0 });

    await eventually("the record to go", () => world.instance(instance) === null, 60_000);
    expect(await devicesOf(world, BEN)).toBe(0);
  });
});
