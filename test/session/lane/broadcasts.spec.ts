import { describe, expect, it } from "vitest";
import type { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { withOptOutLine } from "../../../core/domain/broadcasts/opt-out-line.ts";
import { NEW_WARM_UP } from "../../../core/domain/protection/warm-up.ts";
import { pauseBroadcast } from "../../../core/operations/broadcasts/pause-broadcast.ts";
import { presentBroadcast } from "../../../core/operations/broadcasts/present-broadcast.ts";
import { noteSafety } from "../../../core/records/safety.ts";
import { changeSending } from "../../../core/records/sending.ts";
import { keys } from "../../../core/store/keys.ts";
import { BRD, broadcastLane, PEOPLE, phone } from "../../support/models/broadcast-lane.ts";
import { INSTANCE } from "../../support/models/lane-stage.ts";

const HOUR_MS = 3_600_000;
const DAY = 86_400;

describe("a broadcast in the lane", () => {
  it("sends each person one message with the opt-out line, and completes once, with its event", async () => {
    const stage = await broadcastLane();
    stage.begin();
    stage.makeAt(1);
    await stage.runTo(3_600);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed.map(({ chat }) => chat).sort()).toEqual(PEOPLE.map((one) => `${one}@s.whatsapp.net`));
    expect(new Set(stage.relayed.map(({ text }) => text))).toEqual(new Set([withOptOutLine("Hello there", "en")]));
    expect(stage.broadcast()?.status).toBe("completed");
    expect(await stage.progress()).toMatchObject({ total: 3, sent: 3, waiting: 0 });
    const [event, ...more] = stage.events("broadcast.completed");
    expect(more).toEqual([]);
    expect(event).toMatchObject({ id: BRD, status: "completed", reason: null, progress: { total: 3, sent: 3 } });
    expect(JSON.stringify(event)).not.toMatch(/Hello|4479/);
    expect(stage.rows()).toEqual([]);
    expect(stage.messages().every(({ origin, broadcast }) => origin === "broadcast" && broadcast?.id === BRD)).toBe(
      true,
    );
  });

  it("is paused by one write: from its answer on nothing more begins", async () => {
    const stage = await broadcastLane();
    stage.begin();
    stage.makeAt(1);
    let relayedAtPause = -1;
    stage.at(70, "api", async (deps) => {
      const before = stage.broadcast();
      if (before) await pauseBroadcast(deps, before, "paused_by_you", null);
      relayedAtPause = stage.relayed.length;
    });
    await stage.runTo(3_600);

    expect(relayedAtPause).toBeGreaterThan(0);
    expect(stage.relayed.length).toBeLessThanOrEqual(relayedAtPause + 1);
    expect(stage.relayed.length).toBeLessThan(3);
    expect(stage.broadcast()).toMatchObject({ status: "paused", reason: "paused_by_you" });
    expect(stage.events("broadcast.paused")).toHaveLength(1);
    expect(stage.sim.violations).toEqual([]);
  });

  it("passes over who opted out or is blocked, and who is not known to have written", async () => {
    const stage = await broadcastLane([...PEOPLE, phone(3)]);
    await stage.wrote(phone(0), { opted_out_ms: 1 });
    await stage.wrote(phone(1), { blocked: true });
    await stage.table.write({ update: keys.person(INSTANCE, phone(2)), remove: ["last_in_at"] });
    stage.begin();
    stage.makeAt(1);
    await stage.runTo(3_600);

    expect(stage.relayed.map(({ chat }) => chat)).toEqual([`${phone(3)}@s.whatsapp.net`]);
    expect(await stage.progress()).toMatchObject({ opted_out: 2, failed: 1, sent: 1, waiting: 0 });
    expect(stage.broadcast()?.status).toBe("completed");
  });

  it("sends one message to somebody who stands in the list by phone and by private id", async () => {
    const stage = await broadcastLane([phone(0)]);
    await stage.wrote(phone(0), { private_id: "900@lid" });
    await stage.table.write({ put: { ...keys.person(INSTANCE, "900@lid"), merged_into: phone(0) } });
    stage.begin();
    stage.makeAt(1, {}, ["900@lid", phone(0)]);
    await stage.runTo(3_600);

    expect(stage.relayed).toHaveLength(1);
    expect(await stage.progress()).toMatchObject({ total: 2, sent: 2 });
    expect(stage.broadcast()?.status).toBe("completed");
  });

  it("sends nobody two broadcasts within a day: the other one waits for them", async () => {
    const stage = await broadcastLane([phone(0)]);
    const second = "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3J";
    stage.begin();
    stage.makeAt(1);
    stage.makeAt(2, { id: second });
    await stage.runTo(2 * DAY);

    const [first, again, ...more] = stage.relayed.map(({ at }) => at);
    expect(more).toEqual([]);
    expect((again ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(24 * HOUR_MS);
    expect(stage.broadcast(second)?.status).toBe("completed");
  });

  it("waits in the number's night, and in that of people far away", async () => {
    const away = "81901234567";
    const stage = await broadcastLane([phone(0), away]);
    stage.begin();
    stage.makeAt(1);
    await stage.runTo(2 * DAY);
    const hours = stage.relayed.map(({ chat, at }) => ({ chat, at: new Date(stage.sim.start + at) }));
    const hourIn = (at: Date, timeZone: string) =>
      Number(new Intl.DateTimeFormat("en", { hour: "2-digit", hourCycle: "h23", timeZone }).format(at));

    expect(hours).toHaveLength(2);
    for (const { chat, at } of hours) {
      expect(hourIn(at, "UTC")).toBeGreaterThanOrEqual(8);
      if (chat.startsWith("81")) expect(hourIn(at, "Asia/Tokyo")).toBeGreaterThanOrEqual(8);
      if (chat.startsWith("81")) expect(hourIn(at, "Asia/Tokyo")).toBeLessThan(22);
    }
  });

  it("waits for stage 2 on a new number, told as warm_up once, and goes on by itself", async () => {
    const stage = await broadcastLane(PEOPLE, {}, 1);
    stage.begin();
    stage.makeAt(1);
    let reason: unknown;
    stage.at(100, "warm-up", async (deps) => {
      reason = stage.broadcast()?.reason;
      await stage.table.write(noteSafety(INSTANCE, { warm_up: { ...NEW_WARM_UP, stage: 2 } }));
      await changeSending(deps, INSTANCE, (state) => ({ ...state, stage: 2 }));
    });
    await stage.runTo(2 * DAY);

    expect(reason).toBe("warm_up");
    expect(stage.relayed).toHaveLength(3);
    expect(stage.events("broadcast.paused").map(({ reason: why }) => why)).toEqual([
      { code: "warm_up", text: expect.stringMatching(/too new.*continues automatically/) },
    ]);
    expect(stage.broadcast()?.status).toBe("completed");
  });

  it("ends when nobody waits any more, though the day's number is used or the night has begun", async () => {
    const used = await broadcastLane();
    used.begin();
    used.makeAt(1, { per_day: PEOPLE.length });
    await used.runTo(3_600);
    expect(used.relayed).toHaveLength(PEOPLE.length);
    expect(used.broadcast()).toMatchObject({ status: "completed", reason: null });
    expect(used.events("broadcast.paused")).toEqual([]);
    expect(used.events("broadcast.completed").length).toBe(1);

    const late = await broadcastLane([phone(0)]);
    late.begin();
    late.makeAt(12.5 * 3_600 - 30);
    await late.runTo(12.5 * 3_600 + 600);
    expect(late.relayed).toHaveLength(1);
    expect(late.broadcast()?.status).toBe("completed");
  });

  it("says that everybody sleeps, until when, and its expected end stays where it is", async () => {
    const away = ["81901234567", "81901234568"];
    const stage = await broadcastLane([phone(0), ...away]);
    stage.begin();
    const seen: Broadcast["progress"][] = [];
    stage.makeAt(5 * 3_600, {}, [phone(0), ...away]); // half past two in the afternoon, half past eleven in Tokyo
    for (const minutes of [10, 40, 70])
      stage.at(5 * 3_600 + minutes * 60, `reader ${minutes}`, async (deps) => {
        const broadcast = stage.broadcast();
        if (broadcast) seen.push((await presentBroadcast(deps, broadcast)).progress);
      });
    await stage.runTo(5 * 3_600 + 4_800);

    const morning = expect.stringMatching(/T23:00:0\d\+00:00$/);
    expect(stage.relayed).toHaveLength(1);
    for (const progress of seen)
      expect(progress).toMatchObject({
        waiting: 2,
        waiting_for: [{ reason: "their_night", count: 2, until: morning }],
      });
    expect(new Set(seen.map(({ expected_end_at }) => expected_end_at)).size).toBe(1);
    expect(seen).toHaveLength(3);
  });

  it("waits for its time when it is scheduled", async () => {
    const stage = await broadcastLane();
    stage.begin();
    const startAt = new Date(stage.sim.start + 600_000).toISOString();
    stage.makeAt(1, { status: "scheduled", started_at: null, start_at: startAt });
    await stage.runTo(3_600);

    expect(Math.min(...stage.relayed.map(({ at }) => at))).toBeGreaterThanOrEqual(600_000);
    expect(stage.broadcast()).toMatchObject({ status: "completed" });
    expect(stage.broadcast()?.started_at).not.toBeNull();
  });
});
