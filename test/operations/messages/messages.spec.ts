import { describe, expect, it, vi } from "vitest";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import { recordEdit } from "../../../core/operations/receiving/record-edit.ts";
import { recordReceipt } from "../../../core/operations/receiving/record-receipt.ts";
import { releaseScheduled, turnIntoReply } from "../../../core/operations/sending/move-waiting.ts";
import { failMessage } from "../../../core/operations/sending/send-steps.ts";
import { FenceLost, raiseFence } from "../../../core/records/fence.ts";
import { keyPlace, readIdempotent } from "../../../core/records/idempotency.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { startWaiting } from "../../support/start-waiting.ts";

const ENCODED = { network_id: "3EB0AA", network_chat: `${ANA}@s.whatsapp.net`, network_bytes: new Uint8Array([1, 2]) };

async function started(world: MessageWorld, text = "Hello"): Promise<MessageRecord> {
  const { message } = await world.send(text);
  const [row] = world.rows();
  const stored = world.message(message.id);
  if (!row || !stored) throw new Error("Nothing was accepted.");
  expect(await startWaiting(world.deps, world.own, row, stored, ENCODED)).toBe(true);
  return world.message(message.id) as MessageRecord; // it was there a line ago
}

const receipt = (world: MessageWorld, kind: "sent" | "delivered" | "read") =>
  recordReceipt(world.deps, { ...world.own, network_id: ENCODED.network_id, kind, at: world.clock.now() });

describe("accepting a message", () => {
  it("writes the message, its row and its person's count in one step, and wakes the lane", async () => {
    const world = await messageWorld();

    const { message, replayed } = await world.send("Hello");

    expect(replayed).toBe(false);
    expect(message).toMatchObject({ status: "queued", phone: ANA, body: "Hello", waiting_reason: "spacing" });
    expect(world.rows().map((row) => row.sk)).toEqual([`F#${message.id}`]);
    expect(world.person()).toMatchObject({ waiting: 1 });
    expect(world.wakes).toHaveLength(1);
  });

  it.each([
    ["within the last 24 hours is a reply", 0, "R"],
    ["longer ago is to a known person", 25 * 3_600, "K"],
  ])("to someone who wrote %s", async (_when, secondsAgo, queue) => {
    const world = await messageWorld();
    await world.write("Hi", { written_at: new Date(world.clock.now().getTime() - secondsAgo * 1000) });

    await world.send("Hello");

    expect(world.rows().map((row) => row.sk[0])).toEqual([queue]);
  });

  it("of 50 racing requests with one key makes one message; the others get it as it is", async () => {
    const world = await messageWorld();

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => world.send(`Text ${n}`, { idempotency_key: "same" })),
    );

    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(world.rows()).toHaveLength(1);
    expect(world.person()).toMatchObject({ waiting: 1 });
  });

  it("keeps the key apart per instance and case, for 30 days", async () => {
    const world = await messageWorld();
    await world.send("Hello", { idempotency_key: "Key" });

    expect(await readIdempotent(world.deps, world.instance, "key")).toBeNull();
    expect(await readIdempotent(world.deps, { ...world.instance, id: "inst_2" }, "Key")).toBeNull();
    expect(await readIdempotent(world.deps, world.instance, "Key")).toMatchObject({ body: "Hello" });

    world.clock.moveTo(new Date(world.clock.now().getTime() + 30 * 86_400_000 + 1));
    expect(await readIdempotent(world.deps, world.instance, "Key")).toBeNull();
    expect((await world.send("Again", { idempotency_key: "Key" })).replayed).toBe(false);
  });

  it("notes what a key made under the name that an earlier version reads, too, which may run beside it", async () => {
    const world = await messageWorld();

    const { message } = await world.send("Hello", { idempotency_key: "new" });

    const place = keys.idempotency(INSTANCE, keyPlace("message", "new"));
    expect(world.table.peek(place)).toMatchObject({ made_id: message.id, message_id: message.id });
  });

  it("makes nothing under a key that an earlier version recorded", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Hello", { idempotency_key: "old" });
    const place = keys.idempotency(INSTANCE, keyPlace("message", "old"));
    await world.table.write({ update: place, remove: ["made_id"], if: [{ item: "exists" }] });

    expect(await world.send("Again", { idempotency_key: "old" })).toMatchObject({ message, replayed: true });
    expect(world.rows()).toHaveLength(1);
  });

  it("makes nothing under a key whose record names nothing, and takes no other message for its own", async () => {
    const world = await messageWorld();
    await world.send("Hello", { idempotency_key: "nameless" });
    const place = keys.idempotency(INSTANCE, keyPlace("message", "nameless"));
    await world.table.write({ update: place, remove: ["made_id", "message_id"], if: [{ item: "exists" }] });
    await world.table.write({ put: { ...keys.message(ACCOUNT, "undefined"), id: "undefined" } });

    await expect(world.send("Again", { idempotency_key: "nameless" })).rejects.toThrow("has no id");
    expect(world.rows()).toHaveLength(1);
  });

  it("classifies again when the person writes between the look and the write", async () => {
    const world = await messageWorld();
    let wrote = false;
    const table = world.table.withHook(async (operation, phase) => {
      if (wrote || phase !== "before" || operation.kind !== "transact") return;
      wrote = true;
      await world.write("I write right now");
    });
    const { acceptMessage } = await import("../../../core/operations/messages/accept-message.ts");

    await acceptMessage(
      { ...world.deps, table },
      {
        caller_account: world.instance.account_id,
        instance: world.instance,
        to: ANA,
        chat_id: null,
        content: { kind: "text", text: "Hello", link_preview: false, mentions: [] },
        idempotency_key: null,
        origin: "api",
        send_at: null,
      },
    );

    expect(world.rows().map((row) => row.sk[0])).toEqual(["R"]);
  });
});

describe("a person who writes", () => {
  it("is stored once with one event and one delivery, however often the network delivers it", async () => {
    const world = await messageWorld();

    const answers = await Promise.all(Array.from({ length: 5 }, () => world.write("Hi", { network_id: "3EB0BB" })));

    expect(answers.filter(({ stored }) => stored)).toHaveLength(1);
    expect(world.messages()).toHaveLength(1);
    expect(world.events().map((event) => event.type)).toEqual(["message.received"]);
    expect(world.deliveries()).toHaveLength(1);
  });

  it("gives an event for polling, and no delivery, while no URL is set", async () => {
    const world = await messageWorld(null);

    await world.write("Hi");

    expect(world.events()).toHaveLength(1);
    expect(world.deliveries()).toEqual([]);
  });

  it("makes the lane look at what waits for them, and it becomes replies", async () => {
    const world = await messageWorld();
    const { message } = await world.send("First");

    await world.write("Hi");

    const look = world.rows().find((row) => row.sk.startsWith("C#"));
    expect(look).toMatchObject({ person: ANA });
    const row = world.rows().find((one) => one.sk.startsWith("F#"));
    const stored = world.message(message.id);
    if (!row || !stored) throw new Error("The waiting message is gone.");
    expect(await turnIntoReply(world.deps, world.own, row, stored)).toBe("done");
    expect(world.message(message.id)).toMatchObject({ class: "reply", row: `R#${message.id}`, waiting_reason: null });
    expect(world.person()).toMatchObject({ waiting: 0 });
  });

  it("never moves the reply window back when older messages come late", async () => {
    const world = await messageWorld();
    const now = world.clock.now();
    await world.write("New", { written_at: now });

    await world.write("Old", { written_at: new Date(now.getTime() - 86_400_000) });

    expect(world.person()?.last_in_at).toBe(now.toISOString());
  });

  it("is not stored by a task that another has taken over from", async () => {
    const world = await messageWorld();
    await raiseFence(world.table, INSTANCE);

    await expect(world.write("Hi")).rejects.toThrow(FenceLost);
    expect(world.messages()).toEqual([]);
  });

  it("takes the session's own record of the plaintext away once it is stored, also when it is known already", async () => {
    const world = await messageWorld();
    const journal = { pk: "J", sk: "1" };
    for (const _time of ["first", "redelivered"]) {
      await world.table.write({ put: { ...journal } });
      await world.write("Hi", { network_id: "3EB0CC", journal: { delete: journal } });
      expect(world.table.peek(journal)).toBeNull();
    }
    expect(world.messages()).toHaveLength(1);
  });

  it("is stored once when its task dies before it took that record away: whoever reads the record again does", async () => {
    const world = await messageWorld();
    const journal = { pk: "J", sk: "1" };
    await world.table.write({ put: { ...journal } });
    const dies = world.table.withHook((operation, phase) => {
      const takesAway = operation.kind === "write" && operation.writes.some((write) => "delete" in write);
      if (phase === "before" && takesAway) throw new Error("The process is gone.");
    });
    const incoming = { network_id: "3EB0CC", journal: { delete: journal } };
    await expect(world.write("Hi", incoming, dies)).rejects.toThrow("gone");
    expect(world.messages()).toHaveLength(1);
    expect(world.table.peek(journal)).not.toBeNull();

    await world.write("Hi", incoming);

    expect(world.table.peek(journal)).toBeNull();
    expect(world.messages()).toHaveLength(1);
    expect(world.events()).toHaveLength(1);
  });
});

describe("the network's word on a message", () => {
  const written = (world: MessageWorld) => world.events().filter(({ type }) => type === "message.status").length;

  it("is recorded although another task has taken over, while that one has not spoken of the message", async () => {
    const world = await messageWorld();
    const message = await started(world);
    await receipt(world, "sent");
    await raiseFence(world.table, INSTANCE);

    await receipt(world, "delivered");

    expect(world.message(message.id)).toMatchObject({ status: "delivered" });
    expect(written(world)).toBe(2);
  });

  it("is refused from a task that another has taken over from and overtaken, and is told once", async () => {
    const world = await messageWorld();
    const message = await started(world);
    await receipt(world, "sent");
    const fence = await raiseFence(world.table, INSTANCE);
    const about = { ...world.own, network_id: ENCODED.network_id, at: world.clock.now() };
    await recordReceipt(world.deps, { ...about, fence, kind: "delivered" });

    await expect(receipt(world, "read")).rejects.toThrow(FenceLost);
    await receipt(world, "delivered");

    expect(world.message(message.id)).toMatchObject({ status: "delivered", fence });
    expect(written(world)).toBe(2);
  });

  it("is refused while the message holds the slot, from a task that another has taken over from", async () => {
    const world = await messageWorld();
    const message = await started(world);
    await raiseFence(world.table, INSTANCE);

    await expect(receipt(world, "delivered")).rejects.toThrow(FenceLost);
    await expect(failMessage(world.deps, world.own, message, null, "no_receipt")).rejects.toThrow(FenceLost);

    expect(world.message(message.id)).toMatchObject({ status: "queued", step: "sending" });
    expect(world.sending().slots).toMatchObject([{ slot: 1, message_id: message.id }]);
  });

  it("is told with what the message is by then, and reads nothing of what this process wrote itself", async () => {
    const world = await messageWorld();
    await started(world);
    const read = vi.spyOn(world.table, "get");
    const isOfMessage = ({ pk }: { pk: string }) => pk.endsWith("#MSG") || pk.endsWith("#NET");

    await receipt(world, "sent");
    expect(read.mock.calls.filter(([key]) => isOfMessage(key))).toEqual([]);
    const named = { ...world.own, network_id: ENCODED.network_id, author: "out", at: world.clock.now(), journal: null };
    await recordEdit(world.deps, { ...named, text: "Hello again" });
    await receipt(world, "delivered");

    expect(world.events().at(-1)).toMatchObject({ data: { status: "delivered", body: "Hello again" } });
    expect(world.messages()).toMatchObject([{ status: "delivered", body: "Hello again" }]);
  });

  it("comes to nothing when the message is gone, also for whoever remembers it", async () => {
    const world = await messageWorld();
    const message = await started(world);
    await receipt(world, "sent");
    await world.table.write({ delete: keys.message(ACCOUNT, message.id) });

    await receipt(world, "delivered");

    expect(world.messages()).toEqual([]);
    expect(written(world)).toBe(1);
  });
});

describe("a message that goes", () => {
  it("is not begun by a task that another has taken over from, although nothing else has moved", async () => {
    const world = await messageWorld();
    await world.send("Hello");
    const [row] = world.rows();
    await raiseFence(world.table, INSTANCE);
    const stored = world.messages()[0] as MessageRecord; // sent a line ago

    await expect(startWaiting(world.deps, world.own, row as LaneRow, stored, ENCODED)).rejects.toThrow(FenceLost);
    expect(world.messages()).toMatchObject([{ step: "waiting", network_id: null }]);
  });

  it("leaves the lane for a slot, with the id and bytes of every later repeat", async () => {
    const world = await messageWorld();

    const message = await started(world);

    expect(message).toMatchObject({ status: "queued", step: "sending", row: null, ...ENCODED });
    expect(world.rows()).toEqual([]);
    expect(world.sending()).toMatchObject({ slots: [{ slot: 1, message_id: message.id }], rev: 1 });
    expect(world.person()).toMatchObject({ waiting: 0 });
  });

  it("is never two at once: a second start on the same look is refused", async () => {
    const world = await messageWorld();
    await world.send("One");
    await world.send("Two");
    const [one, two] = world.rows();
    const sending = world.sending();
    if (!one || !two) throw new Error("Two rows were expected.");
    const messageOf = (id: unknown) => world.message(String(id)) as MessageRecord; // both were accepted above

    const results = await Promise.all([
      startWaiting(world.deps, world.own, one, messageOf(one.message_id), ENCODED, sending),
      startWaiting(
        world.deps,
        world.own,
        two,
        messageOf(two.message_id),
        { ...ENCODED, network_id: "3EB0DD" },
        sending,
      ),
    ]);

    expect(results.toSorted()).toEqual([false, true]);
    expect(world.rows()).toHaveLength(1);
  });

  it("is sent, delivered and read with one event each, in order; repeats change nothing", async () => {
    const world = await messageWorld();
    const message = await started(world);

    for (const kind of ["sent", "sent", "delivered", "sent", "read", "delivered", "read"] as const) {
      await receipt(world, kind);
    }

    expect(world.events().map((event) => event.data.status)).toEqual(["sent", "delivered", "read"]);
    expect(world.message(message.id)).toMatchObject({ status: "read", step: "done" });
    expect(world.sending().slots).toEqual([]);
  });

  it("passes every status with its own event when the read receipt comes first", async () => {
    const world = await messageWorld();
    await started(world);

    await receipt(world, "read");

    expect(world.events().map((event) => event.data.status)).toEqual(["sent", "delivered", "read"]);
    expect(world.sending().slots).toEqual([]);
  });

  it("fails with its reason and its event, and frees the slot", async () => {
    const world = await messageWorld();
    const message = await started(world);

    expect(await failMessage(world.deps, world.own, message, null, "no_receipt")).toBe("done");
    await receipt(world, "delivered");

    expect(world.message(message.id)).toMatchObject({ status: "failed", error_code: "no_receipt" });
    expect(world.events().map((event) => event.data.status)).toEqual(["failed"]);
    expect(world.sending().slots).toEqual([]);
  });

  it("fails while it waits without leaving its row or its person's count behind", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Hello");
    const [row] = world.rows();
    const stored = world.message(message.id);
    if (!row || !stored) throw new Error("Nothing was accepted.");

    expect(await failMessage(world.deps, world.own, stored, row, "waited_too_long")).toBe("done");

    expect(world.rows()).toEqual([]);
    expect(world.person()).toMatchObject({ waiting: 0 });
    expect(world.message(message.id)).toMatchObject({ status: "failed", error_code: "waited_too_long" });
  });
});

describe("a scheduled message", () => {
  it("waits under its time, then is queued in the class its person is in then", async () => {
    const world = await messageWorld();
    const sendAt = new Date(world.clock.now().getTime() + 3_600_000);
    const { message } = await world.send("Later", { send_at: sendAt });
    expect(message).toMatchObject({ status: "scheduled", waiting_reason: "scheduled" });
    const [row] = world.rows();
    expect(row?.sk).toBe(`S#${sendAt.toISOString()}#${message.id}`);

    await world.write("Hi");
    const stored = world.message(message.id);
    if (!row || !stored) throw new Error("Nothing was scheduled.");
    expect(await releaseScheduled(world.deps, world.own, row, stored)).toBe("done");

    expect(world.message(message.id)).toMatchObject({ status: "queued", class: "reply" });
    expect(world.rows().map((one) => one.sk)).toEqual([`R#${message.id}`]);
  });
});
