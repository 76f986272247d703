import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SendingState } from "../../../core/domain/protection/sending-state.ts";
import { deleteInstance } from "../../../core/operations/instances/delete-instance.ts";
import { presentInstance } from "../../../core/operations/instances/present-instance.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { keys } from "../../../core/store/keys.ts";
import { MovableClock } from "../../../local/machine/clock.ts";
import type { StandingQueries, TimeLock } from "../../../session-service/baileys/socket/standing.ts";
import { Refusals463 } from "../../../session-service/inbox/refusal-463.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { ACCOUNT, SessionWorld } from "../support/session-world.ts";

const HOUR = 3600;
const CARL = "15550001004";
const DORA = "15550001005";
const ERIK = "15550001006";

describe("what the network says of a number", () => {
  let world: SessionWorld;
  let instance: string;
  beforeAll(async () => {
    world = await SessionWorld.create();
    for (const [phone, name] of [
      [CARL, "Carl"],
      [DORA, "Dora"],
      [ERIK, "Erik"],
    ] as const) {
      await world.stage.sandbox.addPhone(phone, name);
    }
    // At this time, it is morning in the number's own zone, so no night begins during these tests.
    const tomorrow = new Date(world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    world.clock.moveTo(new Date(`${tomorrow}T15:00:00Z`));
    await world.stage.sandbox.moveClock({ now: world.clock.now().toISOString() });
    await world.startTask();
    instance = await world.addInstance();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  const sending = () => world.table.peek(keys.sending(instance)) as unknown as SendingState & { connected?: boolean };
  const protection = async () => (await presentInstance(world.deps(), world.instance(instance))).protection;
  const impose = (what: string, body: Record<string, unknown>, phone = OLGA) =>
    world.stage.sandbox.request("POST", `/phones/${phone}/${what}`, body);
  const activities = () => world.table.partition(keys.activity(ACCOUNT, "").pk).map(({ action }) => action as string);
  const forward = async (seconds: number) => {
    const at = new Date(world.clock.now().getTime() + seconds * 1000);
    await world.stage.sandbox.moveClock({ now: at.toISOString() });
    world.clock.moveTo(at);
  };

  it("begins with the zone of the linked number's country and a slow start", async () => {
    expect(world.instance(instance).timezone).toBe("America/New_York");
    expect(sending()).toMatchObject({ timezone: "America/New_York", connected: true });
    expect(Date.parse(sending().connected_at ?? "")).toBeGreaterThan(world.clock.now().getTime() - 600_000);
  });

  it("asks once connected whether the number has a picture and a name", async () => {
    await eventually(
      "the profile to be known",
      () => world.table.peek(keys.safety(instance))?.has_picture_and_name === false,
    );
    expect((await protection()).safety.reasons.map(({ code }) => code)).toEqual(["new_number", "profile"]);
  });

  it.each([
    ["FIRST_WARNING", "first", 10],
    ["SECOND_WARNING", "second", 25],
  ])("takes the network's quota over, and its %s into the score", async (status, warning, points) => {
    await impose("quota", { total: 100, used: 20, status, ends_in_seconds: HOUR });
    await eventually("the warning", () => sending().quota?.warning === warning);

    const shown = await protection();
    expect(shown).toMatchObject({ network_quota: { total: 100, used: 20, warning }, new_chats_paused: false });
    expect(shown.network_quota?.resets_at).toMatch(/^20/);
    expect(shown.safety.reasons).toContainEqual(expect.objectContaining({ code: "quota_warning", points }));
  });

  it("never uses more than 80 % of the quota, nor a closed one", async () => {
    await impose("quota", { total: 10, used: 8, ends_in_seconds: HOUR });
    await eventually("the quota", () => sending().quota?.total === 10);
    expect(await protection()).toMatchObject({ new_chats_paused: true, new_chats_paused_reason: "network_quota" });

    await impose("quota", { total: 100, used: 1, status: "CAPPED", ends_in_seconds: HOUR });
    await eventually("the cap", () => sending().quota?.warning === "capped");
    const shown = await protection();
    expect(shown.new_chats_paused_reason).toBe("network_quota");
    expect(shown.new_chats_paused_until).toBe(shown.network_quota?.resets_at);

    await impose("quota", { total: 1000, used: 0, ends_in_seconds: 1 });
    await eventually("the new cycle", () => sending().quota?.total === 1000);
    expect((await protection()).new_chats_paused).toBe(false);
  });

  it("pauses new chats while the network locks them, says until when, and refuses to delete the instance", async () => {
    await impose("restrict", { seconds: HOUR });
    await world.reaches(instance, "working, restricted");

    const until = sending().lock?.until ?? "";
    expect(Math.abs(Date.parse(until) - world.clock.now().getTime() - HOUR * 1000)).toBeLessThan(60_000);
    const shown = await protection();
    expect(shown).toMatchObject({
      new_chats_paused: true,
      new_chats_paused_reason: "network_lock",
      restricted: true,
      new_chats_paused_until: shown.restricted_until,
    });
    expect(shown.safety.reasons[0]).toMatchObject({ code: "restricted", points: 60 });
    expect(world.events("instance.status").at(-1)).toMatchObject({ status: "working", status_reason: "restricted" });
    await expect(world.delete(instance)).rejects.toMatchObject({ code: "messenger_restricted" });
    const stopped = { ...world.instance(instance), status_reason: null } as InstanceRecord;
    await expect(deleteInstance(world.deps(), stopped)).rejects.toMatchObject({ code: "messenger_restricted" });
    expect(activities().filter((action) => action === "instance.restricted")).toHaveLength(1);
  });

  it("answers people who write all the same", async () => {
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Hello?" });
    await eventually("the question", () => world.messages().some(({ body }) => body === "Hello?"));
    const reply = await world.send(instance, ANA, "We are here");
    await eventually("delivery", () => world.message(reply).status === "delivered");
  });

  it("goes on when the lock has ended, and remembers it", async () => {
    await forward(HOUR + 60);
    await world.reaches(instance, "working");

    await eventually("the end to be noted", () => activities().includes("instance.restriction_ended"));
    const shown = await protection();
    expect(shown).toMatchObject({ new_chats_paused: false, restricted: false, restricted_until: null });
    expect(shown.safety.reasons[0]).toMatchObject({ code: "restricted_recently", points: 30 });
    expect(sending()).toMatchObject({ lock: null, restricted: null });
  });

  it("takes a lock back when the network lifts it early", async () => {
    await impose("restrict", { seconds: 30 * HOUR });
    await world.reaches(instance, "working, restricted");
    await impose("restrict", { seconds: 0 });
    await world.reaches(instance, "working");
    expect(sending()).toMatchObject({ lock: null, restricted: null });
  });

  it("takes the token of a person who demands one and sends once more: the same message, shown once", async () => {
    await impose("demand-token", {}, DORA);
    const id = await world.send(instance, DORA, "With your token");
    await eventually("delivery", () => world.message(id).status === "delivered");

    const seen = await world.stage.sandbox.messages(DORA);
    expect(seen.map(({ text }) => text)).toEqual(["With your token"]);
    expect((await protection()).new_chats_paused).toBe(false);
  });

  it("fails with messenger_refused when the person gives no token, and pauses nothing", async () => {
    await world.stage.sandbox.fault({ kind: "refuse_messages", code: 463, for_seconds: HOUR });
    const id = await world.send(instance, ERIK, "Hello Erik");
    await eventually("it to fail", () => world.message(id).status === "failed");
    await world.stage.sandbox.fault({ kind: "refuse_messages", code: 463, for_seconds: 0 });

    expect(world.message(id).error_code).toBe("messenger_refused");
    expect((await protection()).new_chats_paused).toBe(false);
  });

  it("goes on in the same chat and in others within seconds when the network does not say why", async () => {
    await world.stage.sandbox.fault({ kind: "refuse_messages", code: 463, times: 1, for_seconds: HOUR });
    await world.stage.sandbox.fault({ kind: "refuse_queries", code: null, namespace: "w:mex", for_seconds: HOUR });
    const refused = await world.send(instance, ERIK, "Refused without a word");
    // This is shorter than the time limit of either query.
    await eventually("it to fail", () => world.message(refused).status === "failed", 12_000);
    expect(world.message(refused).error_code).toBe("messenger_refused");
    const later = await Promise.all([ERIK, ANA].map((to) => world.send(instance, to, "And on it goes")));
    await eventually("both to leave", () => later.every((id) => world.message(id).status === "delivered"), 12_000);
    await world.stage.sandbox.fault({ kind: "refuse_queries", code: null, for_seconds: 0 });
  });

  it("fails with messenger_restricted when the account turns out to be locked, and pauses new chats", async () => {
    // The network doesn't announce the restriction; only the refusal reveals it.
    await impose("restrict", { seconds: HOUR, silent: true });
    const id = await world.send(instance, CARL, "Hello Carl");
    await eventually("it to fail", () => world.message(id).status === "failed");

    expect(world.message(id).error_code).toBe("messenger_restricted");
    await world.reaches(instance, "working, restricted");
    expect((await protection()).new_chats_paused_reason).toBe("network_lock");
    await impose("restrict", { seconds: 0 });
    await world.reaches(instance, "working");
  });

  it("makes a message for the person's present devices when it was refused for old ones, once, and sends it again", async () => {
    await world.stage.sandbox.fault({ kind: "refuse_messages", code: 479, times: 1, for_seconds: HOUR });
    const id = await world.send(instance, ANA, "For all your devices");
    await eventually("delivery", () => world.message(id).status === "delivered");
    const seen = await world.stage.sandbox.messages(ANA);
    expect(seen.filter(({ text }) => text === "For all your devices")).toHaveLength(1);

    await world.stage.sandbox.fault({ kind: "refuse_messages", code: 479, times: 2, for_seconds: HOUR });
    const refused = await world.send(instance, ANA, "Not taken twice");
    await eventually("it to fail", () => world.message(refused).status === "failed");
    expect(world.message(refused).error_code).toBe("messenger_refused");
    const after = await world.send(instance, ANA, "And on it goes");
    await eventually("delivery", () => world.message(after).status === "delivered");
  });

  it("counts a connection that was taken over, and shows a ban with its end", async () => {
    await world.stage.sandbox.fault({ kind: "close_connections", code: 440 });
    await eventually("the count", async () =>
      (await protection()).safety.reasons.some(({ code }) => code === "refused_connections"),
    );
    await world.reaches(instance, "starting, replaced_elsewhere");
    await forward(60);
    await world.reaches(instance, "working");

    await impose("ban", { seconds: HOUR });
    await world.reaches(instance, "failed, restricted");
    expect(await protection()).toMatchObject({ restricted: true, new_chats_paused_reason: "restricted" });
    await forward(2 * HOUR);
    await world.reaches(instance, "working");
    await eventually("the end to be noted", () => sending().restricted === null);
  });
});

describe("messages that a locked account is refused, one after the other", () => {
  it("have the network asked how long the lock lasts at most once a minute", async () => {
    const world = await SessionWorld.create();
    const instance = await world.addInstance();
    const owner = { instance_id: instance, account_id: ACCOUNT, fence: 0 };
    let [nowMs, asked] = [0, 0];
    const deps = world.deps({ monotonicMs: () => nowMs });
    const lock = { until: new Date(world.clock.now().getTime() + HOUR * 1000) };
    const network = {
      askTimeLock: async () => {
        asked++;
        return lock;
      },
    } as unknown as StandingQueries; // what is asked here
    const refusals = new Refusals463(deps, owner, () => {});
    const refused = () => refusals.explain(network, "1@lid");

    expect([await refused(), await refused()]).toEqual(["463", "463"]);
    expect(asked).toBe(1);
    nowMs = 59_999;
    await refused();
    expect(asked).toBe(1);
    nowMs = 60_000;
    await refused();
    expect(asked).toBe(2);
    await world.tearDown();
  });
});

describe("a refusal that the network does not explain", () => {
  it("ends its message after three seconds, and what is said later is recorded all the same", async () => {
    const world = await SessionWorld.create();
    const instance = await world.addInstance();
    const owner = { instance_id: instance, account_id: ACCOUNT, fence: 0 };
    const clock = new MovableClock({ standsAt: new Date("2026-11-20T12:00:00Z") });
    const until = new Date("2026-11-20T13:00:00Z");
    const { promise: answer, resolve } = Promise.withResolvers<TimeLock>();
    const network = { askTimeLock: () => answer } as unknown as StandingQueries; // what is asked here
    let why: string | null = null;
    const deps = { ...world.deps(), clock };
    const explained = new Refusals463(deps, owner, () => {}).explain(network, "1@lid").then((said) => {
      why = said;
    });
    clock.moveTo(new Date("2026-11-20T12:00:02.999Z"));
    await Promise.resolve();
    expect(why).toBeNull();
    clock.moveTo(new Date("2026-11-20T12:00:03Z"));
    await explained;
    expect(why).toBe("463 no token");

    resolve({ until });
    const lock = () => (world.table.peek(keys.sending(instance)) as unknown as SendingState | null)?.lock;
    await eventually("the lock", () => lock()?.until === until.toISOString());
    await world.tearDown();
  });
});
