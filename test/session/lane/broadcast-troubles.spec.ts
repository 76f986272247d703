import { describe, expect, it } from "vitest";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
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
