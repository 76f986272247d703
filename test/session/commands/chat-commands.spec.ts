import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatState } from "../../../core/domain/chats/chat-state.ts";
import { type GroupRecord, groupRecords } from "../../../core/records/chats/group.ts";
import type { ChatPlace } from "../../../core/records/chats/stored-chat.ts";
import type { ChatCommand } from "../../../core/records/command.ts";
import { raiseFence } from "../../../core/records/fence.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { InstanceSession } from "../../../session-service/session/session.ts";
import { phoneSettings } from "../../network/support/phone-settings.ts";
import { ANA, at, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SendingWorld } from "../support/sending-world.ts";
import { ACCOUNT } from "../support/session-world.ts";

const SETTINGS = "w:sync:app:state";

describe("what is done to a chat", () => {
  let sending: SendingWorld;
  let group: string;
  beforeAll(async () => {
    sending = await SendingWorld.create();
    const { sandbox } = sending.world.stage;
    ({ chat_id: group } = await sandbox.newGroup({ subject: "Tea", owner: ANA, participants: [OLGA, BEN] }));
    await write(ANA);
    await write(BEN);
    await write(ANA, group);
  });
  afterAll(() => sending.tearDown());

  const olga = () => phoneSettings(sending.world.stage.sandbox, OLGA);
  const person = (phone: string): ChatPlace => ({ type: "person", key: phone });
  const perform = (command: ChatCommand, session = sending.session) => session.perform(command);
  const change = (phone: string, asked: Extract<ChatCommand, { kind: "change_chat" }>["change"]) =>
    perform({ kind: "change_chat", chat: person(phone), change: asked });
  const stored = (phone: string) =>
    sending.world.table.peek(keys.person(sending.instance, phone)) as PersonRecord | null;
  const unread = ({ received = 0, read_to = 0 }: PersonRecord | GroupRecord) => received - read_to;
  const onGroup = async () => (await groupRecords.read(sending.world.table, sending.instance, group)) ?? {};

  /** Has a person write to Olga or to a group. @returns the stored message. */
  async function write(from: string, chat?: string) {
    const where = chat === undefined ? { to: OLGA } : { chat_id: chat };
    const { id } = await sending.world.stage.sandbox.write(from, { ...where, text: "Hello" });
    return sending.received(id);
  }

  it("shows on the phone and here, and what the phone does afterwards too", async () => {
    expect(await change(ANA, { pinned: true, muted_until_ms: -1, unread: true })).toEqual({ ok: true });
    expect(await olga().chat(ANA)).toMatchObject({ pinned: true, muted_until: "forever", unread: true });
    expect(stored(ANA)).toMatchObject({ muted_until_ms: -1, marked_unread: true, pinned_ms: expect.any(Number) });

    expect(await change(ANA, { archived: true, muted_until_ms: null })).toEqual({ ok: true });
    expect(await olga().chat(ANA)).toMatchObject({ archived: true, pinned: false, muted_until: null });
    expect(stored(ANA)).toMatchObject({ archived: true });
    expect(stored(ANA)).not.toHaveProperty("pinned_ms");

    expect(await change(ANA, { pinned: true })).toEqual({ ok: true });
    expect(await olga().chat(ANA)).toMatchObject({ archived: false, pinned: true });
    expect(stored(ANA)).not.toHaveProperty("archived");

    const inAnHour = new Date(Math.floor(sending.world.clock.now().getTime() / 1000) * 1000 + 3_600_000);
    expect(await change(ANA, { muted_until_ms: inAnHour.getTime(), unread: false })).toEqual({ ok: true });
    expect(Date.parse((await olga().chat(ANA))?.muted_until ?? "")).toBe(inAnHour.getTime());
    expect([stored(ANA)?.muted_until_ms, unread(stored(ANA) ?? {})]).toEqual([inAnHour.getTime(), 0]);

    await olga().change(ANA, { pinned: false });
    await expect.poll(() => stored(ANA)).not.toHaveProperty("pinned_ms");
  });

  it("is archived on the phone while a message comes: both show, and the chat stands in the list once", async () => {
    const { read_to = 0, received = 0 } = stored(ANA) ?? {};
    await Promise.all([olga().change(ANA, { archived: true }), write(ANA)]);

    await expect.poll(() => stored(ANA)).toMatchObject({ archived: true, read_to, received: received + 1 });
    const list = { pk: lists.chatsOfInstance(sending.instance), index: "by_instance", limit: 100 } as const;
    const { items } = await sending.world.table.query(list);
    expect(items.filter(({ sk }) => sk === ANA)).toHaveLength(1);
    expect(await change(ANA, { archived: false })).toEqual({ ok: true });
  });

  it("counts what is unread after a mark, a read, an answer and a deletion", async () => {
    const chat = person(BEN);
    const shown = () => chatState(stored(BEN) ?? {}, sending.world.clock.now()).unread_count;
    expect(await change(BEN, { unread: true })).toEqual({ ok: true });
    await write(BEN);
    await write(BEN);
    expect([shown(), await perform({ kind: "read_chat", chat }), shown()]).toEqual([3, { ok: true }, 0]);
    expect(await change(BEN, { unread: true })).toEqual({ ok: true });
    expect(shown()).toBe(1);
    await sending.text(BEN, "We come back to you");
    await expect.poll(shown).toBe(0);
    await write(BEN);
    expect([shown(), await perform({ kind: "delete_chat", chat }), shown()]).toEqual([1, { ok: true }, 0]);
    await write(BEN);
    expect(shown()).toBe(1);
  });

  it("a group's chat is changed by its id", async () => {
    const chat: ChatPlace = { type: "group", key: group };
    expect(await perform({ kind: "change_chat", chat, change: { archived: true } })).toEqual({ ok: true });
    const shown = (await olga().chats()).find(({ chat_id }) => chat_id === group);
    expect([shown, await onGroup()]).toMatchObject([{ archived: true }, { archived: true }]);
  });

  it("goes through when others change the same settings, and is given up after three tries", async () => {
    const { sandbox, network } = sending.world.stage;
    await sandbox.fault({ kind: "conflict_settings", times: 2 });
    expect(await change(BEN, { archived: true })).toEqual({ ok: true });

    await sandbox.fault({ kind: "conflict_settings", times: 3 });
    const answer = await change(BEN, { archived: false });
    expect(answer).toMatchObject({ ok: false, code: "messenger_unavailable", status: 503 });
    expect([await olga().chat(BEN), stored(BEN)]).toMatchObject([{ archived: true }, { archived: true }]);
    expect(network.log()).not.toContain("wrong_");
  });

  it("says what was changed before the network refused the rest", async () => {
    const { sandbox } = sending.world.stage;
    const refusal = { kind: "refuse_queries", code: 403, namespace: SETTINGS };
    using _refusing = whenStored("archived", () => sandbox.fault({ ...refusal, for_seconds: 600 }));
    const answer = await change(BEN, { archived: false, muted_until_ms: -1 });
    await sandbox.fault({ ...refusal, for_seconds: 0 });

    expect(answer).toMatchObject({
      ok: false,
      code: "messenger_refused",
      message: expect.stringMatching(/: archived\.$/),
    });
    expect(await olga().chat(BEN)).toMatchObject({ archived: false, muted_until: null });
    expect(stored(BEN)).not.toHaveProperty("archived");
    expect(stored(BEN)).not.toHaveProperty("muted_until_ms");
  });

  it("says when the network does not answer where to look, and nothing is half done", async () => {
    const { sandbox } = sending.world.stage;
    await sandbox.fault({ kind: "silent_queries", xmlns: SETTINGS, for_seconds: 600 });
    const answer = await change(BEN, { archived: true, muted_until_ms: -1 });
    await sandbox.fault({ kind: "silent_queries", xmlns: SETTINGS, for_seconds: 0 });

    const message = expect.stringContaining("Check with GET");
    expect(answer).toMatchObject({ ok: false, code: "messenger_unavailable", status: 503, message });
    expect(await olga().chat(BEN)).toMatchObject({ archived: false, muted_until: null });
    expect(stored(BEN)).not.toHaveProperty("archived");
  });

  it("pins three chats and refuses the fourth", async () => {
    const pinned = ["15550009001", "15550009002", "15550009003"];
    for (const phone of pinned) {
      await sending.world.table.write({ put: { ...keys.person(sending.instance, phone), pinned_ms: 1 } });
    }
    expect(await change(ANA, { pinned: true })).toMatchObject({ ok: false, code: "conflict" });
    expect(await olga().chat(ANA)).toMatchObject({ pinned: false });

    await sending.world.table.write({ delete: keys.person(sending.instance, pinned[0] ?? "") });
    expect(await change(ANA, { pinned: true, muted_until_ms: null })).toEqual({ ok: true });
    expect(await change(ANA, { pinned: true })).toEqual({ ok: true });
  });

  it("is read: here, on the phone, and for whoever wrote", async () => {
    const asked = [await write(BEN), await write(BEN), await write(BEN)];
    expect(unread(stored(BEN) ?? {})).toBeGreaterThanOrEqual(3);

    expect(await perform({ kind: "read_chat", chat: person(BEN) })).toEqual({ ok: true });

    expect([unread(stored(BEN) ?? {}), (await olga().chat(BEN))?.unread]).toEqual([0, false]);
    const seen = async () => Promise.all(asked.map(async (one) => (await sending.seen(BEN, one))?.status));
    await expect.poll(seen).toEqual(["read", "read", "read"]);
  });

  it("is read in a group: each writer is told", async () => {
    const byAna = await write(ANA, group);
    const byBen = await write(BEN, group);
    expect(await perform({ kind: "read_chat", chat: { type: "group", key: group } })).toEqual({ ok: true });

    expect(unread(await onGroup())).toBe(0);
    await expect.poll(async () => (await sending.seen(ANA, byAna))?.status).toBe("read");
    await expect.poll(async () => (await sending.seen(BEN, byBen))?.status).toBe("read");
  });

  it("shows that somebody types, records, and stopped", async () => {
    const shown = async (who: string) => {
      const path = `/phones/${who}/typing`;
      const { data } = await sending.world.stage.sandbox.request<{ data: Record<string, string>[] }>("GET", path);
      return data.filter(({ from }) => from === OLGA).map(({ chat_id, state }) => [chat_id, state]);
    };
    for (const [state, sign] of [
      ["typing", "composing"],
      ["recording", "recording"],
      ["paused", "paused"],
    ] as const) {
      expect(await perform({ kind: "show_typing", chat: person(ANA), state })).toEqual({ ok: true });
      await expect.poll(() => shown(ANA)).toContainEqual([at(OLGA), sign]);
    }
    await perform({ kind: "show_typing", chat: { type: "group", key: group }, state: "typing" });
    await expect.poll(() => shown(BEN)).toContainEqual([group, "composing"]);
  });

  it("is deleted: gone from the phone and the list, and back with the next message", async () => {
    await write(BEN);
    const { last_in_at, received } = stored(BEN) ?? {};
    expect(await perform({ kind: "delete_chat", chat: person(BEN) })).toEqual({ ok: true });

    expect(await olga().chat(BEN)).toBeUndefined();
    const deleted = stored(BEN) ?? {};
    expect(deleted).toMatchObject({ hidden_ms: expect.any(Number), last_in_at, received, read_to: received });
    expect(deleted).not.toHaveProperty("gsi2pk");

    await write(BEN);
    await eventually("the chat to be back", () => stored(BEN)?.hidden_ms === undefined);
    expect(unread(stored(BEN) ?? {})).toBe(1);
    expect(stored(BEN)).toHaveProperty("gsi2pk");
  });

  it("refuses a chat that is gone", async () => {
    const chat = person("15550007777");
    expect(await perform({ kind: "read_chat", chat })).toMatchObject({ ok: false, code: "chat_not_found" });
  });

  it("needs the keys of the phone's settings: without them it is to be tried again in half a minute", async () => {
    const { sandbox } = sending.world.stage;
    await sandbox.fault({ kind: "withhold_settings_keys", for_seconds: 600 });
    const instance = await sending.world.addInstance("Keyless");
    await sending.world.link(instance, BEN);
    await sandbox.write(ANA, { to: BEN, text: "Hello" });
    const place = keys.person(instance, ANA);
    await eventually("the chat", () => sending.world.table.peek(place) !== null);

    const command = { kind: "change_chat", chat: person(ANA), change: { archived: true } } as const;
    const answer = await sending.sessionOf(instance).perform(command);

    expect(answer).toMatchObject({ code: "messenger_unavailable", status: 503, retry_after_sec: 30 });
    expect(sending.world.table.peek(place)).not.toHaveProperty("archived");
  });

  it("is stored by the next owner when the process dies after the network took it", async () => {
    const { world, instance, session } = sending;
    const reached = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const dying = whenStored("archived", () => {
      reached.resolve();
      return end.promise;
    });
    void change(ANA, { archived: true });
    await reached.promise;
    session.abandon();
    dying[Symbol.dispose]();
    expect([stored(ANA)?.archived, (await olga().chat(ANA))?.archived]).toEqual([undefined, true]);

    await raiseFence(world.table, instance);
    const fence = Number(world.table.peek(keys.receiving(instance))?.fence);
    const next = new InstanceSession(world.deps(), { instance_id: instance, account_id: ACCOUNT, fence }, () => true);
    await next.start(world.instance(instance));

    await eventually("the change to be stored", () => stored(ANA)?.archived === true);
    await next.stop();
    end.reject(new Error("That process is dead."));
  });

  /**
   * Calls `then` before each commit that changes this field of a chat. The commit waits for the promise returned by
   * `then`.
   */
  function whenStored(field: string, then: () => Promise<unknown>): Disposable {
    const { table } = sending.world;
    const { transact } = table;
    table.transact = async (writes, options) => {
      const isIt = writes.some((write) => "update" in write && (write.set?.[field] ?? write.remove?.includes(field)));
      if (isIt) await then();
      return transact.call(table, writes, options);
    };
    return { [Symbol.dispose]: () => Object.assign(table, { transact }) };
  }
});
