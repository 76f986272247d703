import { describe, expect, it } from "vitest";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { dayPlus, readDayCounts } from "../../core/operations/day-counts.ts";
import { recordReceipt } from "../../core/operations/record-receipt.ts";
import { failMessage } from "../../core/operations/send-steps.ts";
import { ANA, INSTANCE, messageWorld } from "../support/message-world.ts";

const HOUR_MS = 3_600_000;

async function world() {
  const made = await messageWorld();
  // The clock of the tests' machine, moved to noon: no day ends within a test by itself.
  made.clock.moveTo(new Date(`${made.clock.now().toISOString().slice(0, 10)}T23:59:59Z`));
  made.clock.moveTo(new Date(made.clock.now().getTime() + 12 * HOUR_MS));
  const today = made.clock.now().toISOString().slice(0, 10);
  const day = async (offset = 0) =>
    (await readDayCounts(made.table, INSTANCE, dayPlus(today, -5), dayPlus(today, 9))).find(
      (one) => one.day === dayPlus(today, offset),
    );
  const forward = (hours: number) => made.clock.moveTo(new Date(made.clock.now().getTime() + hours * HOUR_MS));
  const delivered = (network_id: string | null) =>
    recordReceipt(made.deps, { ...made.own, network_id: network_id ?? "", kind: "delivered", at: made.clock.now() });
  return { ...made, day, forward, delivered };
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
