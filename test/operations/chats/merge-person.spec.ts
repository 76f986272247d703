import { beforeEach, describe, expect, it } from "vitest";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { turnIntoReply } from "../../../core/operations/sending/move-waiting.ts";
import { noteHandler } from "../../../core/records/answers/chat-state.ts";
import { listEntry, waitingEntry } from "../../../core/records/chats/chat-fields.ts";
import type { ContactRecord } from "../../../core/records/chats/contact.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { handleRecheck } from "../../../session-service/lane/handle-recheck.ts";
import type { LaneMemory } from "../../../session-service/lane/lane-memory.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { lastBreath } from "../../support/last-breath.ts";
import { ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { startWaiting } from "../../support/start-waiting.ts";
import { stillClock } from "../../support/test-clock.ts";

const HIDDEN = "88000000000001@lid";
/** Ana's number without its ninth digit. */
const SHORT = "551177770001";
const BY_PHONE = `${ANA}@s.whatsapp.net`;

/** Ana's other name before the merge, what her record keeps of it, and what stays stored under it. */
const NAMES = [
  { kind: "a private id", name: HIDDEN, kept: { private_id: HIDDEN, chat_id: HIDDEN }, left: {} },
  {
    kind: "another form of the number",
    name: SHORT,
    kept: { chat_id: BY_PHONE, form: "" },
    left: { named_ms: stillClock().now().getTime() },
  },
] as const;
type Name = (typeof NAMES)[number];
const chatOf = (name: string) => (name.includes("@") ? name : `${name}@s.whatsapp.net`);

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
});

const mergeOf =
  (name: string) =>
  (table: Table = world.table) =>
    mergePerson({ ...world.deps, table }, world.own, { phone: ANA, private_id: name });
const stored = (person: string): Record<string, unknown> => {
  const { pk: _, sk: __, ...fields } = world.table.peek(keys.person(INSTANCE, person)) ?? { pk: "", sk: "" };
  return fields;
};
const put = (person: string, record: PersonRecord) =>
  world.table.write({ put: { ...keys.person(INSTANCE, person), ...record } });
const putContact = (person: string, record: ContactRecord) =>
  world.table.write({ put: { ...keys.contact(INSTANCE, person), ...record } });
const label = (id: number, count: number) =>
  world.table.write({ put: { ...keys.label(INSTANCE, id), id, name: `Label ${id}`, color: 0, count } });
const labelled = (id: number) => world.table.partition(keys.labelled(INSTANCE, id, "").pk).map(({ sk }) => sk);
const chatState = (person: string) => world.table.peek(keys.chatState(INSTANCE, person));
const inList = async (pk: string, index: "by_instance" | "by_phone") =>
  (await world.table.query({ pk, index, limit: 100 })).items.map(({ sk }) => sk);

/**
 * Creates two chats. Ana's chat under her phone number has labels 1 and 2. Her chat under the other name is archived,
 * has labels 2 and 3, was taken over by the team, and contains the latest message.
 */
async function twoChats(name: string): Promise<void> {
  for (const id of [1, 2, 3]) await label(id, id === 2 ? 2 : 1);
  for (const id of [1, 2]) await world.table.write({ put: { ...keys.labelled(INSTANCE, id, ANA) } });
  for (const id of [2, 3]) await world.table.write({ put: { ...keys.labelled(INSTANCE, id, name) } });
  await put(ANA, {
    chat_id: `${ANA}@s.whatsapp.net`,
    phone: ANA,
    name: "Ana of the shop",
    contact_name: "Old Ana",
    last_in_at: "2026-11-20T10:00:00.000Z",
    last_in_id: "3EB0A",
    first_in_at: "2026-11-01T10:00:00.000Z",
    first_out_day: "2026-11-02",
    first_out_at: "2026-11-02T10:00:00.000Z",
    last_id: "msg_a",
    last_ms: 1_000,
    received: 3,
    read_to: 2,
    labels: [1, 2],
    pinned_ms: 5,
    waiting_since_ms: 900,
    ...listEntry(INSTANCE, 1_000, "msg_a"),
    ...waitingEntry(INSTANCE, 900, ANA),
  } as PersonRecord);
  await put(name, {
    chat_id: chatOf(name),
    name: "Ana Ltd",
    verified: "shown",
    contact_name: "Ana",
    last_in_at: "2026-11-20T11:00:00.000Z",
    last_in_id: "3EB0B",
    first_in_at: "2026-10-30T10:00:00.000Z",
    first_out_day: "2026-11-01",
    first_out_at: "2026-11-01T09:00:00.000Z",
    last_id: "msg_b",
    last_ms: 2_000,
    received: 4,
    labels: [2, 3],
    archived: true,
    blocked: true,
    handled_by: "team",
    waiting_since_ms: 800,
    ...listEntry(INSTANCE, 2_000, "msg_b"),
    ...waitingEntry(INSTANCE, 800, name),
  } as PersonRecord);
  await putContact(ANA, { saved_by: "phone", name: "Ana of the shop in the long street" });
  await putContact(name, { verified_name: "Ana Ltd", business: true });
  await world.table.write(noteHandler(INSTANCE, name, "team"));
}

const unitedOf = ({ kept }: Name) => ({
  ...kept,
  phone: ANA,
  name: "Ana of the shop",
  verified: "behind",
  contact_name: "Ana",
  last_in_at: "2026-11-20T11:00:00.000Z",
  last_in_id: "3EB0B",
  first_in_at: "2026-10-30T10:00:00.000Z",
  first_out_day: "2026-11-01",
  first_out_at: "2026-11-01T09:00:00.000Z",
  last_id: "msg_b",
  last_ms: 2_000,
  received: 7,
  read_to: 2,
  labels: [1, 2, 3],
  labels_rev: 1,
  archived: true,
  blocked: true,
  handled_by: "team",
  waiting_since_ms: 800,
  ...listEntry(INSTANCE, 2_000, "msg_b"),
  ...waitingEntry(INSTANCE, 800, ANA),
});

/**
 * Returns what is left under the other name. The count of label changes stays, so that a process that loaded the labels
 * before the merge can't change any.
 */
const leftOf = ({ left }: Name) => ({ ...left, merged_into: ANA, labels_rev: 1 });

async function expectOneChat(one: Name): Promise<void> {
  expect(stored(ANA)).toEqual(unitedOf(one));
  expect(stored(one.name)).toEqual(leftOf(one));
  expect([chatState(ANA)?.handled_by, chatState(one.name)]).toEqual(["team", null]);
  expect(await inList(lists.chatsOfInstance(INSTANCE), "by_instance")).toEqual([ANA]);
  expect(await inList(lists.waitingChats(INSTANCE), "by_phone")).toEqual([ANA]);
  expect([1, 2, 3].map(labelled)).toEqual([[ANA], [ANA], [ANA]]);
  expect([1, 2, 3].map((id) => world.table.peek(keys.label(INSTANCE, id))?.count)).toEqual([1, 1, 1]);
  expect(world.table.peek(keys.contact(INSTANCE, ANA))).toMatchObject({
    saved_by: "phone",
    name: "Ana of the shop in the long street",
    verified_name: "Ana Ltd",
    business: true,
  });
  expect(world.table.peek(keys.contact(INSTANCE, one.name))).toBeNull();
}

describe.each(NAMES)("two chats of one person, of whom one is under $kind,", (one) => {
  const { name } = one;
  const merge = mergeOf(name);

  it("become one, with the labels, the names and the place of both", async () => {
    await twoChats(name);
    await merge();
    await expectOneChat(one);
    await merge();
    await expectOneChat(one);
  });

  it("are two or one whenever this process dies, never something between, and one after the next try", async () => {
    for (let death = 0, isOver = false; !isOver; death++) {
      world = await messageWorld();
      await twoChats(name);
      const before = world.table.all();
      isOver = await lastBreath(world.table, death, merge);
      const isMerged = stored(name).merged_into !== undefined;
      if (!isMerged) expect(world.table.all()).toEqual(before);
      await merge();
      await expectOneChat(one);
    }
  });

  const RACES: [string, () => Promise<unknown>, object][] = [
    [
      "a text to the other name",
      () => set(name, { received: 5, last_id: "msg_c", last_ms: 3_000 }),
      { received: 8, last_id: "msg_c" },
    ],
    ["a text to the phone", () => set(ANA, { received: 4, last_id: "msg_c", last_ms: 3_000 }), { received: 8 }],
    ["a read", () => set(name, { read_to: 4 }), { read_to: 6 }],
    ["an archive", () => set(name, { pinned_ms: 7 }), { pinned_ms: 7 }],
    ["a block", () => set(ANA, { blocked: true }), { blocked: true }],
    ["a name", () => set(ANA, { name: "Ana of the market" }), { name: "Ana of the market" }],
  ];
  const set = (person: string, fields: object) =>
    world.table.write({ update: keys.person(INSTANCE, person), set: { ...fields } });

  it.each(RACES)("take %s with them that comes between reading and writing", async (_, race, expected) => {
    await twoChats(name);
    let isDone = false;
    const between = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "transact" || phase !== "before" || isDone) return;
      isDone = true;
      await race();
    });
    await merge(between);
    expect(isDone).toBe(true);
    expect(stored(ANA)).toMatchObject(expected);
    expect(stored(name)).toEqual(leftOf(one));
  });

  it("become one although a label that both name is gone", async () => {
    await twoChats(name);
    await world.table.write({ delete: keys.label(INSTANCE, 2) });
    await merge();
    expect(world.table.peek(keys.label(INSTANCE, 2))).toBeNull();
    expect(labelled(2)).toEqual([ANA]);
  });

  it("that are both deleted stay out of the lists; a name that nobody wrote with leaves the chat as it is", async () => {
    await put(ANA, { last_id: "msg_a", last_ms: 1_000, hidden_ms: 1_500 });
    await put(name, { last_id: "msg_b", last_ms: 1_200, hidden_ms: 1_700 });
    await merge();
    expect(stored(ANA)).toMatchObject({ hidden_ms: 1_700, last_id: "msg_b" });
    expect(await inList(lists.chatsOfInstance(INSTANCE), "by_instance")).toEqual([]);
  });
});

describe("two chats of one person", () => {
  it("lose the reply window to nobody when the private id is another phone's later", async () => {
    await twoChats(HIDDEN);
    await mergeOf(HIDDEN)();
    const other = "5511977770002";
    await mergePerson(world.deps, world.own, { phone: other, private_id: HIDDEN });
    expect(stored(other)).toEqual({ phone: other, private_id: HIDDEN });
    expect(stored(ANA)).toEqual(unitedOf(NAMES[0]));
  });
});

describe.each(NAMES)("what waits for $kind", ({ name }) => {
  const merge = mergeOf(name);
  const long = () => new Date(world.clock.now().getTime() - 2 * 86_400_000);
  const otherSide = { chat_id: chatOf(name), phone: name === HIDDEN ? null : name, person: name };
  const sendThere = (text: string) => world.send(text, { to: null, chat_id: chatOf(name) });
  const waiting = () => [name, ANA].map((person) => stored(person).waiting ?? 0);
  const rowsOf = (person: string) => world.rows().filter((row) => row.sk.startsWith("K#") && row.person === person);
  const recheck = async () => {
    const [look] = world.rows().filter((row) => row.sk === `C#merged-${name}`);
    const session = {} as SessionPort; // a look at a person asks nothing of the session
    const memory = {} as LaneMemory; // nor of what the lane does beside
    if (look) await handleRecheck(world.deps, world.own, session, memory, look);
    return look !== undefined;
  };

  it("goes over by the lane when the process dies before it moved, whichever write was its last", async () => {
    for (let death = 0, isOver = false; !isOver; death++) {
      world = await messageWorld();
      await world.write("Under the other name", { ...otherSide, written_at: long() });
      for (const text of ["One", "Two"]) await sendThere(text);
      expect(waiting()).toEqual([2, 0]);

      isOver = await lastBreath(world.table, death, merge);
      const wasMerged = stored(name).merged_into !== undefined;

      // The merge isn't requested again, so only the lane's row can complete it.
      expect(await recheck()).toBe(wasMerged);
      if (!wasMerged) continue;
      expect(waiting()).toEqual([0, 2]);
      expect([rowsOf(name).length, rowsOf(ANA).length]).toEqual([0, 2]);
      const texts = world.messages().filter(({ direction }) => direction === "out");
      expect(texts.map(({ body, person }) => [body, person])).toEqual([
        ["One", ANA],
        ["Two", ANA],
      ]);
      expect(await recheck()).toBe(false);
    }
  });

  it("does not go on under the name that a look read before it moved", async () => {
    await world.write("Under the other name", { ...otherSide, written_at: long() });
    const { message } = await sendThere("Waits");
    const [row] = rowsOf(name);
    if (!row) throw new Error("It waits in no row.");
    await merge();

    const moved = world.message(message.id) ?? message;
    expect(moved.person).toBe(ANA);
    expect(await turnIntoReply(world.deps, world.own, row, moved)).toBe("moved");
    const encoded = { network_id: "3EB0", network_chat: chatOf(name), network_bytes: new Uint8Array([1]) };
    expect(await startWaiting(world.deps, world.own, row, moved, encoded)).toBe(false);
    expect(rowsOf(ANA)).toHaveLength(1);
  });

  it("is a reply now when they have just written by phone, and no reply when they have not", async () => {
    for (const [written_at, expected] of [
      [world.clock.now(), 0],
      [long(), 1],
    ] as const) {
      world = await messageWorld();
      await world.write("Under the other name", { ...otherSide, written_at: long() });
      await sendThere("Waits");
      await world.write("By phone", { written_at });
      await merge();
      await recheck();
      expect(waiting()).toEqual([0, expected]);
    }
  });
});

describe("who was new to the number today under another form of theirs", () => {
  const day = "2026-03-16";
  const isCounted = (person: string, by: string) =>
    world.table.write({ put: { ...keys.personDay(INSTANCE, day, person), message_id: by } });
  const counted = (person: string) => world.table.peek(keys.personDay(INSTANCE, day, person))?.message_id;

  it("is no new person under the network's, in that day's limit", async () => {
    await put(SHORT, { first_out_day: day, first_out_at: `${day}T09:00:00.000Z` });
    await isCounted(SHORT, "msg_a");

    await mergeOf(SHORT)();

    expect(counted(ANA)).toBe("msg_a");
  });

  it("stays counted by the first message under the network's, when both were", async () => {
    for (const person of [SHORT, ANA]) await put(person, { first_out_day: day, first_out_at: `${day}T09:00:00.000Z` });
    await isCounted(SHORT, "msg_a");
    await isCounted(ANA, "msg_b");

    await mergeOf(SHORT)();

    expect(counted(ANA)).toBe("msg_b");
  });
});
