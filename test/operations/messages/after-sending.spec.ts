import { describe, expect, it } from "vitest";
import type { MediaContent, PollContent } from "../../../core/domain/messages/message-content.ts";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import { cancelMessage } from "../../../core/operations/messages/cancel-message.ts";
import { changeMessage } from "../../../core/operations/messages/change-message.ts";
import { releaseScheduled } from "../../../core/operations/sending/move-waiting.ts";
import type { Encoded } from "../../../core/operations/sending/start-message.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import type { TableHook } from "../../support/memory-table.ts";
import { ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { startWaiting } from "../../support/start-waiting.ts";

const ENCODED: Encoded = {
  network_id: "3EB0AA",
  network_chat: `${ANA}@s.whatsapp.net`,
  network_bytes: new Uint8Array([1]),
};
const IMAGE: MediaContent = {
  kind: "image",
  file: { url: "https://files.example.com/a.png" },
  mimetype: "image/png",
  filename: null,
  caption: "Old",
  voice: false,
  mentions: [],
};

const found = (world: MessageWorld, message: MessageRecord) => ({ message, instance: world.instance });
const stored = (world: MessageWorld, id: string) => world.message(id) as MessageRecord; // it was accepted above
const messageRows = (world: MessageWorld) => world.rows().filter((row) => !row.sk.startsWith("C#"));

/** Starts the message in the first row, as the session would. */
async function start(world: MessageWorld): Promise<boolean> {
  const [row] = messageRows(world);
  if (!row) return false;
  const message = stored(world, String(row.message_id));
  return startWaiting(world.deps, world.own, row, message, ENCODED);
}

/** Returns dependencies whose table runs `interrupt` right before the first transaction. */
function interrupted(world: MessageWorld, interrupt: () => Promise<unknown>) {
  let done = false;
  const hook: TableHook = async (operation, phase) => {
    if (done || phase !== "before" || operation.kind !== "transact") return;
    done = true;
    await interrupt();
  };
  return { ...patient(world), table: world.table.withHook(hook) };
}

/**
 * Makes each wait end immediately. Otherwise, waiting for a started message would take forever, because the clock is
 * stopped.
 */
function patient({ deps, clock }: MessageWorld) {
  const waited = { now: () => clock.now(), until: async (time: Date) => clock.moveTo(time) };
  return { ...deps, clock: waited };
}

describe("cancelling", () => {
  it("ends a queued message as failed, cancelled, with its event, and takes it out of the lane", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Hello");

    const cancelled = await cancelMessage(world.deps, found(world, message));

    expect(cancelled).toMatchObject({ outcome: "cancelled", message: { status: "failed", error_code: "cancelled" } });
    expect(stored(world, message.id)).toMatchObject({
      error: "Cancelled before it was sent.",
      step: "done",
      row: null,
    });
    expect(world.rows()).toEqual([]);
    expect(world.person()).toMatchObject({ waiting: 0 });
    expect(world.events().map(({ type, data }) => [type, data.status, data.error_code])).toEqual([
      ["message.status", "failed", "cancelled"],
    ]);
    expect(world.deliveries()).toHaveLength(1);
  });

  it("takes a scheduled message away; its event still says so", async () => {
    const world = await messageWorld();
    const later = new Date(world.clock.now().getTime() + 3_600_000);
    const { message } = await world.send("Hello", { send_at: later });

    expect((await cancelMessage(world.deps, found(world, message))).outcome).toBe("removed");

    expect(stored(world, message.id)).toMatchObject({ removed: true });
    expect(world.rows()).toEqual([]);
    expect(world.events()[0]?.data).toMatchObject({ status: "failed", error_code: "cancelled" });
  });

  it("never answers cancelled for a message that has begun meanwhile", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Hello");
    const deps = interrupted(world, () => start(world));

    await expect(cancelMessage(deps, found(world, message))).rejects.toMatchObject({ code: "conflict" });

    expect(stored(world, message.id)).toMatchObject({ status: "queued", step: "sending" });
    expect(world.events()).toEqual([]);
  });

  it("keeps a start that comes a moment later from sending it", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Hello");
    const [row] = world.rows();
    const sending = world.sending();

    await cancelMessage(world.deps, found(world, message));

    expect(await startWaiting(world.deps, world.own, row as LaneRow, message, ENCODED, sending)).toBe(false);
    expect(world.sending().slots).toEqual([]);
  });

  it("of racing cancels and starts, exactly one wins", async () => {
    for (let round = 0; round < 20; round++) {
      const world = await messageWorld();
      const { message } = await world.send("Hello");
      const order = round % 2 === 0 ? [cancel, begin] : [begin, cancel];
      const [first, second] = await Promise.all(order.map((one) => one(world, message)));
      expect([first, second].toSorted()).toEqual([false, true]);
    }
    async function cancel(world: MessageWorld, message: MessageRecord) {
      return cancelMessage(patient(world), found(world, message)).then(
        () => true,
        () => false,
      );
    }
    function begin(world: MessageWorld) {
      return start(world);
    }
  });

  it("follows a message that has become a reply meanwhile", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Later", { send_at: new Date(world.clock.now().getTime() + 1_000) });
    const deps = interrupted(world, async () => {
      const [row] = messageRows(world);
      await world.write("Hi");
      await releaseScheduled(world.deps, world.own, row as LaneRow, message);
    });

    expect((await cancelMessage(deps, found(world, message))).outcome).toBe("cancelled");

    expect(messageRows(world)).toEqual([]);
    expect(world.person()?.waiting ?? 0).toBe(0);
  });

  it("refuses one that was given back after it may have reached the network", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Hello");
    await world.table.write({ update: keys.message(message.account_id, message.id), set: { network_id: "3EB0BB" } });

    const cancel = cancelMessage(world.deps, found(world, stored(world, message.id)));

    await expect(cancel).rejects.toMatchObject({ code: "conflict" });
  });

  it.each([
    [
      "older than 2 days",
      async (world: MessageWorld) => {
        const message = await world.sent("Hello");
        world.clock.moveTo(new Date(world.clock.now().getTime() + 2 * 86_400_000 + 1_000));
        return message;
      },
    ],
    [
      "that failed",
      async (world: MessageWorld) => {
        const { message } = await world.send("Hello");
        return (await cancelMessage(world.deps, found(world, message))).message;
      },
    ],
    [
      "somebody else wrote",
      async (world: MessageWorld) => {
        await world.write("Hi");
        return world.messages()[0] as MessageRecord;
      },
    ],
  ])("refuses one %s with 409", async (_what, make) => {
    const world = await messageWorld();
    const message = await make(world);
    await expect(cancelMessage(world.deps, found(world, message))).rejects.toMatchObject({ status: 409 });
  });
});

describe("changing a message that waits", () => {
  it("sends the new text: a start on the old one is refused", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Old");
    const [row] = world.rows();

    const changed = await changeMessage(world.deps, found(world, message), { text: "New" });

    expect(changed).toMatchObject({ editing: false, message: { body: "New", text_version: 1 } });
    expect(changed.message.content).toMatchObject({ kind: "text", text: "New" });
    expect(await startWaiting(world.deps, world.own, row as LaneRow, message, ENCODED)).toBe(false);
    expect(await start(world)).toBe(true);
  });

  it("answers 409 when it has begun meanwhile: the old text goes", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Old");
    const deps = interrupted(world, () => start(world));

    await expect(changeMessage(deps, found(world, message), { text: "New" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(stored(world, message.id)).toMatchObject({ body: "Old", step: "sending" });
  });

  it("has a file prepared again for its new caption", async () => {
    const world = await messageWorld();
    const { message } = await world.send("", { content: IMAGE });
    const [row] = world.rows();
    expect(row).toMatchObject({ needs_prepare: true });
    await world.table.write({ update: { pk: String(row?.pk), sk: String(row?.sk) }, set: { needs_prepare: false } });

    await changeMessage(world.deps, found(world, message), { text: "New" });

    expect(world.rows()[0]).toMatchObject({ needs_prepare: true });
    expect(stored(world, message.id)).toMatchObject({ body: "New", network_bytes: null });
  });

  it("refuses another time for one that is queued, a text for a poll and a caption that is too long", async () => {
    const world = await messageWorld();
    const poll: PollContent = { kind: "poll", name: "Which?", options: ["a", "b"], multiple_answers: false };
    const queued = (await world.send("Hello")).message;
    const asked = (await world.send("", { content: poll })).message;
    const image = (await world.send("", { content: IMAGE })).message;
    const change = (message: MessageRecord, to: { text?: string; send_at?: Date | null }) =>
      changeMessage(world.deps, found(world, message), to);

    await expect(change(queued, { send_at: null })).rejects.toMatchObject({ code: "conflict" });
    await expect(change(asked, { text: "New" })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(change(image, { text: "x".repeat(1_025) })).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("changing a scheduled message", () => {
  const at = (world: MessageWorld, seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);

  it("moves it to another time, with another text", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Old", { send_at: at(world, 3_600) });
    const sooner = at(world, 60);

    const { message: moved } = await changeMessage(world.deps, found(world, message), {
      text: "New",
      send_at: sooner,
    });

    expect(moved).toMatchObject({ status: "scheduled", body: "New" });
    expect(world.rows()).toHaveLength(1);
    expect(world.rows()[0]).toMatchObject({ sk: moved.row, due: sooner.toISOString() });
    expect(world.wakes.length).toBeGreaterThan(1);
  });

  it("to the time it has already changes nothing else", async () => {
    const world = await messageWorld();
    const sendAt = at(world, 3_600);
    const { message } = await world.send("Old", { send_at: sendAt });
    const { message: same } = await changeMessage(world.deps, found(world, message), { send_at: sendAt });
    expect(same).toMatchObject({ row: message.row, send_at: message.send_at });
    expect(world.rows()).toHaveLength(1);
  });

  it("with a null time queues it now, in the class its person is in", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Hello", { send_at: at(world, 3_600) });
    await world.write("Hi");

    const { message: now } = await changeMessage(world.deps, found(world, message), { send_at: null });

    expect(now).toMatchObject({ status: "queued", class: "reply", send_at: null });
    expect(messageRows(world).map((row) => row.sk)).toEqual([`R#${message.id}`]);
  });

  it("is exact when its time comes at the same moment", async () => {
    const world = await messageWorld();
    const { message } = await world.send("Hello", { send_at: at(world, 1) });
    const deps = interrupted(world, async () => {
      await releaseScheduled(world.deps, world.own, world.rows()[0] as LaneRow, message);
    });

    await expect(changeMessage(deps, found(world, message), { send_at: at(world, 900) })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(world.rows().map((row) => row.sk)).toEqual([`F#${message.id}`]);
    expect(world.person(), INSTANCE).toMatchObject({ waiting: 1 });
  });
});
