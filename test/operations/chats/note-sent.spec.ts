import { beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../core/contracts/message.ts";
import { chatState } from "../../../core/domain/chats/chat-state.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { noteSent } from "../../../core/operations/receiving/note-sent.ts";
import { recordReceipt } from "../../../core/operations/receiving/record-receipt.ts";
import type { ChatFields } from "../../../core/records/chats/chat-fields.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import type { IndexName, Key } from "../../../core/store/table.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const GROUP = "120363020000000001@g.us";
const CHANNEL = "120363030000000001@newsletter";
const HIDDEN = "88000111@lid";

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
});

const stored = (place: Key) => world.table.peek(place) as ChatFields & Key;
const ana = () => stored(keys.person(INSTANCE, ANA));
const shown = (chat: ChatFields) => chatState(chat, world.clock.now());
const step = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));
const listed = async (index: IndexName, pk: string) =>
  (await world.table.query({ pk, index, limit: 100 })).items.map(({ sk }) => sk);
const inWaiting = () => listed("by_phone", lists.waitingChats(INSTANCE));

describe("a message of ours that went", () => {
  it.each([
    ["api", false],
    ["panel", false],
    ["ai", false],
    ["otp", false],
    ["auto", true],
    ["broadcast", true],
  ] as const)("of origin %s is its chat's last; the person then waits: %s", async (origin, waiting) => {
    await world.write("Hi");
    step(5);
    const { message } = await world.send("Answer");
    const [row] = world.rows();
    if (!row) throw new Error("The answer does not wait.");
    // Set the origin directly, because this world only sends messages as the API does.
    await world.table.write({ update: keys.message(ACCOUNT, message.id), set: { origin } });
    await world.go(row, { ...message, origin: origin as Message["origin"] });

    expect(ana()).toMatchObject({ last_id: message.id, last_ms: world.clock.now().getTime() });
    expect(shown(ana())).toMatchObject({ waiting, unread_count: waiting ? 1 : 0 });
    expect(await inWaiting()).toEqual(waiting ? [ANA] : []);
    expect(await listed("by_instance", lists.chatsOfInstance(INSTANCE))).toEqual([ANA]);
  });

  it("to somebody new makes their chat, which keeps its id when they write from a private one", async () => {
    const { chat_id } = await world.sent("Hello", { origin: "api" });
    expect(ana()).toMatchObject({ chat_id, phone: ANA });
    await world.write("Hi", { chat_id: HIDDEN, private_id: HIDDEN });
    expect(ana()).toMatchObject({ chat_id, private_id: HIDDEN });
    expect(world.messages().at(-1)).toMatchObject({ chat_id });
  });

  it("reads a chat that was marked as unread", async () => {
    await world.write("Hi");
    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { marked_unread: true } });
    await world.sent("Answer");
    expect(shown(ana()).unread_count).toBe(0);
  });

  it("does not end the wait while it only waits itself", async () => {
    await world.write("Hi");
    await world.send("Answer");
    expect(shown(ana())).toMatchObject({ waiting: true, unread_count: 1 });
  });

  it("into a group or a channel is its last message, and reads the group", async () => {
    await world.write("Hi all", { chat_id: GROUP, participant: ANA });
    const inGroup = await world.sent("Good day", { to: null, chat_id: GROUP });
    const inChannel = await world.sent("News", { to: null, chat_id: CHANNEL });
    expect(stored(keys.group(INSTANCE, GROUP))).toMatchObject({ last_id: inGroup.id, received: 1, read_to: 1 });
    expect(stored(keys.channel(INSTANCE, CHANNEL))).toMatchObject({ last_id: inChannel.id });
    expect(await listed("by_instance", lists.chatsOfInstance(INSTANCE))).toEqual([GROUP, CHANNEL]);
  });

  it("to a private id that became a phone meanwhile is in the phone's chat", async () => {
    await world.write("Hidden", { chat_id: HIDDEN, phone: null, person: HIDDEN });
    const { message } = await world.send("Answer", { to: null, chat_id: HIDDEN });
    await mergePerson(world.deps, world.own, { phone: ANA, private_id: HIDDEN });
    await noteSent(world.deps, world.own, message, world.clock.now());
    expect(ana().last_id).toBe(message.id);
    expect(stored(keys.person(INSTANCE, HIDDEN)).last_id).not.toBe(message.id);
  });

  it("is told to its chat before its own record says so, by one plain write; the second time changes nothing", async () => {
    await world.write("Hi");
    const { message } = await world.send("Answer");
    const [row] = world.rows();
    if (!row) throw new Error("The answer does not wait.");
    const operations: TableOperation[] = [];
    const seen = world.table.withHook((operation, phase) => void (phase === "before" && operations.push(operation)));
    await world.go(row, message, seen);

    const writes = operations.filter(({ kind }) => kind === "write" || kind === "transact");
    expect(writes.map(({ kind }) => kind)).toEqual(["write", "transact"]);
    expect(writes[0]).toMatchObject({ writes: [{ update: keys.person(INSTANCE, ANA) }] });
    const before = ana();
    await noteSent(world.deps, world.own, message, world.clock.now());
    expect(ana()).toEqual(before);
  });

  it.each(["sent", "delivered"] as const)(
    "is told before a death, and once more with its receipt (%s)",
    async (kind) => {
      await world.write("Hi");
      const { message } = await world.send("Answer");
      const [row] = world.rows();
      if (!row) throw new Error("The answer does not wait.");
      const dying = world.table.withHook((operation, phase) => {
        const outcome = operation.kind === "transact" && phase === "before";
        if (outcome) throw new Error("The process died.");
      });
      await expect(world.go(row, message, dying)).rejects.toThrow("died");
      expect(world.message(message.id)).toMatchObject({ status: "queued", step: "sending" });
      expect(shown(ana())).toMatchObject({ waiting: false, unread_count: 0 });

      const startedMs = world.clock.now().getTime();
      step(3);
      const network_id = world.message(message.id)?.network_id ?? "";
      await recordReceipt(world.deps, { ...world.own, network_id, kind, at: world.clock.now() });
      expect(world.message(message.id)).toMatchObject({ status: kind });
      expect(ana()).toMatchObject({ last_id: message.id, last_ms: startedMs });
      expect(shown(ana())).toMatchObject({ waiting: false, unread_count: 0 });
      const told = world.events().map(({ data }) => data.status);
      expect(told).toEqual(["received", "sent", ...(kind === "sent" ? [] : [kind])]);
    },
  );

  it("goes although its chat changes all the time: the outcome is worth more", async () => {
    await world.write("Hi");
    const { message } = await world.send("Answer");
    const [row] = world.rows();
    if (!row) throw new Error("The answer does not wait.");
    const busy = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "write" || phase === "after") return;
      await world.table.write({ update: keys.person(INSTANCE, ANA), add: { received: 1 } });
    });
    await world.go(row, message, busy);
    expect(world.message(message.id)).toMatchObject({ status: "sent" });
    expect(ana().last_id).not.toBe(message.id);
  });

  it("is told to its chat once: the receipts that follow never touch it", async () => {
    await world.write("Hi");
    const message = await world.sent("Answer");
    const before = ana();
    step(5);
    for (const kind of ["delivered", "read"] as const) {
      const network_id = message.network_id ?? "";
      await recordReceipt(world.deps, { ...world.own, network_id, kind, at: world.clock.now() });
    }
    expect(world.message(message.id)).toMatchObject({ status: "read" });
    expect(ana()).toEqual(before);
  });
});
