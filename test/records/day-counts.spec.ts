import { describe, expect, it } from "vitest";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { recordReceipt } from "../../core/operations/receiving/record-receipt.ts";
import { failMessage } from "../../core/operations/sending/send-steps.ts";
import { countHeld, countInFence, dayPlus, heldIn, readDayCounts } from "../../core/records/day-counts.ts";
import { raiseFence } from "../../core/records/fence.ts";
import { keys } from "../../core/store/keys.ts";
import { ANA, INSTANCE, messageWorld } from "../support/message-world.ts";

const HOUR_MS = 3_600_000;

async function world() {
  const made = await messageWorld();
  // Move the clock to noon, so that a day doesn't end in the middle of a test.
  made.clock.moveTo(new Date(`${made.clock.now().toISOString().slice(0, 10)}T23:59:59Z`));
  made.clock.moveTo(new Date(made.clock.now().getTime() + 12 * HOUR_MS));
  const today = made.clock.now().toISOString().slice(0, 10);
  const held = () => ({ in: heldIn(made.table.peek(keys.receiving(INSTANCE))), out: made.sending().counted });
  /** @param seen the receiving and sending state that the reader loaded before the days' items. */
  const day = async (offset = 0, seen = held()) =>
    (await readDayCounts(made.table, INSTANCE, dayPlus(today, -5), dayPlus(today, 9), seen)).find(
      (one) => one.day === dayPlus(today, offset),
    );
  const dayItems = () => made.table.partition(keys.dayCounts(INSTANCE, "", "in").pk);
  const forward = (hours: number) => made.clock.moveTo(new Date(made.clock.now().getTime() + hours * HOUR_MS));
  const delivered = (network_id: string | null) =>
    recordReceipt(made.deps, { ...made.own, network_id: network_id ?? "", kind: "delivered", at: made.clock.now() });
  return { ...made, day, held, dayItems, forward, delivered };
}

describe("what is counted for a number's safety", () => {
  it("is nothing on a day without messages", async () => {
    const { day } = await world();
    expect(await day()).toBeUndefined();
  });

  it("is each message a person writes, and an answer to a first message once, on the day of that", async () => {
    const { day, forward, sent, write } = await world();
    await sent("Hello Ana");
    forward(30);

    await write("Hello!");
    await write("Who is it?");

    expect(await day()).toMatchObject({ new_sent: 1, messages_out: 1, messages_in: 0, new_answered: 1 });
    expect(await day(1)).toMatchObject({ messages_in: 2, new_answered: 0 });
  });

  it("is no answer after 72 hours, nor one to nobody's message", async () => {
    const { day, forward, sent, write } = await world();
    await sent("Hello Ana");
    forward(73);
    await write("Sorry, only now");
    await write("I was away");
    expect(await day()).toMatchObject({ new_answered: 0 });
  });

  it("is the arrival of a first message, and whether it came within a day", async () => {
    const { day, forward, sent, delivered } = await world();
    const quick = await sent("To Ana");
    const slow = await sent("To Ben", { to: "5511977770002" });
    await delivered(quick.network_id);
    forward(25);
    await delivered(slow.network_id);
    await delivered(slow.network_id);

    expect(await day()).toMatchObject({ new_sent: 2, new_delivered: 2, new_undelivered: 1 });
  });

  it("leaves the arrival of replies alone", async () => {
    const { day, sent, write, delivered } = await world();
    await write("Hello?");
    const reply = await sent("Here we are");
    await delivered(reply.network_id);
    expect(await day()).toMatchObject({ messages_in: 1, messages_out: 1, new_sent: 0, new_delivered: 0 });
  });

  it("is a number that is not on the messenger", async () => {
    const { day, deps, own, send, rows } = await world();
    const { message } = await send("Hello?", { to: "5511977770003" });
    await failMessage(deps, own, message, rows()[0] as LaneRow, "not_on_messenger");
    expect(await day()).toMatchObject({ new_sent: 1, not_on_messenger: 1, new_undelivered: 0, messages_out: 0 });
  });

  it("is what was typed on the phone, as a message that went", async () => {
    const { day, write } = await world();
    await write("By hand", { from_me: true, chat_id: `${ANA}@s.whatsapp.net` });
    expect(await day()).toMatchObject({ messages_out: 1, messages_in: 0 });
  });

  it("is how many new people had the same text", async () => {
    const { day, sent } = await world();
    await sent("Special offer!");
    await sent("Special offer!", { to: "5511977770002" });
    await sent("Something else", { to: "5511977770003" });
    expect(Object.values((await day())?.texts ?? {}).sort()).toEqual([1, 2]);
  });
});

describe("where it is counted", () => {
  const from = (n: number) => {
    const phone = `55119777700${n}`;
    return { phone, person: phone, chat_id: `${phone}@s.whatsapp.net` };
  };

  it("needs no item of its own on an ordinary day", async () => {
    const { day, dayItems, sent, write } = await world();
    await write("Hello?");
    await sent("Here we are");
    await write("Thank you");
    expect(dayItems()).toEqual([]);
    expect(await day()).toMatchObject({ messages_in: 2, messages_out: 1 });
  });

  it("keeps a day as it was, however many days pass before the next message", async () => {
    const { day, forward, sent, write } = await world();
    await write("Hello?");
    await sent("Here we are");
    forward(5 * 24);
    expect(await day()).toMatchObject({ messages_in: 1, messages_out: 1 });
    await write("It's me again");
    await write("Are you there?");
    await sent("Of course");
    expect(await day()).toMatchObject({ messages_in: 1, messages_out: 1 });
    expect(await day(5)).toMatchObject({ messages_in: 2, messages_out: 1 });
  });

  it("shows nothing twice of a day that is put away while it is read", async () => {
    const { day, held, forward, sent, write } = await world();
    await write("Hello?");
    await sent("Here we are");
    const seen = held();
    forward(24);
    await write("Good morning");
    await sent("Good morning to you");
    expect(await day(0, seen)).toMatchObject({ messages_in: 1, messages_out: 1 });
    expect(await day(1, seen)).toBeUndefined();
    expect(await day(1)).toMatchObject({ messages_in: 1, messages_out: 1 });
  });

  it("counts an answer on the very day that it puts away", async () => {
    const { day, forward, sent, write } = await world();
    await sent("Hello Ana");
    await write("Somebody else", from(1));
    forward(24);
    await write("Hello!");
    expect(await day()).toMatchObject({ messages_in: 1, new_answered: 1, messages_out: 1 });
    expect(await day(1)).toMatchObject({ messages_in: 1, new_answered: 0 });
  });

  it("is exact when many write at once as a day begins", async () => {
    const { day, forward, write } = await world();
    await write("Yesterday");
    forward(24);
    await Promise.all(Array.from({ length: 20 }, (_, n) => write("Hello", from(n))));
    expect(await day()).toMatchObject({ messages_in: 1 });
    expect(await day(1)).toMatchObject({ messages_in: 20 });
  });

  it("is exact when another task has begun the day meanwhile", async () => {
    const { table, own, day, forward, write } = await world();
    await write("Yesterday");
    forward(24);
    await write("This morning");
    const fence = await raiseFence(table, INSTANCE);
    // The new owner's process doesn't have any counts for the day yet.
    await write("At noon", { ...own, fence });
    expect(await day()).toMatchObject({ messages_in: 1 });
    expect(await day(1)).toMatchObject({ messages_in: 2 });
  });

  it("is the day's own item when a later day is held: a zone further west has begun to count", () => {
    const held = { day: "2026-11-21", messages_out: 4 };
    const late = countHeld(INSTANCE, "out", held, "2026-11-20", { messages_out: 1 });
    expect(late.held).toEqual(held);
    expect(late.writes).toMatchObject([
      { update: keys.dayCounts(INSTANCE, "2026-11-20", "out"), add: { messages_out: 1 } },
    ]);
    const stood = { ...keys.receiving(INSTANCE), fence: 1, day: "2026-11-21", messages_in: 4 };
    expect(countInFence(INSTANCE, "2026-11-20", { messages_in: 1 }, stood)).toMatchObject([
      { update: keys.dayCounts(INSTANCE, "2026-11-20", "in"), add: { messages_in: 1 } },
    ]);
  });
});
