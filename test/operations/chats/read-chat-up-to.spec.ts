import { beforeEach, describe, expect, it } from "vitest";
import { chatState } from "../../../core/domain/chats/chat-state.ts";
import { readChatUpTo } from "../../../core/operations/chats/read-chat-up-to.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import type { ChatFields } from "../../../core/records/chats/chat-fields.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Key } from "../../../core/store/table.ts";
import { ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const GROUP = "120363020000000001@g.us";
const HIDDEN = "88000111@lid";
const BOB = "5511977770002";

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
});

const stored = (place: Key) => world.table.peek(place) as ChatFields & Key;
const unread = (place = keys.person(INSTANCE, ANA)) => chatState(stored(place), world.clock.now()).unread_count;
const step = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));
const read = (network_id: string, table = world.table) =>
  readChatUpTo({ table }, world.own, { person: ANA, chat_id: `${ANA}@s.whatsapp.net`, network_id, author: ANA });

describe("a chat that is read on the phone", () => {
  beforeEach(async () => {
    for (const network_id of ["3EB01", "3EB02", "3EB03"]) {
      await world.write("Hi", { network_id });
      step(1);
    }
  });

  it("is read up to that message: what came later is unread", async () => {
    expect(await read("3EB02")).toBe(true);
    expect(unread()).toBe(1);
    expect(await read("3EB03")).toBe(true);
    expect(unread()).toBe(0);
    await world.write("And?");
    expect(unread()).toBe(1);
  });

  it("is read once: an older receipt, the same again and one of an unknown message change nothing", async () => {
    await read("3EB02");
    const before = stored(keys.person(INSTANCE, ANA));
    expect(await read("3EB01")).toBe(true);
    expect(await read("3EB02")).toBe(true);
    expect(await read("3EB0UNKNOWN")).toBe(false);
    expect(stored(keys.person(INSTANCE, ANA))).toEqual(before);
    const nobody = { person: BOB, chat_id: `${BOB}@s.whatsapp.net`, network_id: "3EB01", author: BOB };
    expect(await readChatUpTo(world, world.own, nobody)).toBe(false);
    expect(stored(keys.person(INSTANCE, BOB))).toBeNull();
  });

  it("still waits for an answer, and keeps a mark as unread", async () => {
    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { marked_unread: true } });
    await read("3EB03");
    expect(chatState(stored(keys.person(INSTANCE, ANA)), world.clock.now())).toMatchObject({
      waiting: true,
      unread_count: 1,
    });
  });

  it("is read whole with the last message, in whatever order they came", async () => {
    await world.write("Late", { network_id: "3EB00", written_at: new Date(world.clock.now().getTime() - 60_000) });
    await read("3EB03");
    expect(unread()).toBe(0);
  });

  it("while a message comes in: that one is unread", async () => {
    let isFirst = true;
    const slow = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "write" || phase === "after" || !isFirst) return;
      isFirst = false;
      await world.write("Meanwhile");
    });
    expect(await read("3EB03", slow)).toBe(true);
    expect(unread()).toBe(1);
  });

  it("by two at once: the one that read less far takes nothing back", async () => {
    let isFirst = true;
    const slow = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "write" || phase === "after" || !isFirst) return;
      isFirst = false;
      await read("3EB03");
    });
    expect(await read("3EB01", slow)).toBe(true);
    expect(unread()).toBe(0);
  });

  it("is the phone's chat when the message was written from a private id that became this phone", async () => {
    await world.write("Hidden", { chat_id: HIDDEN, phone: null, person: HIDDEN, network_id: "3EB0H" });
    await mergePerson(world.deps, world.own, { phone: ANA, private_id: HIDDEN });
    expect(unread()).toBe(4);
    const chat = { person: HIDDEN, chat_id: HIDDEN, network_id: "3EB0H", author: HIDDEN };
    expect(await readChatUpTo(world, world.own, chat)).toBe(true);
    expect(unread()).toBe(0);
  });
});

describe("a group that is read on the phone", () => {
  it("is read up to that message of one of its members", async () => {
    const group = keys.group(INSTANCE, GROUP);
    const inGroup = { chat_id: GROUP, phone: null };
    await world.write("One", { ...inGroup, participant: ANA, network_id: "3EB01" });
    await world.write("Two", { ...inGroup, participant: BOB, person: BOB, network_id: "3EB01" });
    await world.write("Three", { ...inGroup, participant: ANA, network_id: "3EB03" });
    const upTo = (network_id: string, author: string) =>
      readChatUpTo(world, world.own, { person: null, chat_id: GROUP, network_id, author });
    await upTo("3EB01", BOB);
    expect(unread(group)).toBe(1);
    await upTo("3EB03", ANA);
    expect(unread(group)).toBe(0);
  });
});
