import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { chatState } from "../../../core/domain/chats/chat-state.ts";
import { endOfSecond } from "../../../core/domain/chats/message-place.ts";
import { mirrorChat } from "../../../core/operations/chats/mirror-chat.ts";
import { writeFigures } from "../../../core/operations/figures/count-figures.ts";
import type { SendRequest } from "../../../core/operations/messages/plan-acceptance.ts";
import { recordReceipt } from "../../../core/operations/receiving/record-receipt.ts";
import { type Relayed, relayedNow } from "../../../core/records/chats/came-lately.ts";
import type { ChatFields } from "../../../core/records/chats/chat-fields.ts";
import { readFigures } from "../../../core/records/figures.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Key, Table } from "../../../core/store/table.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { startWaiting } from "../../support/start-waiting.ts";

const GROUP = "120363020000000001@g.us";
const ANNA = "usr_01JD3X4Y5Z6A7B8C9D0E1F2G3H";

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld(null);
});

const pass = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
/** Sets our clock back. The network's clock goes on. */
function setBack(ms: number): void {
  const { clock } = world;
  world.deps.clock = { now: () => new Date(clock.now().getTime() - ms), until: async () => undefined };
}
/** Hands a message to the network. */
const leaves = () => relayedNow(world.table, world.deps.clock.now());
const nowMs = () => world.clock.now().getTime();
/** Returns the network's current time, in whole seconds. @param behindMs how far its clock is behind ours. */
const networkTime = (behindMs = 0) => new Date(Math.floor((nowMs() - behindMs) / 1000) * 1000);
const theyWrite = (text: string, change: Parameters<MessageWorld["write"]>[1] = {}) =>
  world.write(text, { written_at: networkTime(), ...change });
const lastOf = (text: string) => world.messages().find(({ body }) => body === text)?.id;
const stored = (place: Key) => world.table.peek(place) as ChatFields & Key;
const ana = () => stored(keys.person(INSTANCE, ANA));
const shown = (chat = ana()) => chatState(chat, world.clock.now());

/** Starts a message. Returns a function that records its acknowledgement later, as seen through `seenBy`. */
async function start(change: Partial<SendRequest> = {}) {
  const { message } = await world.send("Answer", change);
  const [row] = world.rows();
  if (!row) throw new Error("The message does not wait.");
  const network_id = `3EB0${randomBytes(8).toString("hex")}`;
  const encoded = { network_id, network_chat: message.chat_id ?? "", network_bytes: new Uint8Array([1]) };
  await startWaiting(world.deps, world.own, row, message, encoded);
  const record = async (known: { relayed?: Relayed; at?: Date } = {}, seenBy: Table = world.table) => {
    const at = world.deps.clock.now();
    const receipt = { ...world.own, network_id, kind: "sent", at, ...known } as const;
    await recordReceipt({ ...world.deps, table: seenBy }, receipt);
  };
  return { message, record };
}

/** Sends a message that the network accepts now but only acknowledges when the returned function is called. */
async function relay(change: Partial<SendRequest> = {}) {
  const { message, record } = await start(change);
  pass(700); // "typing…"
  const relayed = leaves();
  return { message, relayed, acknowledge: () => record({ relayed }) };
}

describe("a message that comes before the acknowledgement of ours", () => {
  it.each([
    ["in the same second", 0],
    ["by a clock that is seconds behind ours", 4_000],
    ["by a clock that is ahead of ours", -4_000],
  ])("is not answered by it and is the chat's last, written %s", async (_, behindMs) => {
    await theyWrite("Hi", { written_at: networkTime(behindMs) });
    pass(3_000);
    const { acknowledge } = await relay();
    pass(40);
    await theyWrite("At once", { written_at: networkTime(behindMs) });
    pass(200);
    await acknowledge();

    expect(shown()).toMatchObject({ waiting: true, unread_count: 1 });
    expect(ana().last_id).toBe(lastOf("At once"));
  });

  it("begins a wait of its own, and ours counts as the answer to the wait before", async () => {
    await theyWrite("Hi");
    pass(90_000);
    const { acknowledge } = await relay({ origin: "panel", user_id: ANNA });
    pass(40);
    await theyWrite("At once");
    const sinceMs = nowMs();
    pass(40);
    await theyWrite("And more");
    pass(200);
    await acknowledge();
    await writeFigures(world.deps, INSTANCE);

    expect(ana()).toMatchObject({ waiting_since_ms: sinceMs, received: 3, read_to: 1 });
    const { days } = await readFigures(world.table, INSTANCE, "2026-01-01", "2027-12-31");
    const [sums] = days.filter(({ user }) => user === ANNA).map((day) => day.sums);
    expect(sums).toMatchObject({ an: 1, as: expect.closeTo(90.7, 0) });
  });

  it("leaves the chat as if it had come after the acknowledgement", async () => {
    const fields = ["waiting_since_ms", "received", "read_to", "last_ms", "handled_by"] as const;
    const ends = [];
    for (const isEarly of [true, false]) {
      world = await messageWorld(null);
      await theyWrite("Hi");
      pass(2_100);
      const { acknowledge } = await relay({ origin: "panel" });
      if (!isEarly) await acknowledge();
      pass(40);
      await theyWrite("At once");
      if (isEarly) await acknowledge();
      ends.push({
        ...Object.fromEntries(fields.map((field) => [field, ana()[field]])),
        isTheirs: ana().last_id === lastOf("At once"),
      });
    }
    expect(ends[0]).toEqual(ends[1]);
  });

  it.each([1, 25])("waits for the team if the menu answered before, also as one of %i", async (count) => {
    await theyWrite("Hi");
    await world.table.write({
      update: keys.person(INSTANCE, ANA),
      set: { handled_by: "menu" },
      remove: ["waiting_since_ms"],
    });
    const { acknowledge } = await relay({ origin: "panel" });
    pass(40);
    for (let n = 0; n < count; n++) await theyWrite(`At once ${n}`);
    expect(shown().waiting).toBe(false);
    await acknowledge();

    expect(ana().handled_by).toBe("team");
    expect(shown()).toMatchObject({ waiting: true, unread_count: count === 1 ? 1 : count + 1 });
  });

  it("stays unread in a group", async () => {
    const toGroup = { chat_id: GROUP, participant: ANA };
    await theyWrite("Hi all", toGroup);
    const { acknowledge } = await relay({ to: null, chat_id: GROUP });
    pass(40);
    await theyWrite("At once", toGroup);
    await acknowledge();

    expect(stored(keys.group(INSTANCE, GROUP))).toMatchObject({ received: 2, read_to: 1, last_id: lastOf("At once") });
  });

  it("stays unread with all that came with it, however many those were", async () => {
    await theyWrite("Hi");
    const { acknowledge } = await relay();
    for (let n = 0; n < 25; n++) {
      pass(40);
      await theyWrite(`At once ${n}`);
    }
    await acknowledge();

    expect(shown().waiting).toBe(true);
    expect(shown().unread_count).toBeGreaterThanOrEqual(25);
  });

  it("is not answered even if it was written long before and came late", async () => {
    await theyWrite("Hi");
    const { acknowledge, relayed } = await relay();
    pass(40);
    await theyWrite("Held by the network", { written_at: networkTime(3_600_000) });
    await acknowledge();

    expect(shown()).toMatchObject({ waiting: true, unread_count: 1 });
    expect(ana().last_ms).toBeGreaterThanOrEqual(relayed.at.getTime());
  });

  it("is not answered if our clock was set back in between", async () => {
    await theyWrite("Hi");
    pass(3_000);
    const { acknowledge } = await relay();
    setBack(3_600_000);
    pass(40);
    await theyWrite("At once");
    pass(200);
    await acknowledge();

    expect(shown()).toMatchObject({ waiting: true, unread_count: 1 });
  });

  it("is answered by our next message", async () => {
    await theyWrite("Hi");
    const first = await relay();
    pass(40);
    await theyWrite("At once");
    await first.acknowledge();
    pass(40);
    const next = await relay();
    await next.acknowledge();

    expect(shown()).toMatchObject({ waiting: false, unread_count: 0 });
    expect(ana().last_id).toBe(next.message.id);
  });

  it.each([
    ["0.2 s later: where it was relayed", 200, 0],
    ["a minute later: where open pages still look for it", 60_000, 55_000],
  ])("is placed, if nothing came and it is acknowledged %s", async (_, afterMs, placedMs) => {
    const { message, relayed, acknowledge } = await relay();
    pass(afterMs);
    await acknowledge();
    expect(ana()).toMatchObject({ last_id: message.id, last_ms: relayed.at.getTime() + placedMs });
  });

  it("is deleted with the chat on the phone, which has it in the second in which the network took it", async () => {
    await theyWrite("Hi");
    pass(9_250);
    const { relayed, acknowledge } = await relay();
    pass(100); // into the next second
    await acknowledge();
    const address = `${ANA}@s.whatsapp.net`;
    const chat = { kind: "person", key: ANA, phone: ANA, chat_id: address, phone_chat_id: address } as const;
    const up_to_ms = endOfSecond(relayed.at.getTime());
    expect(nowMs()).toBeGreaterThan(up_to_ms);
    await mirrorChat(world.deps, world.own, chat, { kind: "delete", up_to_ms }, world.clock.now());

    expect(ana().hidden_ms).toBe(nowMs());
  });

  it("changes nothing if the acknowledgement is recorded twice", async () => {
    await theyWrite("Hi");
    const { message, relayed, acknowledge } = await relay();
    pass(40);
    await theyWrite("At once");
    await acknowledge();
    const before = ana();
    const unrecorded = { status: message.status, step: "sending", sent_at: null };
    await world.table.write({ update: keys.message(ACCOUNT, message.id), set: unrecorded });
    const { network_id } = world.message(message.id) as MessageRecord;
    const at = world.clock.now();
    const again = {
      ...world.own,
      network_id: network_id ?? "",
      kind: "sent",
      at,
      acknowledged_at: at,
      relayed,
    } as const;
    const restarted = world.table.withHook(() => {});
    await recordReceipt({ ...world.deps, table: restarted }, again);

    expect(world.message(message.id)).toMatchObject({ status: "sent" });
    expect(ana()).toMatchObject({ last_id: before.last_id, read_to: 1, waiting_since_ms: before.waiting_since_ms });
  });
});

describe("a message that comes before ours, which is still on its way", () => {
  it("is answered by it, although both are of one second", async () => {
    await theyWrite("Hi");
    const { message, record } = await start();
    pass(300);
    await theyWrite("While we type");
    pass(300);
    await record({ relayed: leaves() });

    expect(shown()).toMatchObject({ waiting: false, unread_count: 0 });
    expect(ana().last_id).toBe(message.id);
  });

  it("is answered by it if our clock was set back in between", async () => {
    await theyWrite("Hi");
    pass(3_000);
    setBack(3_600_000);
    const { acknowledge } = await relay();
    pass(200);
    await acknowledge();

    expect(shown()).toMatchObject({ waiting: false, unread_count: 0 });
  });

  it.each([
    ["behind", 600_000],
    ["ahead of", -600_000],
  ])("is answered by it if only a receipt says that ours left, by a clock far %s ours", async (_, behindMs) => {
    await theyWrite("Hi", { written_at: networkTime(behindMs) });
    pass(5_000);
    const { message, record } = await start();
    pass(2_000);
    await record({ at: networkTime(behindMs) });

    expect(shown()).toMatchObject({ waiting: false, unread_count: 0 });
    expect(ana().last_id).toBe(message.id);
  });
});

describe("an answer typed on the phone", () => {
  const typed = (secondsAgo: number) =>
    world.write("Typed", { from_me: true, written_at: networkTime(secondsAgo * 1_000) });

  it("that comes late, behind what was written after it, ends the wait before and not the one behind it", async () => {
    await theyWrite("Hi");
    pass(10_000);
    await theyWrite("Thanks, and one more thing");
    await typed(5);

    expect(shown().waiting).toBe(true);
    expect(ana()).toMatchObject({
      waiting_since_ms: nowMs(),
      last_id: lastOf("Thanks, and one more thing"),
    });
  });

  it("and older than all that waits ends no wait", async () => {
    pass(20_000);
    await theyWrite("Hi");
    const sinceMs = nowMs();
    pass(10_000);
    await theyWrite("Anybody there?");
    await typed(15);

    expect(ana().waiting_since_ms).toBe(sinceMs);
  });
});

describe("a message that comes between the death of the process that sent ours and its repeat", () => {
  it.each([
    ["in the same second", 100],
    ["minutes later", 120_000],
  ])("is not answered by the repeat, %s", async (_, afterMs) => {
    await theyWrite("Hi");
    pass(2_000);
    const { record } = await start();
    pass(afterMs);
    await theyWrite("At once");
    pass(60_000);
    const heir = world.table.withHook(() => {}); // another process, which remembers nothing
    await record({}, heir);

    expect(shown().waiting).toBe(true);
    expect(shown().unread_count).toBeGreaterThan(0);
    expect(ana().last_id).toBe(lastOf("At once"));
  });

  it("is not read by the repeat if the dead process stored it, and its successor another one", async () => {
    await theyWrite("Hi");
    pass(2_000);
    const { record } = await start();
    pass(100);
    await theyWrite("Before the death");
    const heir = world.table.withHook(() => {});
    pass(60_000);
    await world.write("After it", { written_at: networkTime() }, heir);
    pass(1_000);
    await record({}, heir);

    expect(shown().waiting).toBe(true);
    expect(shown().unread_count).toBeGreaterThanOrEqual(2);
    expect(ana().last_id).toBe(lastOf("After it"));
  });

  it("is answered if an earlier version started ours, which did not note when", async () => {
    await theyWrite("Hi");
    pass(2_000);
    const { message, record } = await start();
    await world.table.write({ update: keys.message(ACCOUNT, message.id), set: {}, remove: ["started_ms"] });
    pass(2_000);
    await record(
      {},
      world.table.withHook(() => {}),
    );

    expect(shown()).toMatchObject({ waiting: false, unread_count: 0 });
    expect(ana().last_id).toBe(message.id);
  });
});
