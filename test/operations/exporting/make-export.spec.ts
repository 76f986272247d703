import { describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { EVENT_DATA } from "../../../core/contracts/events/event-data.ts";
import { mediaKey } from "../../../core/domain/files/media-key.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import { rowId } from "../../../core/lanes/put-row.ts";
import { runChores } from "../../../core/operations/chores/run-chores.ts";
import { PART_LIMITS } from "../../../core/operations/exporting/fill-archive.ts";
import { ACCOUNT_SECTIONS } from "../../../core/operations/exporting/list-account-sections.ts";
import { PERSON_SECTIONS } from "../../../core/operations/exporting/list-person-sections.ts";
import { exportPiece } from "../../../core/operations/exporting/make-export.ts";
import { requestExport } from "../../../core/operations/exporting/request-export.ts";
import { dropErasedExports } from "../../../core/operations/files/drop-export.ts";
import { eventRecords } from "../../../core/records/event.ts";
import { type ExportRecord, exportFileRecords, exportRecords } from "../../../core/records/export.ts";
import { EXPORTED_KINDS } from "../../../core/records/export-kinds.ts";
import { keys } from "../../../core/store/keys.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import type { Table } from "../../../core/store/table.ts";
import { lastBreath } from "../../support/last-breath.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { linesOf, readArchive, sha256Of } from "../../support/read-archive.ts";

const TIMES = { runMs: MINUTE_MS, turnMs: MINUTE_MS };
const BEA = "5511977770002";
const PICTURE = Buffer.from("a picture, nearly");
const SECRETS = ["sealed-secret", "hmac-of-a-key", "sealed-proxy", "session-key"];
/** Limits with so few lines per file that an archive consists of several files. */
const FEW = { ...PART_LIMITS, lines: 4 };

async function filled(): Promise<MessageWorld> {
  const world = await messageWorld();
  const put = (item: { pk: string; sk: string } & Record<string, unknown>) => world.table.write({ put: item });
  await put({
    ...keys.account(ACCOUNT),
    id: ACCOUNT,
    name: "Shop",
    plan: "starter",
    status: "active",
    created_at: "2026-01-01T00:00:00+00:00",
  });
  await put({ ...keys.accountInstance(ACCOUNT, INSTANCE) });
  await put({
    ...keys.instance(INSTANCE),
    ...world.instance,
    proxy: { host: "proxy.example", last4: "1234", sealed: "sealed-proxy" },
  });
  await put({
    ...keys.webhook(ACCOUNT, "account"),
    url: "https://example.com/hook",
    events: null,
    version: 1,
    secret: { sealed: "sealed-secret", created_at: "x" },
  });
  await put({ ...keys.accountKey(ACCOUNT, "key_1"), hmac: "hmac-of-a-key" });
  await put({ ...keys.sessionKey(INSTANCE, "creds", "1"), value: "session-key" });
  await put({ ...keys.message("acc_2", "msg_other"), id: "msg_other", account_id: "acc_2", body: "Not yours" });
  const key = mediaKey(ACCOUNT, INSTANCE, "msg_1");
  await world.media.put(key, PICTURE, { mimetype: "image/png", filename: "a.png", maxBytes: 99 });
  const file = { key, mimetype: "image/png", filename: "a.png", size_bytes: PICTURE.length };
  await world.write("Look", { type: "image", file } as never); // a file that was received
  await world.write("Hello");
  await world.sent("How can I help?");
  await world.write("From Bea", { phone: BEA, person: BEA, chat_id: `${BEA}@s.whatsapp.net`, contact_name: "Bea" });
  return world;
}

const actor = { key_id: "key_1", source: "192.0.2.1" };
const ask = ({ deps, instance }: MessageWorld, contact: string | null = null, key: string | null = null) =>
  requestExport(deps, {
    account_id: ACCOUNT,
    person: contact === null ? null : { instance, contact },
    idempotency_key: key,
    perDay: 3,
    actor,
  });
const work = (world: MessageWorld, limits = FEW, table: Table = world.table) => {
  const deps = { ...world.deps, table, onLasting: () => undefined };
  const none = async () => ({ kind: "over" as const });
  return runChores(deps, { retention: none, deletion: none, export: exportPiece(deps, limits), import: none }, TIMES);
};
const moveBy = ({ clock }: MessageWorld, ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms));
const readBack = async ({ table }: MessageWorld, { id }: ExportRecord) => {
  const record = await exportRecords.read(table, ACCOUNT, id);
  if (record === null) throw new Error("There is no such export.");
  return record;
};

/** Opens the files in an export's archive and compares each with its record. */
async function open(world: MessageWorld, made: ExportRecord): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const { pk } = keys.exportFile(ACCOUNT, made.id, 0);
  for (const { key, size_bytes, sha256 } of world.table.partition(pk).map(exportFileRecords.of)) {
    const bytes = world.media.files.get(key)?.bytes ?? Buffer.alloc(0);
    expect([bytes.length, sha256Of(bytes)]).toEqual([size_bytes, sha256]);
    for (const [name, one] of await readArchive(bytes)) files.set(name, one);
  }
  return files;
}
/** Returns the events about exports that are available by polling and sent to the account's webhook. */
const told = ({ table }: MessageWorld) =>
  table
    .partition(keys.event(ACCOUNT, "").pk)
    .map(eventRecords.of)
    .filter(({ type }) => type.startsWith("export."));
const typesTold = (world: MessageWorld) => told(world).map(({ type }) => type);
/** Returns the IDs of the events waiting in the account's lane. */
const waiting = ({ table }: MessageWorld) =>
  table.partition(endpointLane(ACCOUNT, "account")).flatMap(({ sk }) => (sk.includes("evt_") ? [rowId(sk)] : []));
const archives = ({ media }: MessageWorld) => [...media.files.keys()].filter((key) => key.startsWith("EXP/"));
const bodies = (files: Map<string, Buffer>, section = "messages") => linesOf(files, section).map(({ body }) => body);

describe("an export", () => {
  it("of an account has its messages, people and files, and the sums of each file", async () => {
    const world = await filled();
    const { made } = await ask(world);

    await work(world, PART_LIMITS);
    const record = await readBack(world, made);
    const files = await open(world, made);
    const manifest = JSON.parse(files.get("manifest-1.json")?.toString() ?? "{}");

    expect(record).toMatchObject({ status: "done", parts: 1, files: 1 });
    expect(bodies(files)).toEqual(["Look", "Hello", "How can I help?", "From Bea"]);
    expect(linesOf(files, "contacts").map(({ phone }) => phone)).toEqual([ANA, BEA]);
    expect(linesOf(files, "webhooks")).toEqual([expect.objectContaining({ url: "https://example.com/hook" })]);
    const picture = linesOf(files, "messages")[0]?.media as { url: string };
    expect(files.get(picture.url)).toEqual(PICTURE);
    expect(manifest).toMatchObject({ number: 1, is_last: true, counts_of_all: record.counts, files_of_all: 1 });
    const sums = [...files]
      .filter(([name]) => !name.startsWith("manifest"))
      .map(([name, one]) => [name, sha256Of(one)]);
    expect(manifest.files.map(({ name, sha256 }: Record<string, string>) => [name, sha256]).sort()).toEqual(
      sums.sort(),
    );
    expect(world.table.partition(keys.chore("", "").pk)).toEqual([]);
  });

  it("has no secret, and nothing of another account", async () => {
    const world = await filled();
    const { made } = await ask(world);

    await work(world);
    const all = [...(await open(world, made)).values()].map(String).join("\n");

    for (const secret of [...SECRETS, "Not yours"]) expect(all).not.toContain(secret);
  });

  it("of one person has what they wrote and got, and nobody else's", async () => {
    const world = await filled();
    const { made } = await ask(world, ANA);

    await work(world, PART_LIMITS);
    const files = await open(world, made);

    expect(bodies(files)).toEqual(["Look", "Hello", "How can I help?"]);
    expect(linesOf(files, "contacts")).toHaveLength(1);
    expect(linesOf(files, "events").length).toBeGreaterThan(1);
    expect([...files.values()].map(String).join()).not.toContain(BEA);
  });

  it("is told to the account when it is ready, without links and without the person", async () => {
    const world = await filled();
    const { made } = await ask(world, ANA);
    expect(typesTold(world)).toEqual([]);
    await work(world);

    const [event, ...more] = told(world);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: "export.completed", instance_id: null });
    const { data } = JSON.parse(event?.body ?? "");
    const { counts, size_bytes, files, done_at } = await readBack(world, made);
    const records = Object.values(counts).reduce((sum, one) => sum + one, 0);
    const done = wireTime(new Date(done_at ?? ""));
    const progress = { records, files };
    expect(data).toMatchObject({
      id: made.id,
      instance_id: INSTANCE,
      status: "done",
      size_bytes,
      progress,
      done_at: done,
    });
    expect(EVENT_DATA["export.completed"].strict().parse(data)).toEqual(data);
    expect(event?.body).not.toContain(ANA);
    expect(waiting(world)).toContain(event?.id);
    expect(world.wakes).toContain(endpointLane(ACCOUNT, "account"));
  });

  it("is not told to an account that has not chosen it", async () => {
    const world = await filled();
    await world.table.write({ update: keys.webhook(ACCOUNT, "account"), set: { events: ["message.received"] } });
    await ask(world);
    await work(world);
    expect(told(world)).toEqual([]);
  });

  it("that has expired is not told of when an erasure deletes it", async () => {
    const world = await filled();
    const { made } = await ask(world);
    await work(world);
    moveBy(world, 8 * DAY_MS);
    await dropErasedExports(world.deps, ACCOUNT, INSTANCE);
    expect((await readBack(world, made)).status).toBe("failed");
    expect(typesTold(world)).toEqual(["export.completed"]);
  });

  it("fails once, also when the process that erases a person dies on the way", async () => {
    for (let moment = 0, isOver = false; !isOver; moment++) {
      const world = await filled();
      const { made } = await ask(world);
      await work(world);

      isOver = await lastBreath(world.table, moment, (table) =>
        dropErasedExports({ ...world.deps, table }, ACCOUNT, INSTANCE),
      );
      await dropErasedExports(world.deps, ACCOUNT, INSTANCE);

      expect(await readBack(world, made)).toMatchObject({ status: "failed", reason: "erased" });
      expect(archives(world)).toEqual([]);
      expect(typesTold(world)).toEqual(["export.completed", "export.failed"]);
    }
  });

  it("is whole wherever a process that makes it dies", async () => {
    for (let moment = 0, isOver = false; !isOver; moment++) {
      const world = await filled();
      const { made } = await ask(world);

      isOver = await lastBreath(world.table, moment, (table) => work(world, FEW, table));
      for (let tries = 0; tries < 9 && (await readBack(world, made)).status !== "done"; tries++) {
        moveBy(world, 3 * MINUTE_MS);
        await work(world);
      }
      const files = await open(world, made);

      expect(bodies(files)).toEqual(["Look", "Hello", "How can I help?", "From Bea"]);
      expect((await readBack(world, made)).counts.messages).toBe(4);
      expect((await readBack(world, made)).parts).toBeGreaterThan(2);
      expect(typesTold(world)).toEqual(["export.completed"]);
      expect(waiting(world)).toContain(told(world)[0]?.id);
    }
  });

  it("goes on with the next file when one could not be stored", async () => {
    const world = await filled();
    const { made } = await ask(world);
    const { put } = world.media;
    world.media.put = async () => {
      throw new Error("S3 is away.");
    };
    await work(world).catch(() => undefined);
    expect((await readBack(world, made)).status).toBe("running");

    world.media.put = put;
    moveBy(world, 3 * MINUTE_MS);
    await work(world);

    expect(bodies(await open(world, made))).toHaveLength(4);
  });

  it("fails once that has lasted for hours, and leaves nothing", async () => {
    const world = await filled();
    const { made } = await ask(world);
    world.media.put = async () => {
      throw new Error("S3 is away.");
    };
    for (let hours = 0; hours < 12; hours++) {
      await work(world).catch(() => undefined);
      moveBy(world, 60 * MINUTE_MS);
    }

    expect(await readBack(world, made)).toMatchObject({ status: "failed", reason: "server_error" });
    expect(typesTold(world)).toEqual(["export.failed"]);
    expect(JSON.parse(told(world)[0]?.body ?? "").data).toMatchObject({ id: made.id, reason: "server_error" });
    expect(world.table.partition(keys.chore("", "").pk)).toEqual([]);
  });

  it("is one at a time, once per key, and as many a day as the plan allows", async () => {
    const world = await filled();
    const { made } = await ask(world, null, "key");

    await expect(ask(world)).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining(made.id) });
    expect(await ask(world, null, "key")).toMatchObject({ made: { id: made.id }, replayed: true });
    for (let n = 0; n < 2; n++) {
      await work(world);
      await ask(world);
    }
    await work(world);
    await expect(ask(world)).rejects.toMatchObject({ code: "limit_reached" });
    moveBy(world, DAY_MS);
    expect((await ask(world)).replayed).toBe(false);
  });

  it("fails with the erasure of a person, also while it is being made", async () => {
    const world = await filled();
    const { made } = await ask(world);
    await work(world);
    const second = (await ask(world, ANA)).made;
    const { put } = world.media;
    world.media.put = async (...given) => {
      const stored = await put(...given);
      await dropErasedExports(world.deps, ACCOUNT, INSTANCE);
      world.media.files.set(`EXP/${ACCOUNT}/${second.id}/left`, { bytes: PICTURE, mimetype: "", filename: null });
      return stored;
    };

    await work(world);
    moveBy(world, 3 * MINUTE_MS);
    await work(world);

    for (const one of [made, second]) {
      expect(await readBack(world, one)).toMatchObject({ status: "failed", reason: "erased" });
    }
    expect(archives(world)).toEqual([]);
    expect((await readBack(world, second)).contact).toBe("…01");
    expect(typesTold(world)).toEqual(["export.completed", "export.failed", "export.failed"]);
    await dropErasedExports(world.deps, ACCOUNT, INSTANCE);
    expect(typesTold(world)).toHaveLength(3);
    expect(world.table.partition(keys.chore("", "").pk)).toEqual([]);
  });

  it("that an erasure ended between two tries is in no other export's way", async () => {
    const world = await filled();
    const { made } = await ask(world);
    const { put } = world.media;
    world.media.put = async () => {
      throw new Error("S3 is away.");
    };
    await work(world).catch(() => undefined);
    world.media.put = put;
    await dropErasedExports(world.deps, ACCOUNT, INSTANCE);

    const next = await ask(world);
    await work(world);

    expect((await readBack(world, made)).status).toBe("failed");
    expect((await readBack(world, next.made)).status).toBe("done");
  });
});

describe("the kinds of records", () => {
  it("are each exported in a section that there is, or left out with a reason", () => {
    const kinds = Object.values(EXPORTED_KINDS);
    const named = kinds.flatMap((kind) => ("section" in kind ? [kind.section] : []));
    const ofPersons = kinds.flatMap((kind) => ("section" in kind ? (kind.of_person ?? []) : []));
    const sections = ACCOUNT_SECTIONS.map(({ name }) => name).filter((name) => name !== "instance_webhooks");

    expect(Object.keys(EXPORTED_KINDS).sort()).toEqual(Object.keys(keys).filter(isOneRecord).sort());
    expect([...new Set(named)].sort()).toEqual(sections.sort());
    expect([...new Set(ofPersons)].sort()).toEqual(PERSON_SECTIONS.map(({ name }) => name).sort());
    for (const kind of kinds) if ("left_out" in kind) expect(kind.left_out.length).toBeGreaterThan(8);
  });
});

const isOneRecord = (name: string) => typeof keys[name as keyof typeof keys] === "function";
