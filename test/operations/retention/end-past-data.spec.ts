import { describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { ID_PREFIXES } from "../../../core/contracts/ids.ts";
import { findBroadcastReplay } from "../../../core/operations/broadcasts/create-broadcast.ts";
import { requestExport } from "../../../core/operations/exporting/request-export.ts";
import { findStatusReplay } from "../../../core/operations/statuses/find-replay.ts";
import type { BroadcastRecord } from "../../../core/records/broadcasts/broadcast.ts";
import { retentionChore } from "../../../core/records/chore.ts";
import { idempotencyRecord, readIdempotent } from "../../../core/records/idempotency.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { workChores } from "../../../session-service/process/work-chores.ts";
import { lastBreath } from "../../support/last-breath.ts";
import { someBroadcast } from "../../support/made-broadcast.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const TIMES = { runMs: MINUTE_MS, turnMs: MINUTE_MS };
const OTHER = "acc_2";

/** Sets the account's retention as the operator's command does. */
async function retain(world: MessageWorld, days: number): Promise<void> {
  const now = world.clock.now();
  await world.table.transact([
    { put: { ...keys.account(ACCOUNT), id: ACCOUNT, retention_days: days } },
    retentionChore(ACCOUNT, { retention_days: days }, now),
  ]);
}

const work = (world: MessageWorld, table: Table = world.table) =>
  workChores({ ...world.deps, table, onLasting: () => undefined }, TIMES);
const moveBy = (world: MessageWorld, days: number) =>
  world.clock.moveTo(new Date(world.clock.now().getTime() + days * DAY_MS));

async function storedFile(world: MessageWorld, key: string) {
  const about = { mimetype: "image/jpeg", filename: null };
  await world.media.put(key, Buffer.from(key), { ...about, maxBytes: 1_000 });
  return { key, ...about, size_bytes: 10, sha256: "00", voice: false } as never;
}

/** Creates an account that is a few days old and has one of everything that expires, and some things that don't. */
async function filled(): Promise<MessageWorld> {
  const world = await messageWorld();
  await world.table.write({ put: { ...keys.accountInstance(ACCOUNT, INSTANCE) } });
  const { table, clock } = world;
  const file = await storedFile(world, `ACC/${ACCOUNT}/${INSTANCE}/msg_1`);
  await world.write("An old picture", { type: "image", file });
  const forwarded = await storedFile(world, `ACC/${ACCOUNT}/${INSTANCE}/msg_2`);
  await world.write("An old forwarded picture", { type: "image", file: forwarded });
  const found = world.messages().find(({ body }) => body === "An old forwarded picture");
  await table.write({ update: keys.message(ACCOUNT, found?.id ?? ""), set: { file_shared: true } });
  await world.sent("An old answer");
  await world.send("It waits since then", { to: "5511977770009" });
  await world.send("Scheduled then", { send_at: new Date(clock.now().getTime() + 20 * DAY_MS) });
  const ttl = Math.floor((clock.now().getTime() + 30 * DAY_MS) / 1000);
  await table.write({ put: { ...keys.note(INSTANCE, ANA, "note_1"), text: "old", ttl } });
  await table.write({ put: { ...keys.quarantine(INSTANCE, "job_1"), ttl } });
  await table.write({ put: { ...keys.quarantine(ACCOUNT, "lane_1"), ttl } });
  await table.write({ put: { ...keys.message(OTHER, "msg_0"), id: "msg_0", account_id: OTHER, step: "done", ttl } });
  const [event] = world.events();
  const names = { event_id: event?.id, ttl };
  await table.write({ put: { ...keys.failedDelivery(ACCOUNT, "account", event?.id ?? ""), ...names } });
  await table.write({ put: { ...keys.deliveryTry(ACCOUNT, INSTANCE, event?.id ?? "", "2026"), ...names } });
  await table.write({ put: { ...keys.deliveredPage(ACCOUNT, "account", "2026"), delivered: [], ttl } });
  await putStatus(world, "done", await storedFile(world, STATUS_FILE));
  await putBroadcast(world, { completed_at: clock.now().toISOString() }, STOPPED_FILE);
  await putBroadcast(world, { id: RUNNING }, RUNNING_FILE);
  await table.write({ put: { ...keys.draft(ACCOUNT, idMade(world, "draft")), text: "old", ttl } });
  return world;
}

const STATUS_FILE = `ACC/${ACCOUNT}/${INSTANCE}/sts_1`;
const STOPPED_FILE = `BRD/${ACCOUNT}/${INSTANCE}/brd_1/file_1`;
const RUNNING_FILE = `BRD/${ACCOUNT}/${INSTANCE}/brd_2/file_2`;
const RUNNING = "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3J";

const idMade = ({ deps, clock }: MessageWorld, kind: "draft" | "status") =>
  deps.ids.next(ID_PREFIXES[kind], clock.now());

/** Stores a status with the current time, its recipients and a view. */
async function putStatus(world: MessageWorld, step: "done" | "waiting", file: never): Promise<void> {
  const id = idMade(world, "status");
  const ttl = Math.floor((world.clock.now().getTime() + 3 * DAY_MS) / 1000);
  const owner = { id, account_id: ACCOUNT, instance_id: INSTANCE, ttl };
  for (const put of [
    { ...keys.message(ACCOUNT, id), ...owner, step, file },
    { ...keys.status(INSTANCE, id), ...owner },
    { ...keys.statusList(INSTANCE, id), recipients: [ANA], ttl },
    { ...keys.statusView(INSTANCE, id, ANA), ttl },
  ]) {
    await world.table.write({ put });
  }
}

/** Stores a broadcast with the current time, a page of recipients and a file. */
async function putBroadcast(world: MessageWorld, fields: Partial<BroadcastRecord>, file: string): Promise<void> {
  await storedFile(world, file);
  const about = { kind: "image", mimetype: "image/jpeg", filename: null, caption: null, voice: false } as const;
  const media = { ...about, mentions: [], file: { key: file } };
  const broadcast = someBroadcast(world.clock.now(), 1, { media, ...fields });
  const { id, account_id, instance_id } = broadcast;
  await world.table.write({ put: { ...keys.broadcast(account_id, id), ...broadcast } });
  await world.table.write({ put: { ...keys.broadcastPeople(instance_id, id, 1, 0), people: [] } });
}

const bodies = (world: MessageWorld) =>
  world
    .messages()
    .map(({ body }) => body)
    .sort();
const KEPT = ["It waits since then", "Scheduled then"];
const endedIn = ({ table }: MessageWorld) => [
  ...table.partition(keys.event(ACCOUNT, "").pk),
  ...table.partition(keys.failedDelivery(ACCOUNT, "account", "").pk),
  ...table.partition(keys.deliveryTry(ACCOUNT, INSTANCE, "", "").pk),
  ...table.partition(keys.deliveredPage(ACCOUNT, "account", "").pk),
  ...table.partition(keys.note(INSTANCE, "", "").pk),
  ...table.partition(keys.quarantine(INSTANCE, "").pk),
  ...table.partition(keys.quarantine(ACCOUNT, "").pk),
];
/** Returns the remaining partitions of drafts, statuses and broadcasts. */
const restOf = ({ table }: MessageWorld) =>
  table
    .all()
    .filter(({ pk }) => /DRAFT|STS|STATUS|VIEW|#BRD/.test(pk))
    .map(({ pk }) => pk)
    .sort();
const RUNNING_REST = [`ACC#${ACCOUNT}#BRD`, `INST#${INSTANCE}#BRD#${RUNNING}`];

describe("an account's shorter retention", () => {
  it("ends what is older, and leaves what is younger, waits, or is another account's", async () => {
    const world = await filled();
    moveBy(world, 4);
    await world.write("A young one");
    await retain(world, 3);

    await work(world);

    expect(bodies(world)).toEqual(["A young one", ...KEPT]);
    expect([...world.media.files.keys()]).toEqual([`ACC/${ACCOUNT}/${INSTANCE}/msg_2`, RUNNING_FILE]);
    expect(restOf(world)).toEqual(RUNNING_REST);
    expect(endedIn(world).map(({ type }) => type)).toEqual(["message.received"]);
    expect(world.deliveries()).toHaveLength(1);
    expect(world.table.peek(keys.message(OTHER, "msg_0"))).not.toBeNull();
  });

  it("keeps events and their waiting deliveries for two days, however short it is", async () => {
    const world = await filled();
    const before = world.events().length;
    moveBy(world, 1.5);
    await retain(world, 1);

    await work(world);

    expect(bodies(world)).toEqual(KEPT);
    expect(world.events()).toHaveLength(before);
    expect(world.deliveries().length).toBeGreaterThan(0);
  });

  it("of a day ends drafts and statuses after it, and broadcasts three days after their end", async () => {
    const world = await filled();
    moveBy(world, 1.5);
    await putStatus(world, "waiting", null as never);
    await retain(world, 1);

    await work(world);

    const files = [...world.media.files.keys()];
    expect(files).not.toContain(STATUS_FILE);
    expect(files).toContain(STOPPED_FILE);
    expect(world.table.partition(keys.draft(ACCOUNT, "").pk)).toEqual([]);
    expect(world.table.partition(keys.status(INSTANCE, "").pk)).toHaveLength(1);
    moveBy(world, 1.5);
    await work(world);
    expect(world.table.partition(keys.status(INSTANCE, "").pk)).toHaveLength(1);
    expect([...world.media.files.keys()]).not.toContain(STOPPED_FILE);
    expect(world.table.partition(keys.broadcast(ACCOUNT, "").pk).map(({ sk }) => sk)).toEqual([RUNNING]);
  });

  it("goes on by itself, and also ends what waited once it is done and old", async () => {
    const world = await filled();
    await retain(world, 3);
    await work(world);
    expect(bodies(world)).toHaveLength(5);

    moveBy(world, 3.1);
    await work(world);

    expect(bodies(world)).toEqual(KEPT);
  });

  it("that is lengthened stops, and brings nothing back", async () => {
    const world = await filled();
    moveBy(world, 4);
    await retain(world, 3);
    await work(world);

    await retain(world, 30);
    moveBy(world, 5);

    expect(await work(world)).toBe(0);
    expect(world.table.partition(keys.chore("", "").pk)).toEqual([]);
    expect(bodies(world)).toEqual(KEPT);
  });

  it("sends nothing again under the Idempotency-Key of a message that has ended", async () => {
    const world = await filled();
    await world.sent("Sent once", { idempotency_key: "once" });
    moveBy(world, 4);
    await retain(world, 3);
    await work(world);

    const again = world.send("Sent once", { idempotency_key: "once" });

    await expect(again).rejects.toMatchObject({ code: "message_not_found" });
    await expect(readIdempotent(world.deps, world.instance, "once")).rejects.toMatchObject({ status: 404 });
    expect(bodies(world)).toEqual(KEPT);
  });

  it("posts no status and no broadcast again under the key of one that has ended", async () => {
    const world = await filled();
    const now = world.clock.now();
    const writes = [
      idempotencyRecord(INSTANCE, "status", "once", "sts_1", now),
      idempotencyRecord(INSTANCE, "broadcast", "once", "brd_1", now),
    ];
    for (const write of writes) await world.table.write(write);

    await expect(findStatusReplay(world.deps, world.instance, "once")).rejects.toMatchObject({
      status: 404,
      code: "status_not_found",
    });
    await expect(findBroadcastReplay(world.deps, world.instance, "once")).rejects.toMatchObject({
      status: 404,
      code: "broadcast_not_found",
    });
    expect(await findStatusReplay(world.deps, world.instance, "other")).toBeNull();
    expect(await findBroadcastReplay(world.deps, world.instance, "other")).toBeNull();
  });

  it("that is shortened also ends the archives that were made before", async () => {
    const world = await filled();
    await retain(world, 30);
    const actor = { key_id: "key_1", source: "192.0.2.1" };
    const request = { account_id: ACCOUNT, person: null, idempotency_key: null, perDay: 1, actor };
    await requestExport(world.deps, request);
    await work(world);
    const archives = () => [...world.media.files.keys()].filter((key) => key.startsWith("EXP/"));

    await retain(world, 1);
    moveBy(world, 0.9);
    await work(world);
    expect(archives()).toHaveLength(1);
    moveBy(world, 0.2);
    await work(world);

    expect([archives(), world.table.partition(keys.dataExport(ACCOUNT, "").pk)]).toEqual([[], []]);
  });

  it("leaves an account alone that moves to another gateway", async () => {
    const world = await filled();
    moveBy(world, 4);
    await retain(world, 3);
    await world.table.write({ update: keys.account(ACCOUNT), set: { moving: "active" } });

    await work(world);

    expect(bodies(world)).toHaveLength(5);
  });

  it("goes on in the right place when instances come and go in the middle", async () => {
    for (const change of ["an instance is created", "an instance is deleted"]) {
      const world = await filled();
      const other = { ...keys.accountInstance(ACCOUNT, "inst_2") };
      if (change === "an instance is deleted") await world.table.write({ put: other });
      for (let number = 0; number < 250; number++) {
        const id = world.deps.ids.next(ID_PREFIXES.event, world.clock.now());
        await world.table.write({ put: { ...keys.event(ACCOUNT, id), id } });
      }
      moveBy(world, 4);
      await retain(world, 3);
      const { pk } = keys.event(ACCOUNT, "");
      let pages = 0;
      const table = world.table.withHook(async (operation, phase) => {
        if (operation.kind !== "query" || operation.range.pk !== pk || phase === "before" || ++pages > 1) return;
        await world.table.write(change === "an instance is created" ? { put: other } : { delete: other });
      });

      await work(world, table);

      expect([change, world.table.partition(pk)]).toEqual([change, []]);
    }
  });

  it("ends the same wherever the process that does it dies", async () => {
    const whole = await filled();
    moveBy(whole, 4);
    await retain(whole, 3);
    await work(whole);
    const expected = [bodies(whole), endedIn(whole), [...whole.media.files.keys()], restOf(whole)];

    for (let moment = 0, isOver = false; !isOver; moment++) {
      const world = await filled();
      moveBy(world, 4);
      await retain(world, 3);
      isOver = await lastBreath(world.table, moment, (table) => work(world, table));
      moveBy(world, 0.1); // the dead one's lease ends
      await work(world);

      expect([bodies(world), endedIn(world), [...world.media.files.keys()], restOf(world)]).toEqual(expected);
    }
  });
});
