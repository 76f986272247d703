import { describe, expect, it } from "vitest";
import { refusePacked } from "../../../core/aws/packed-items.ts";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import { requestImport } from "../../../core/operations/contacts/request-import.ts";
import { eraseStep } from "../../../core/operations/erasing/erase-step.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { erasureRecords } from "../../../core/records/erasure.ts";
import type { EventDraft } from "../../../core/records/event.ts";
import { eventRecord } from "../../../core/records/event.ts";
import { emptyMessage } from "../../../core/records/message.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { bucketOf, chatLane, endpointLane, instanceLane } from "../../../core/store/lane-names.ts";
import type { Item, Key, Table } from "../../../core/store/table.ts";
import type { MemoryTable } from "../../support/memory-table.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { startWaiting } from "../../support/start-waiting.ts";
import { ask, eraseAll } from "./erasing-world.ts";

const OTHER_FORM = "551177770001";
const HIDDEN = "987650001234567@lid";
const BEA = "5511977770002";
const ACTOR = { key_id: "key_1", source: "192.0.2.1" };
const GROUP = "120363000000000001@g.us";
/** Strings that must not be in any item once the erasure is complete. */
const TRACES = [ANA, OTHER_FORM, "987650001234567", "Ana", "secret of hers"];

type World = MessageWorld;
type Stored = Record<string, unknown>;

const seen = (item: unknown): string =>
  JSON.stringify(item, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value));
const traces = (world: World, table: MemoryTable = world.table) => [
  ...table
    .all()
    .filter((item) => TRACES.some((trace) => seen(item).includes(trace)))
    .map(({ pk, sk }) => `${pk} / ${sk}`),
  ...[...world.media.files].filter(([, { bytes }]) => TRACES.some((one) => bytes.includes(one))).map(([key]) => key),
];

const put = (world: World, item: Item) => world.table.write({ put: item });
async function store(world: World, name: string): Promise<Stored> {
  const about = { mimetype: "image/jpeg", filename: null, maxBytes: 100 };
  await world.media.put(name, Buffer.from(`picture of ${TRACES[4]}`), about);
  return { key: name, ...about, size_bytes: 10, sha256: "00", voice: false };
}

/**
 * Stores everything that can be stored about a person, with messages in both directions, in a group, waiting and
 * scheduled.
 */
async function fill(world: World): Promise<void> {
  const file = (await store(world, "received")) as never;
  const people = [{ phone: ANA, name: "Ana in a list" }];
  await requestImport(world.deps, { instance: world.instance, people, left_out: 0, actor: ACTOR });
  await world.write("secret of hers", { type: "image", file, private_id: HIDDEN });
  await world.sent("To Ana, the secret of hers");
  await world.write("secret of hers in a group", { chat_id: GROUP, participant: ANA, network_id: "3EB0GROUP" });
  await world.write("Bea here", { chat_id: GROUP, phone: BEA, person: BEA, participant: BEA, contact_name: "Bea" });
  await world.write("Bea writes", { chat_id: `${BEA}@s.whatsapp.net`, phone: BEA, person: BEA, contact_name: "Bea" });
  await world.send("It waits for Ana");
  await world.send("Later for Ana", { send_at: new Date(world.clock.now().getTime() + 3_600_000) });
  await world.send("It waits for Bea", { to: BEA });
  const quoted = {
    id: "3EB0OLD",
    author_id: `${ANA}@s.whatsapp.net`,
    author_phone: ANA,
    type: "text",
    body: TRACES[4],
  };
  const bea = { chat_id: GROUP, phone: BEA, person: BEA, participant: BEA, contact_name: "Bea" };
  await world.write("Bea quotes", { ...bea, details: { quoted } as never });
  const ofBea = world.messages().find(({ body }) => body === "Bea here");
  const marks = {
    reactions: [
      { by: ANA, emoji: "👍", at: "" },
      { by: BEA, emoji: "👍", at: "" },
    ],
    reactions_spilled: true,
  };
  await world.table.write({ update: keys.message(ACCOUNT, ofBea?.id ?? ""), set: marks });
  await fillRecords(world);
  await fillAccount(world, ofBea?.id ?? "");
  await fillBroadcast(world);
}

async function fillRecords(world: World): Promise<void> {
  const set = { labels: [1], assignee: "usr_1", opted_out_ms: 5, private_id: HIDDEN, form: "" };
  await world.table.write({ update: keys.person(INSTANCE, ANA), set });
  for (const name of [HIDDEN, OTHER_FORM]) await put(world, { ...keys.person(INSTANCE, name), merged_into: ANA });
  await put(world, { ...keys.label(INSTANCE, 1), id: 1, count: 1 });
  const picture = { picture: { key: "ana" } };
  await store(world, "ana");
  await put(world, { ...keys.contact(INSTANCE, ANA), name: "Ana", ...picture });
  const day = world.clock.now().toISOString().slice(0, 10);
  const plain = [
    keys.labelled(INSTANCE, 1, ANA),
    keys.assigned(INSTANCE, "usr_1", ANA),
    keys.note(INSTANCE, ANA, "note_1"),
    keys.note(INSTANCE, HIDDEN, "note_2"),
    keys.contactSync(INSTANCE, ANA),
    keys.checkedNumber(INSTANCE, OTHER_FORM),
    keys.labelChange(INSTANCE, ANA),
    keys.labelWait(INSTANCE, "7", HIDDEN),
    keys.personDay(INSTANCE, day, ANA),
    keys.chatState(INSTANCE, ANA),
    keys.laneRow(chatLane(INSTANCE, ANA), "T#msg_1"),
    keys.teamSign(INSTANCE, "2026-11-20T09:30:00.000Z", `#${ANA}`),
    keys.album(INSTANCE, `${ANA}@s.whatsapp.net||3EB0`),
    keys.statusView(INSTANCE, "sts_1", ANA),
  ];
  for (const key of plain) await put(world, { ...key });
  await put(world, { ...keys.status(INSTANCE, "sts_1") });
  await put(world, {
    ...keys.statusList(INSTANCE, "sts_1"),
    recipients: [ANA, BEA],
    listed: [`${ANA}@s.whatsapp.net`],
  });
  await put(world, { ...keys.call(INSTANCE, "call_1"), chat_id: HIDDEN, phone: null, from: HIDDEN });
  await put(world, { ...keys.command(INSTANCE, "cmd_1"), command: { kind: "set_blocked", person: ANA } });
}

async function fillAccount(world: World, ofBea: string): Promise<void> {
  await put(world, { ...keys.draft(ACCOUNT, "dft_1"), instance_id: INSTANCE, phone: ANA, chat_id: null });
  const otp = { gsi2pk: lists.otpsOfInstance(INSTANCE), gsi2sk: "otp_1", phone: OTHER_FORM };
  await put(world, { ...keys.otp(ACCOUNT, "otp_1"), ...otp });
  await put(world, { ...keys.activity(ACCOUNT, "act_1"), owner: INSTANCE, subject: ANA });
  const draft: EventDraft = {
    account_id: ACCOUNT,
    instance_id: INSTANCE,
    type: "message.reaction",
    data: { reacted: HIDDEN },
  };
  const event = eventRecord(world.deps, draft, world.clock.now());
  await put(world, { ...keys.event(ACCOUNT, event.id), ...event });
  await put(world, { ...keys.deliveryTry(ACCOUNT, "account", event.id, "2026"), answer: `We have ${ANA}` });
  await put(world, {
    ...keys.marks(INSTANCE, ofBea, "R", bucketOf(ANA, 64)),
    marks: { [ANA]: ["", "👍"] },
  });
}

async function fillBroadcast(world: World): Promise<void> {
  const left_out = { count: 1, reasons: {}, sample: [{ phone: ANA, reason: "duplicate" }] };
  const listed = { gsi2pk: lists.broadcastsOfInstance(INSTANCE), gsi2sk: "brd_1" };
  const broadcast = { id: "brd_1", account_id: ACCOUNT, instance_id: INSTANCE, gen: 1, left_out, ...listed };
  await put(world, { ...keys.broadcast(ACCOUNT, "brd_1"), ...broadcast });
  const person = (key: string, name: string) => ({ person: key, phone: key, chat_id: null, name, fields: {} });
  const people = [person(BEA, "Bea"), person(ANA, "Ana")];
  await put(world, { ...keys.broadcastPeople(INSTANCE, "brd_1", 1, 0), people });
  await put(world, {
    ...keys.broadcastGiven(INSTANCE, "brd_1", 1, 0),
    people: [{ phone: ANA, name: "Ana", fields: {} }],
  });
  await put(world, { ...keys.broadcastPage(INSTANCE, "brd_1", 1, 0), count: 2 });
  await put(world, { ...keys.broadcastSent(INSTANCE, "brd_1", ANA) });
}

/** Collects the keys of items in which a packed field was changed. Their packs still contain the old values. */
function changedPacks(world: World): { table: Table; places: Key[] } {
  const places: Key[] = [];
  const table = world.table.withHook((operation, phase) => {
    for (const write of phase === "before" && "writes" in operation ? operation.writes : []) {
      if (!("update" in write)) continue;
      try {
        refusePacked(write.update.pk, undefined, Object.keys(write.set ?? {}));
      } catch {
        places.push(write.update);
      }
    }
  });
  return { table, places };
}

describe("erasing a person's data", () => {
  it("leaves nothing of them in any item or file, but the hash of their opt-out, and all of others", async () => {
    const world = await messageWorld();
    await fill(world);
    expect(traces(world).length).toBeGreaterThan(25);

    expect(await ask(world)).toMatchObject({ state: "erasing" });
    const packed = changedPacks(world);
    await eraseAll(world, packed.table);

    expect(traces(world)).toEqual([]);
    expect(packed.places.filter((place) => world.table.peek(place) !== null)).toEqual([]);
    expect(world.table.partition(keys.keptOptOut(INSTANCE, "").pk)).toHaveLength(3);
    expect(world.messages().map(({ body }) => body)).toEqual([
      "Bea here",
      "Bea writes",
      "It waits for Bea",
      "Bea quotes",
    ]);
    expect(world.messages()[0]?.reactions).toEqual([{ by: BEA, emoji: "👍", at: "" }]);
    expect(world.table.peek(keys.label(INSTANCE, 1))).toMatchObject({ count: 0 });
    expect(world.table.peek(keys.statusList(INSTANCE, "sts_1"))).toMatchObject({ recipients: [BEA], listed: [] });
    expect(world.table.peek(keys.broadcastPage(INSTANCE, "brd_1", 1, 0))).toMatchObject({ count: 2, p01: "x" });
    expect(world.events().map(({ data }) => data.phone)).toEqual([BEA]);
  });

  it("takes events from the retries of their webhooks, so an attempt in progress has no row to store a response with", async () => {
    const world = await messageWorld();
    await fill(world);
    const lanes = ["account", INSTANCE].map((owner) => endpointLane(ACCOUNT, owner));
    const ofAna = world.table.partition(keys.event(ACCOUNT, "").pk).filter((event) => seen(event).includes(ANA));
    const row = (lane: string, id: string) => keys.laneRow(lane, `D#2026-11-20T09:30:00.000Z#${id}`);
    for (const lane of lanes)
      for (const id of [...ofAna.map(({ sk }) => sk), "evt_other"]) await put(world, { ...row(lane, id) });
    expect(ofAna.length).toBeGreaterThan(0);

    await ask(world);
    await eraseAll(world);

    const retries = lanes.flatMap((lane) => world.table.partition(lane).filter(({ sk }) => sk.startsWith("D#")));
    expect(retries).toMatchObject(lanes.map((lane) => row(lane, "evt_other")));
  });

  it("ends wherever the process that does it dies", async () => {
    const filled = await messageWorld();
    await fill(filled);
    await ask(filled);
    for (let deadly = 1, isOver = false; !isOver; deadly++) {
      const table = filled.table.fork();
      let writes = 0;
      const mortal = table.withHook(({ kind }, phase) => {
        const isWrite = kind !== "get" && kind !== "getMany" && kind !== "query";
        if (isWrite && phase === "after" && ++writes === deadly) throw new Error("It dies.");
      });
      isOver = await eraseAll(filled, mortal).then(
        () => true,
        () => false,
      );
      await eraseAll(filled, table);

      expect(traces(filled, table), `dead after write ${deadly}`).toEqual([]);
    }
  });

  it("touches nothing of another instance's or account's chat with the same person", async () => {
    const world = await messageWorld();
    await fill(world);
    const message = { ...emptyMessage(), id: "msg_other", phone: ANA, person: ANA, direction: "in", body: "Theirs" };
    const elsewhere = [
      { ...keys.message(ACCOUNT, "msg_other"), ...message, instance_id: "inst_2", account_id: ACCOUNT },
      { ...keys.message("acc_2", "msg_other"), ...message, instance_id: "inst_3", account_id: "acc_2" },
      { ...keys.person("inst_2", ANA), last_in_at: "2026" },
      { ...keys.draft(ACCOUNT, "dft_2"), instance_id: "inst_2", phone: ANA, chat_id: null },
    ].map((item) => ({ ...item, gsi3pk: lists.messagesOfPhone(ACCOUNT, ANA), gsi3sk: `${item.sk}#inst_2` }));
    for (const item of elsewhere) await put(world, item as Item);

    await ask(world);
    await eraseAll(world);

    for (const item of elsewhere) expect(world.table.peek(item)).toMatchObject(item);
  });

  it("waits for a message that is being sent, and cancels what waits in the meantime", async () => {
    const world = await messageWorld();
    const { message } = await world.send("It is being sent");
    const row = (await world.table.get({ pk: instanceLane(INSTANCE), sk: message.row ?? "" })) as LaneRow;
    const encoded = { network_id: "3EB0", network_chat: `${ANA}@s.whatsapp.net`, network_bytes: new Uint8Array([1]) };
    await startWaiting(world.deps, world.own, row, message, encoded);
    await ask(world);
    const step = async () => {
      const erasure = await erasureRecords.read(world.table, INSTANCE, ANA);
      return erasure && eraseStep(world.deps, world.own, erasure);
    };

    expect(await step()).toBe("waits");
    expect(await step()).toBe("waits");
    expect(world.message(message.id)).not.toBeNull();
  });

  it("is known to have ended once; what the person writes afterwards is erased by the next request", async () => {
    const world = await messageWorld();
    await fill(world);

    await ask(world);
    expect(await ask(world, world.table, `+${OTHER_FORM}`)).toMatchObject({ state: "erasing" });
    await eraseAll(world);
    expect(await ask(world)).toEqual({ state: "erased" });

    await world.write("secret of hers, again");
    expect(await ask(world)).toMatchObject({ state: "erasing" });
    await eraseAll(world);
    await world.write("secret of hers in a group", { chat_id: GROUP, participant: ANA, network_id: "3EB0AGAIN" });
    expect(await ask(world)).toMatchObject({ state: "erasing" });
    await eraseAll(world);
    expect(traces(world)).toEqual([]);
  });

  it("an opt-out holds when the person writes again, until they take it back", async () => {
    const world = await messageWorld();
    await world.write("STOP");
    await ask(world);
    await eraseAll(world);
    expect(world.person()).toBeNull();

    await world.write("I am back");
    expect(world.person()?.opted_out_ms).toBeTypeOf("number");
    expect(world.table.partition(keys.keptOptOut(INSTANCE, "").pk)).toEqual([]);

    await ask(world);
    await eraseAll(world);
    await world.write("START");
    expect(world.person()?.opted_out_ms).toBeUndefined();
    expect(world.table.partition(keys.keptOptOut(INSTANCE, "").pk)).toEqual([]);
  });

  it("an opt-out holds also when the person writes again under an id that was not known", async () => {
    const world = await messageWorld();
    await world.write("STOP");
    await ask(world);
    await eraseAll(world);
    await world.write("I am back", { chat_id: HIDDEN, phone: null, person: HIDDEN });
    await mergePerson(world.deps, world.own, { phone: ANA, private_id: HIDDEN });
    await world.write("Still here", { private_id: HIDDEN });
    expect(world.person()?.opted_out_ms).toBeTypeOf("number");
    expect(world.table.partition(keys.keptOptOut(INSTANCE, "").pk)).toEqual([]);
  });

  it("an opt-out from a private id holds when the number that wrote again turns out to be the same person's", async () => {
    const world = await messageWorld();
    const hidden = { chat_id: HIDDEN, phone: null, person: HIDDEN };
    await world.write("STOP", hidden);
    await ask(world, world.table, HIDDEN);
    await eraseAll(world);
    await world.write("I am back");
    expect(world.person()?.opted_out_ms).toBeUndefined();
    await world.write("With both of my names", { private_id: HIDDEN });
    expect(world.person()?.opted_out_ms).toBeTypeOf("number");
  });

  it("an opt-out that was taken back doesn't return with the person's other id", async () => {
    const world = await messageWorld();
    await world.write("STOP", { private_id: HIDDEN });
    await ask(world);
    await eraseAll(world);
    await world.write("START");
    expect(world.table.partition(keys.keptOptOut(INSTANCE, "").pk)).toEqual([]);
    await world.write("It's me", { private_id: HIDDEN });
    expect(world.person()).toMatchObject({ private_id: HIDDEN });
    expect(world.person()?.opted_out_ms).toBeUndefined();
  });

  it("a first message that names both ids of a person reads what is kept of their opt-out once", async () => {
    const world = await messageWorld();
    await world.write("STOP", { private_id: HIDDEN });
    await ask(world);
    await eraseAll(world);
    const { optOuts } = world.deps;
    const looked: string[][] = [];
    const find: typeof optOuts.find = (instance, names) => {
      looked.push([...names]);
      return optOuts.find(instance, names);
    };
    world.deps.optOuts = { ...optOuts, find };
    await world.write("I am back", { private_id: HIDDEN });
    expect(world.person()?.opted_out_ms).toBeTypeOf("number");
    expect(looked).toEqual([[ANA, OTHER_FORM, HIDDEN]]);
  });

  it("a chat of any length is erased in pieces of a page", async () => {
    const world = await messageWorld(null);
    for (let n = 0; n < 250; n++) await world.write(`secret of hers ${n}`);
    await ask(world);
    const sizes: number[] = [];
    const counting = world.table.withHook(({ kind }, phase) => {
      if (phase === "before" && kind === "write") sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1;
    });
    for (;;) {
      const [first] = world.table.partition(keys.erasure(INSTANCE, "").pk);
      if (!first) break;
      sizes.push(0);
      await eraseStep({ ...world.deps, table: counting }, world.own, erasureRecords.of(first));
    }

    expect(world.messages()).toEqual([]);
    expect(Math.max(...sizes)).toBeLessThan(700);
  });
});
