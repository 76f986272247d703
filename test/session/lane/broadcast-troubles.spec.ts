import { describe, expect, it } from "vitest";
import { stateField, storedState } from "../../../core/domain/broadcasts/recipient-states.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { NoDevice } from "../../../session-service/baileys/outbound/recipients.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { BRD, broadcastLane, PEOPLE, phone } from "../../support/models/broadcast-lane.ts";
import { ACCOUNT, INSTANCE } from "../../support/models/lane-stage.ts";
import { NO_OPT_OUTS } from "../../support/test-opt-outs.ts";

const HOUR = 3_600;
const LID = "900@lid";

describe("a broadcast that something happens to", () => {
  it("waits through thirty hours offline: paused and told once, nothing failed, and goes on by itself", async () => {
    let isOpen = true;
    const stage = await broadcastLane(PEOPLE, { isOpen: () => isOpen });
    const seen: unknown[] = [];
    stage.begin();
    stage.makeAt(1);
    stage.changeAt(40, async () => {
      isOpen = false;
    });
    for (const hours of [1, 10, 20, 29]) {
      stage.changeAt(hours * HOUR, async () => {
        const { status, reason } = stage.broadcast() ?? {};
        seen.push([status, reason, stage.relayed.length]);
      });
    }
    stage.at(30 * HOUR, "connection", async (deps) => {
      isOpen = true;
      await deps.wakeups.wake(instanceLane(INSTANCE), deps.clock.now());
    });
    await stage.runTo(50 * HOUR);

    expect(new Set(seen.map(String)).size).toBe(1);
    expect(seen[0]).toEqual(["paused", "not_connected", 1]);
    expect(stage.events("broadcast.paused")).toHaveLength(1);
    expect(stage.messages().map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
    expect(stage.broadcast()?.status).toBe("completed");
  });

  it.each([
    [
      "has been connected for two hours: its people have not got it",
      28 * HOUR,
      { status: "paused", reason: "failures" },
    ],
    ["has just come back: the receipts are still to come", 30 * HOUR, { status: "running", reason: null }],
  ])("that nobody confirms for a day, by a number that %s", async (_what, openedAt, expected) => {
    let isOpen = false;
    const people = Array.from({ length: 60 }, (_, n) => phone(n));
    const stage = await broadcastLane(people, { isOpen: () => isOpen });
    stage.begin();
    stage.makeAt(1);
    stage.changeAt(60, () => {
      const states = Object.fromEntries(people.slice(0, 50).map((_, at) => [stateField(at), storedState("sent")]));
      const set = { ...states, last_at: new Date(stage.sim.now).toISOString() };
      return stage.table.write({ update: keys.broadcastPage(INSTANCE, BRD, 1, 0), set });
    });
    stage.at(30 * HOUR, "connection", async (deps) => {
      isOpen = true;
      stage.session.openedAt = new Date(stage.sim.start + openedAt * 1_000);
      await deps.wakeups.wake(instanceLane(INSTANCE), deps.clock.now());
    });
    await stage.runTo(30 * HOUR + 300);

    expect(stage.broadcast()).toMatchObject(expected);
    expect(stage.relayed.length > 0).toBe(expected.status === "running");
  });

  it("waits through an hour in which the network answers no query, and is not paused for it", async () => {
    let isSilent = true;
    const askAbout = async () => {
      if (isSilent) throw new AnswerUnknown("the devices of people");
    };
    const stage = await broadcastLane(PEOPLE, { askAbout });
    stage.begin();
    stage.makeAt(1);
    stage.changeAt(HOUR, async () => {
      isSilent = false;
    });
    await stage.runTo(5 * HOUR);

    expect(stage.events("broadcast.paused")).toEqual([]);
    expect(stage.broadcast()?.status).toBe("completed");
    expect(stage.messages().map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
  });

  it.each([
    ["twice, wrongly: the person gets it", 2, 3, "sent"],
    ["three times: the person fails, and the next one is not kept waiting for it", Infinity, 3, "failed"],
  ])("of one of whose people the network knows no device, %s", async (_what, wrong, times, status) => {
    const nobody = phone(0);
    let asked = 0;
    const stage = await broadcastLane(PEOPLE, {
      askAbout: async (chat) => {
        if (chat.startsWith(nobody) && ++asked <= wrong) throw new NoDevice();
      },
    });
    stage.begin();
    stage.makeAt(1);
    await stage.runTo(HOUR);

    expect(stage.broadcast()?.status).toBe("completed");
    expect(asked).toBe(times);
    expect(await stage.progress()).toMatchObject(status === "sent" ? { sent: 3, failed: 0 } : { sent: 2, failed: 1 });
  });

  it("ends with its instance: nothing more is sent, and nothing of it is left", async () => {
    const stage = await broadcastLane();
    stage.begin();
    stage.makeAt(1);
    let sent = 0;
    stage.at(60, "api", async (deps) => {
      sent = stage.relayed.length;
      const removed_at = deps.clock.now().toISOString();
      await deps.table.transact([
        { update: keys.instance(INSTANCE), set: { removed_at } },
        { update: keys.sending(INSTANCE), set: { removed: true } },
      ]);
      await deps.wakeups.wake(instanceLane(INSTANCE), deps.clock.now());
    });
    await stage.runTo(HOUR);

    expect(sent).toBeGreaterThan(0);
    expect(stage.relayed.length).toBeLessThanOrEqual(sent + 1);
    expect(stage.broadcast()).toBeNull();
    expect(stage.table.all().filter(({ pk, sk }) => `${pk} ${sk}`.includes(BRD))).toEqual([]);
  });

  it("sends one message to two of its list who turn out to be one while it runs", async () => {
    const stage = await broadcastLane([phone(0), LID, phone(1)]);
    await stage.wrote(LID, { private_id: LID, chat_id: LID, phone: undefined });
    stage.begin();
    stage.makeAt(1, {}, [LID, phone(1), phone(0)]);
    let before: string[] = [];
    stage.at(10, "pair", (deps) => {
      before = stage.relayed.map(({ chat }) => chat);
      const own = { account_id: ACCOUNT, instance_id: INSTANCE, fence: 1 };
      return mergePerson({ ...deps, optOuts: NO_OPT_OUTS }, own, { phone: phone(0), private_id: LID });
    });
    await stage.runTo(HOUR);

    expect(before).toEqual([LID]);
    expect(stage.relayed.map(({ chat }) => chat)).toEqual([LID, `${phone(1)}@s.whatsapp.net`]);
    expect(await stage.progress()).toMatchObject({ total: 3, sent: 3, waiting: 0 });
    expect(stage.broadcast()?.status).toBe("completed");
  });

  it("goes by the zone that the number has now, when that changes while it runs", async () => {
    const stage = await broadcastLane(Array.from({ length: 40 }, (_, n) => phone(n)));
    stage.begin();
    stage.makeAt(1);
    const change = stage.sim.start + 2 * HOUR * 1_000;
    stage.changeAt(2 * HOUR, () =>
      stage.table.write({ update: keys.sending(INSTANCE), set: { timezone: "Asia/Tokyo" }, add: { rev: 1 } }),
    );
    await stage.runTo(30 * HOUR);
    const hour = (ms: number, timeZone: string) =>
      Number(new Intl.DateTimeFormat("en", { hour: "2-digit", hourCycle: "h23", timeZone }).format(new Date(ms)));
    const hours = stage.relayed
      .map(({ at }) => stage.sim.start + at)
      .map((ms) => (ms < change ? hour(ms, "UTC") : hour(ms, "Asia/Tokyo")));

    expect(stage.relayed).toHaveLength(40);
    expect(hours.every((one) => one >= 8 && one < 22)).toBe(true);
  });

  it("tells in its events neither its text nor anybody's number", async () => {
    const stage = await broadcastLane(PEOPLE, {}, 1);
    stage.begin();
    stage.makeAt(1, { text: "Secret tea for {name|you}" });
    await stage.runTo(HOUR);
    const bodies = stage.table.partition(keys.event(ACCOUNT, "").pk).filter(({ type }) => type === "broadcast.paused");

    expect(bodies).toHaveLength(1);
    expect(JSON.stringify(bodies)).not.toMatch(/Secret|tea|4479/);
  });
});
