import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listQuarantine } from "../../../core/records/quarantine.ts";
import { keys } from "../../../core/store/keys.ts";
import { openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import { DAMAGED_A_WRITER, FAILURES_A_WRITER } from "../../../session-service/baileys/shared/writers.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { BareSession, textOf } from "../support/bare-session.ts";
import { ACCOUNT, SessionWorld, slowTable } from "../support/session-world.ts";

/** More messages than were ever needed to stop a number. */
const FLOOD = 130;
/** The time within which other people's messages must arrive, regardless of what a single sender sends. */
const OTHERS_WAIT_MS = 5_000;
const CARL = "15550001004";
/** Bytes that can't be parsed as a message. */
const DAMAGED = Buffer.from([0x0a, 0xff, 0xff, 0x7f, 0x01]).toString("base64");

describe("one person from whom nothing can be read", () => {
  let world: SessionWorld;
  let instance: string;
  beforeAll(async () => {
    world = await SessionWorld.create(slowTable);
    await world.startTask();
    instance = await world.addInstance();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  const forge = (clear: string) => world.stage.sandbox.request("POST", `/phones/${ANA}/forged`, { to: OLGA, clear });
  const stored = (text: string) => world.messages().some(({ body }) => body === text);
  const arrives = async (from: string, text: string, withinMs = OTHERS_WAIT_MS) => {
    await world.stage.sandbox.write(from, { to: OLGA, text });
    await eventually(`"${text}"`, () => stored(text), withinMs);
  };
  const journalRows = () =>
    world.table.partition(keys.sessionKey(instance, "", "").pk).filter(({ sk }) => sk.startsWith("journal#"));
  const unreadable = () => world.messages().filter(({ error_code }) => error_code === "unreadable");

  it("delays nobody and takes nothing offline, and is reported at once, a few times", async () => {
    await arrives(BEN, "Before");
    const before = await world.connections();
    for (let n = 0; n < FLOOD; n++) await forge(DAMAGED);

    await arrives(BEN, "Behind the flood");
    await arrives(ANA, "And what I can write, too");
    expect(world.status(instance)).toBe("working");
    expect(await world.connections()).toBe(before);
    await eventually("the last of them to be dealt with", () => journalRows().length === 0);
    expect(unreadable()).toHaveLength(DAMAGED_A_WRITER);
    expect(unreadable().every(({ phone }) => phone === ANA)).toBe(true);
    expect(await listQuarantine(world.table, instance)).toHaveLength(DAMAGED_A_WRITER);
    const told = world.complaints.filter(({ message }) => /not reported for a while/.test(message));
    expect(told).toHaveLength(1);
  });

  it("leaves nothing to the next connection, which reads on at once", async () => {
    await world.stage.sandbox.fault({ kind: "drop_connections" });

    await arrives(BEN, "After a new connection");
    expect(unreadable()).toHaveLength(DAMAGED_A_WRITER);
  });

  it("whose thousand messages an earlier version left in the journal delays a text by less than 5 s", async () => {
    const fence = Number(world.table.peek(keys.receiving(instance))?.fence);
    const owner = { instance_id: instance, account_id: ACCOUNT, fence };
    const beside = await openAuthStore(world.deps(), owner, () => {});
    const entry = (n: number) => ({
      attrs: { from: `${CARL}@s.whatsapp.net`, id: `3EB0LEFT${n}`, t: "1789000000" },
      plaintexts: [Buffer.from(DAMAGED, "base64")],
      order: n,
    });
    const left = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`left${n}`, entry(n)]));
    await beside.keys.set({ journal: left } as never); // as the journal writes them
    expect(journalRows()).toHaveLength(1_000);

    await world.stage.sandbox.fault({ kind: "drop_connections" });
    await eventually("the journal to be read", () => journalRows().length < 1_000);
    await arrives(BEN, "Behind a thousand of them");
    await eventually("the last of them to be dealt with", () => journalRows().length === 0);
    expect(unreadable().filter(({ phone }) => phone === CARL)).toHaveLength(DAMAGED_A_WRITER);
  });
});

describe("one person whose messages can't be decrypted", () => {
  let world: SessionWorld;
  let session: BareSession;
  let aheadMs = 0;
  beforeAll(async () => {
    world = await SessionWorld.create();
    const deps = world.deps.bind(world);
    world.deps = (changes) => deps({ ...changes, monotonicMs: () => performance.now() + aheadMs });
    session = await (await BareSession.open(world)).link(world, OLGA);
  });
  afterAll(async () => {
    await session.end();
    await world.tearDown();
  });

  const has = (text: string) => session.received.some((message) => textOf(message) === text);
  const write = (from: string, text: string) => world.stage.sandbox.write(from, { to: OLGA, text });
  const arrives = async (from: string, text: string) => {
    await write(from, text);
    await eventually(`"${text}"`, () => has(text));
  };
  const isHeld = () => world.complaints.some(({ fields }) => /not attempted/.test(String(fields.library)));

  it("is asked for copies up to a limit; each of them comes once they can be decrypted again", async () => {
    await arrives(ANA, "At first");
    const texts = Array.from({ length: FAILURES_A_WRITER + 10 }, (_, n) => `Garbled ${n}`);
    await world.stage.sandbox.fault({ kind: "garble_messages", for_seconds: 3_600 });
    for (const text of texts) await write(ANA, text);
    await eventually("the limit", isHeld);
    await world.stage.sandbox.fault({ kind: "garble_messages", for_seconds: 0 });
    await arrives(BEN, "Others are not concerned");

    aheadMs += 60_000;
    await arrives(ANA, "I can be read again");
    await eventually("each of them", () => texts.every(has));
  });

  it("is asked for a copy of the last one after a while, also when they write nothing more", async () => {
    const texts = Array.from({ length: FAILURES_A_WRITER + 5 }, (_, n) => `Garbled again ${n}`);
    world.complaints.length = 0;
    await world.stage.sandbox.fault({ kind: "garble_messages", for_seconds: 3_600 });
    for (const text of texts) await write(ANA, text);
    await eventually("the limit", isHeld);
    await world.stage.sandbox.fault({ kind: "garble_messages", for_seconds: 0 });
    await write(ANA, "My only readable one");
    await arrives(BEN, "Others are not concerned, again");
    expect(has("My only readable one")).toBe(false);

    aheadMs += 11_000;
    world.clock.moveTo(new Date(world.clock.now().getTime() + 11_000));
    await eventually("the readable one", () => has("My only readable one"));
    await eventually("each of them", () => texts.every(has));
  });
});
