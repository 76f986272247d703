import { beforeEach, describe, expect, it } from "vitest";
import { dropEarlierPhone } from "../../../core/operations/instances/drop-earlier-phone.ts";
import { listEntry } from "../../../core/records/chats/chat-fields.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { ANA, FENCE, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const PHONE = "5511988880000";
const OTHER = "5511988880001";
const GROUP = "120363000000000001@g.us";
const CHANNEL = "120363000000000002@newsletter";
const BEN = "5511977770002";

const CHAT = { last_id: "msg_1", last_ms: 1_000, received: 3, read_to: 1, ...listEntry(INSTANCE, 1_000, "msg_1") };
const PHONES = { archived: true, pinned_ms: 5, muted_until_ms: -1 };
const ANA_FACTS = { chat_id: `${ANA}@s.whatsapp.net`, phone: ANA, last_in_at: "2026-11-20T10:00:00.000Z", labels: [1] };

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
  const put = (place: { pk: string; sk: string }, fields: object) =>
    world.table.write({ put: { ...place, ...fields } });
  await put(keys.safety(INSTANCE), { rev: 1, linked_phone: PHONE });
  await put(keys.person(INSTANCE, ANA), {
    ...ANA_FACTS,
    ...CHAT,
    ...PHONES,
    name: "Ana saved",
    blocked: true,
    phone_chat_id: "88@lid",
  });
  const label = { color: 0, synced: true, changed_ms: 5 };
  await put(keys.labels(INSTANCE), { rev: 1, last: 3 });
  await put(keys.label(INSTANCE, 1), { ...label, id: 1, name: "Own", count: 2, phone_id: "7" });
  await put(keys.label(INSTANCE, 2), { ...label, id: 2, name: "Phone's", count: 0, phone_id: "8", from_phone: true });
  await put(keys.label(INSTANCE, 3), { ...label, id: 3, name: "Deleted", count: 0, phone_id: "9", deleted_ms: 5 });
  for (const chat of [ANA, GROUP]) await put(keys.labelled(INSTANCE, 1, chat), {});
  await put(keys.contact(INSTANCE, ANA), { saved_by: "phone", name: "Ana saved with her whole name", rev: 1 });
  await put(keys.person(INSTANCE, BEN), { phone: BEN, name: "Ben named here" });
  await put(keys.contact(INSTANCE, BEN), { saved_by: "api", rev: 1 });
  await put(keys.group(INSTANCE, GROUP), { ...CHAT, ...PHONES, name: "Team", labels: [1] });
  await put(keys.groupText(INSTANCE, GROUP), { id: "D1", body: "Only work" });
  await put(keys.groupMembers(INSTANCE, GROUP, 1), { members: [[ANA]], rev: 1 });
  await put(keys.channel(INSTANCE, CHANNEL), { ...CHAT, name: "News" });
});

const forget = (phone: string, table: Table = world.table, isOver = () => false) =>
  dropEarlierPhone({ table, clock: world.clock }, world.own, phone, isOver);
const stored = (place: { pk: string; sk: string }): Record<string, unknown> => {
  const { pk: _, sk: __, ...fields } = world.table.peek(place) ?? { pk: "", sk: "" };
  return fields;
};

describe("a phone that is linked after another one", () => {
  const NOTHING_LEFT = { ...ANA_FACTS, ...CHAT };

  it("finds people, their messages and labels, and names given here; nothing that only the other phone said", async () => {
    await forget(OTHER);
    expect(stored(keys.person(INSTANCE, ANA))).toEqual(NOTHING_LEFT);
    expect(stored(keys.contact(INSTANCE, ANA))).toEqual({ rev: 2 });
    expect(stored(keys.person(INSTANCE, BEN))).toEqual({ phone: BEN, name: "Ben named here" });
    expect(world.table.peek(keys.group(INSTANCE, GROUP))).toBeNull();
    expect(world.table.partition(keys.groupText(INSTANCE, GROUP).pk)).toEqual([]);
    expect(world.table.peek(keys.channel(INSTANCE, CHANNEL))).toBeNull();
  });

  it("finds our own labels, which it does not know yet, and none of the other phone's", async () => {
    await forget(OTHER);
    const label = (id: number) => stored(keys.label(INSTANCE, id));
    expect(label(1)).toEqual({ id: 1, name: "Own", color: 0, count: 1, synced: false, changed_ms: 5 });
    expect(world.table.partition(keys.labelled(INSTANCE, 1, "").pk).map(({ sk }) => sk)).toEqual([ANA]);
    expect(label(2)).toMatchObject({ deleted_ms: world.clock.now().getTime() });
    for (const id of [2, 3]) expect(label(id)).not.toHaveProperty("phone_id");
    // The instance's owner removes the label from chats.
    expect(world.table.peek(keys.labels(INSTANCE))?.removing).toEqual([2]);
    const before = world.table.all();
    await forget(OTHER);
    expect(world.table.all()).toEqual(before);
  });

  it("finds the same wherever the process died that forgot it", async () => {
    for (let death = 0, isOver = false; !isOver; death++) {
      let left = death;
      const mortal = world.table.withHook(({ kind }, phase) => {
        if ((kind === "write" || kind === "transact") && phase === "before" && left-- <= 0) throw new Error("It dies.");
      });
      isOver = await forget(OTHER, mortal).then(
        () => true,
        () => false,
      );
    }
    expect(stored(keys.person(INSTANCE, ANA))).toEqual(NOTHING_LEFT);
    expect(world.table.peek(keys.group(INSTANCE, GROUP))).toBeNull();
  });
});

describe("the same phone, linked again", () => {
  it("says anew what is archived, pinned and muted; everything else stays as it was", async () => {
    await forget(PHONE);
    const { archived: _, pinned_ms: __, muted_until_ms: ___, ...rest } = stored(keys.person(INSTANCE, ANA));
    expect(stored(keys.person(INSTANCE, ANA))).toEqual(rest);
    expect(rest).toMatchObject({ name: "Ana saved", blocked: true, phone_chat_id: "88@lid", ...CHAT });
    expect(stored(keys.group(INSTANCE, GROUP))).toEqual({ ...CHAT, name: "Team", labels: [1] });
    expect(stored(keys.channel(INSTANCE, CHANNEL))).toEqual({ ...CHAT, name: "News" });
  });
});

it("the first link forgets nothing", async () => {
  await world.table.write({ put: { ...keys.safety(INSTANCE), rev: 1 } });
  const before = world.table.all();
  await forget(OTHER);
  expect(world.table.all()).toEqual(before);
});

it("a task that has lost the instance forgets nothing, one that ends stops", async () => {
  await forget(OTHER, world.table, () => true);
  expect(stored(keys.person(INSTANCE, ANA))).toMatchObject(PHONES);
  await world.table.write({ update: keys.receiving(INSTANCE), set: { fence: FENCE + 1 } });
  await expect(forget(OTHER)).rejects.toThrow(FenceLost);
  expect(stored(keys.person(INSTANCE, ANA))).toMatchObject(PHONES);
});
