import { beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { holdOf } from "../../../core/domain/protection/holds.ts";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import { changeMessage } from "../../../core/operations/messages/change-message.ts";
import { limitBacklog } from "../../../core/operations/messages/limit-backlog.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { recordReceipt } from "../../../core/operations/receiving/record-receipt.ts";
import { giveBack } from "../../../core/operations/sending/give-back.ts";
import { postponeFirst, releaseScheduled } from "../../../core/operations/sending/move-waiting.ts";
import { countWaitingRows, readWaiting } from "../../../core/operations/sending/read-waiting.ts";
import { putBroadcastRow } from "../../../core/records/broadcasts/broadcast-rows.ts";
import { FenceLost, raiseFence } from "../../../core/records/fence.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { changeSending } from "../../../core/records/sending.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { repliesNow } from "../../../session-service/lane/replies-now.ts";
import { someBroadcast } from "../../support/made-broadcast.ts";
import { INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { startWaiting } from "../../support/start-waiting.ts";

const NIGHT = new Date("2030-05-06T22:30:00Z");
const encoded = (id: string) => ({ network_id: id, network_chat: "c", network_bytes: new Uint8Array([1]) });

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
  world.clock.moveTo(new Date("2030-05-06T12:00:00Z"));
});

const rowOf = (id: string) => world.rows().find(({ message_id }) => message_id === id) as LaneRow; // it waits
const messageOf = (id: string) => world.message(id) as MessageRecord; // it was accepted

/** Accepts a first message and starts it, which moves it into the slot. */
async function begun(text = "Hello", network = "NET_1"): Promise<MessageRecord> {
  const { message } = await world.send(text);
  expect(await startWaiting(world.deps, world.own, rowOf(message.id), message, encoded(network))).toBe(true);
  return messageOf(message.id);
}

describe("a first message", () => {
  it("is charged to the day and its person counted once, whatever goes to them later", async () => {
    const first = await begun();
    expect(first).toMatchObject({ day: "2030-05-06", new_person: true });
    expect(world.sending()).toMatchObject({
      people_used: 1,
      others_today: 0,
      firsts_hour: 1,
      slots: [{ message_id: first.id }],
    });
    await recordReceipt(world.deps, { ...world.own, network_id: "NET_1", kind: "sent", at: world.clock.now() });

    const second = await world.send("Again");
    expect(second.message.row).toBe(`G#${second.message.id}`);
    const row = rowOf(second.message.id);
    expect(await startWaiting(world.deps, world.own, row, second.message, encoded("NET_2"))).toBe(true);
    expect(world.sending()).toMatchObject({ people_used: 1, others_today: 1 });
  });

  it("does not begin as one when its person wrote while it was being made: it goes as a reply", async () => {
    const { message } = await world.send("Hello");
    const row = rowOf(message.id);
    await world.write("Hi");
    // Simulate that the recheck hasn't been handled yet, or that its row was lost.
    for (const { pk, sk } of world.rows().filter((one) => one.person !== undefined && one.sk.startsWith("C#"))) {
      await world.table.write({ delete: { pk, sk } });
    }

    expect(await startWaiting(world.deps, world.own, row, message, encoded("N"))).toBe(false);

    expect(world.sending()).toMatchObject({ people_used: 0 });
    const look = world.rows().find(({ sk }) => sk.startsWith("C#"));
    await repliesNow(world.deps, world.own, String(look?.person));
    expect(messageOf(message.id)).toMatchObject({ class: "reply", row: `R#${message.id}` });
  });

  it("is to a known person, and no reply, when they turn out to have written longer ago than a day", async () => {
    const { message } = await world.send("Hello");
    const dayAgo = new Date(world.clock.now().getTime() - 30 * 3_600_000);
    await world.write("Hi, from when you were away", { written_at: dayAgo });

    const row = rowOf(message.id);
    expect(await startWaiting(world.deps, world.own, row, message, encoded("N"))).toBe(false);
    await repliesNow(world.deps, world.own, String(message.person));

    expect(messageOf(message.id)).toMatchObject({ class: "known", row: `K#${message.id}`, waiting_reason: "spacing" });
    expect(world.person()).toMatchObject({ waiting: 1 });
    expect(await startWaiting(world.deps, world.own, rowOf(message.id), messageOf(message.id), encoded("N"))).toBe(
      true,
    );
    expect(world.sending()).toMatchObject({ people_used: 0, others_today: 1 });
    expect(world.person()).toMatchObject({ waiting: 0 });
  });

  it("can't begin as a new person when the person was counted meanwhile", async () => {
    const { message } = await world.send("Hello");
    const day = keys.personDay(INSTANCE, "2030-05-06", String(message.person));
    await world.table.write({ put: { ...day } });

    expect(await startWaiting(world.deps, world.own, rowOf(message.id), message, encoded("N"))).toBe(false);
    expect(world.sending().people_used).toBe(0);
  });

  it("waits as long as hold_first_messages_hours says, and carries the name of its text", async () => {
    await changeSending(world.deps, INSTANCE, (state) => ({ ...state, settings: { hold_first_messages_hours: 5 } }));
    const [one, same, other] = [await world.send(" Big  SALE "), await world.send("big sale"), await world.send("x")];
    const row = rowOf(one.message.id);
    expect(Date.parse(row.expires_at) - Date.parse(row.due)).toBe(5 * 3_600_000);
    expect(rowOf(same.message.id).text_hash).toBe(row.text_hash);
    expect(rowOf(other.message.id).text_hash).not.toBe(row.text_hash);
  });

  it("may be 500 times, those to people who are counted already included", async () => {
    await begun();
    const backlog = limitBacklog(world.deps);
    for (let n = 0; n < 500; n++) await backlog.take(INSTANCE, n % 2 ? "first" : "first_counted");
    await expect(backlog.take(INSTANCE, "first_counted")).rejects.toMatchObject({ code: "backlog_full" });
    await expect(backlog.take(INSTANCE, "known")).resolves.toBeUndefined();
  });

  it("are as many as before beside a broadcast: its people do not wait in the lane", async () => {
    await begun();
    const [now, lane] = [world.clock.now(), instanceLane(INSTANCE)];
    const made = someBroadcast(now, 3_000, { instance_id: INSTANCE });
    await world.table.write(putBroadcastRow(made, now, now));
    await world.table.write({ put: { pk: lane, sk: `B#${made.id}#msg_1`, broadcast: made.id, message_id: "msg_1" } });
    expect(await countWaitingRows(world.table, INSTANCE)).toMatchObject({ all: 0 });

    const most = LIMITS.waitingMessagesPerInstance;
    for (let n = 1; n < most; n++) await world.table.write({ put: { pk: lane, sk: `S#2030#${n}` } });
    await expect(limitBacklog(world.deps).take(INSTANCE, "known")).resolves.toBeUndefined();
    await world.table.write({ put: { pk: lane, sk: "S#2030#last" } });
    await expect(limitBacklog(world.deps).take(INSTANCE, "known")).rejects.toMatchObject({ code: "backlog_full" });
  });

  it("counts a lane that has room for many again only when an account could have filled it", async () => {
    const query = vi.spyOn(world.table, "query");
    const backlog = limitBacklog(world.deps);
    await backlog.take(INSTANCE, "reply");
    const counted = query.mock.calls.length;
    world.clock.moveTo(new Date(world.clock.now().getTime() + 5 * 60_000));
    await backlog.take(INSTANCE, "reply");
    expect(query.mock.calls.length).toBe(counted);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 5 * 60_000));
    await backlog.take(INSTANCE, "reply");
    expect(query.mock.calls.length).toBe(2 * counted);
  });

  it("counts a long lane again only when it may be full by what is new in the instance's list", async () => {
    const lane = instanceLane(INSTANCE);
    const waiting = LIMITS.waitingMessagesPerInstance - 3;
    for (let n = 0; n < waiting; n++) await world.table.write({ put: { pk: lane, sk: `S#2030#${n}` } });
    const query = vi.spyOn(world.table, "query");
    const readsOfLane = () => query.mock.calls.filter(([{ pk }]) => pk === lane).length;
    const backlog = limitBacklog(world.deps);
    const minuteLater = () => world.clock.moveTo(new Date(world.clock.now().getTime() + 60_000));
    await backlog.take(INSTANCE, null);
    const once = readsOfLane();

    await world.send("New");
    minuteLater();
    await backlog.take(INSTANCE, "known");
    expect(readsOfLane()).toBe(once);

    // Many messages have been accepted and have left the lane. Going by the list alone, the lane would be full.
    for (let n = 0; n < 5; n++) await world.send(`And ${n}`);
    for (const { pk, sk } of world.rows()) if (!sk.startsWith("S#")) await world.table.write({ delete: { pk, sk } });
    minuteLater();
    await expect(backlog.take(INSTANCE, "known")).resolves.toBeUndefined();
    expect(readsOfLane()).toBe(2 * once);
  });
});

describe("a first message whose night came before its relay", () => {
  it("waits in its queue again, which is held until the morning, without the id that never went", async () => {
    const message = await begun();
    world.clock.moveTo(NIGHT);

    expect(await giveBack(world.deps, world.own, message, false)).toBe("done");

    expect(messageOf(message.id)).toMatchObject({
      step: "waiting",
      status: "queued",
      network_id: null,
      class: "first",
    });
    // The queue's hold follows the quiet hours if they change, which a time of the row's own would not.
    expect(rowOf(message.id)).toMatchObject({ due: NIGHT.toISOString() });
    expect(holdOf("first", world.sending(), NIGHT)).toMatchObject({ reason: "quiet_hours" });
    expect(world.sending().slots).toEqual([]);
    expect(world.sending().people_used).toBe(1); // still charged to its day
    expect(world.person()).toMatchObject({ waiting: 1 });
  });

  it("keeps its id when it may have gone; a receipt for it then takes it off the lane", async () => {
    const message = await begun();
    world.clock.moveTo(NIGHT);
    await giveBack(world.deps, world.own, message, true);
    expect(messageOf(message.id)).toMatchObject({ step: "waiting", network_id: "NET_1" });

    await recordReceipt(world.deps, { ...world.own, network_id: "NET_1", kind: "delivered", at: world.clock.now() });

    expect(messageOf(message.id)).toMatchObject({ step: "done", status: "delivered", row: null });
    expect(world.rows()).toEqual([]);
    expect(world.person()).toMatchObject({ waiting: 0 });
  });

  it("is a reply when its person wrote meanwhile", async () => {
    const message = await begun();
    world.clock.moveTo(NIGHT);
    await world.write("Hi");

    await giveBack(world.deps, world.own, message, false);

    expect(messageOf(message.id)).toMatchObject({ class: "reply", row: `R#${message.id}` });
    expect(Date.parse(rowOf(message.id).due)).toBeLessThanOrEqual(world.clock.now().getTime());
    expect(world.person()?.waiting ?? 0).toBe(0);
  });

  it("stays with the task that has taken over", async () => {
    const message = await begun();
    await raiseFence(world.table, INSTANCE);
    await expect(giveBack(world.deps, world.own, message, false)).rejects.toThrow(FenceLost);
  });
});

describe("a first message whose text went to too many new people", () => {
  const TOMORROW = new Date("2030-05-07T00:00:00Z");

  async function postponed(): Promise<MessageRecord> {
    const { message } = await world.send("The same for all");
    expect(await postponeFirst(world.deps, world.own, rowOf(message.id), message, TOMORROW)).toBe("done");
    return messageOf(message.id);
  }

  it("rests until the next day, still queued, and says so", async () => {
    const message = await postponed();
    expect(message).toMatchObject({ status: "queued", row: `S#${TOMORROW.toISOString()}#${message.id}` });
    const [shown] = await presentMessages(world.deps, [message]);
    expect(shown).toMatchObject({ waiting_reason: "daily_cap", expected_at: "2030-05-07T00:00:00+00:00" });
    expect(await readWaiting(world.deps, INSTANCE)).toMatchObject({ first: 1, scheduled: 0 });

    world.clock.moveTo(TOMORROW);
    await releaseScheduled(world.deps, world.own, rowOf(message.id), message);
    expect(messageOf(message.id)).toMatchObject({ status: "queued", row: `F#${message.id}` });
    expect(world.person()).toMatchObject({ waiting: 1 });
  });

  it("is a reply as soon as its person writes", async () => {
    const message = await postponed();
    await world.write("Hi");
    await repliesNow(world.deps, world.own, String(message.person));
    expect(messageOf(message.id)).toMatchObject({ class: "reply", row: `R#${message.id}` });
    expect(world.person()).toMatchObject({ waiting: 0 });
  });

  it("goes with another text", async () => {
    const message = await postponed();
    const found = { message, instance: world.instance };
    const { message: changed } = await changeMessage(world.deps, found, { text: "Dear Ana" });
    expect(changed).toMatchObject({ status: "queued", body: "Dear Ana", row: `F#${message.id}` });
    expect(world.person()).toMatchObject({ waiting: 1 });
  });
});

describe("what waits", () => {
  it("is foretold by its place, for a hundred messages with three reads", async () => {
    const messages: MessageRecord[] = [];
    for (let n = 0; n < 100; n++) {
      messages.push((await world.send(`text ${n}`, { to: `55119777${String(n).padStart(5, "0")}` })).message);
    }
    let reads = 0;
    const table = world.table.withHook(async (_operation, phase) => {
      if (phase === "before") reads++;
    });
    const shown = await presentMessages({ ...world.deps, table }, messages);

    expect(reads).toBeLessThanOrEqual(3);
    expect(shown[0]).toMatchObject({ waiting_reason: "spacing", expected_at: "2030-05-06T12:00:00+00:00" });
    expect(shown[2]?.waiting_reason).toBe("spacing");
    expect(shown[20]).toMatchObject({ waiting_reason: "daily_cap" });
    const times = shown.map(({ expected_at }) => expected_at).filter((at) => at !== null);
    expect(times).toEqual(times.toSorted());
  });

  it("is counted by class", async () => {
    await world.send("first");
    await world.send("later", { send_at: new Date("2030-05-07T12:00:00Z") });
    await world.send("group", { to: null, chat_id: "1203@g.us" });
    expect(await readWaiting(world.deps, INSTANCE)).toEqual({ all: 3, first: 1, known: 1, scheduled: 1 });
  });
});

describe("a change of the policy's state", () => {
  it("is redone when something else was written meanwhile, and makes the lane look", async () => {
    let racing = true;
    const table = world.table.withHook(async (operation, phase) => {
      if (!racing || phase !== "before" || operation.kind !== "transact") return;
      racing = false;
      await world.table.write({ update: keys.sending(INSTANCE), set: { stage: 3 }, add: { rev: 1 } });
    });
    const wakes = world.wakes.length;
    const stages: number[] = [];

    await changeSending({ ...world.deps, table }, INSTANCE, (state) => {
      stages.push(state.stage);
      return { ...state, level: "watch" };
    });

    expect(stages).toEqual([1, 3]);
    expect(world.sending()).toMatchObject({ stage: 3, level: "watch" });
    expect(world.rows().map(({ sk }) => sk)).toEqual(["C#sending"]);
    expect(world.wakes.length).toBeGreaterThan(wakes);
  });

  it("takes off what is gone from the state, and writes nothing for the same state", async () => {
    await changeSending(world.deps, INSTANCE, (state) => ({ ...state, connected_at: "2030-05-06T11:00:00.000Z" }));
    const { rev } = world.sending();
    await changeSending(world.deps, INSTANCE, ({ connected_at: _gone, ...state }) => state);
    expect(world.sending().connected_at).toBeUndefined();
    await changeSending(world.deps, INSTANCE, (state) => state);
    expect(world.sending().rev).toBe(rev + 1);
  });

  it("is the owner's alone when it is a session's", async () => {
    const change = changeSending(world.deps, INSTANCE, (state) => ({ ...state, stage: 2 }), [], 99);
    await expect(change).rejects.toThrow(FenceLost);
  });

  it("begins with a new state in the number's zone", async () => {
    await changeSending(world.deps, INSTANCE, (state) => ({ ...state, stage: 2 }));
    expect(world.sending()).toMatchObject({ ...newSendingState("UTC", world.clock.now()), stage: 2 });
  });
});
