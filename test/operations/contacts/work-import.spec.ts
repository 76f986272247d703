import { describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { InstanceId } from "../../../core/contracts/ids.ts";
import { type ChoreTimes, runChores } from "../../../core/operations/chores/run-chores.ts";
import { changeContact } from "../../../core/operations/contacts/change-contact.ts";
import { endImports } from "../../../core/operations/contacts/end-imports.ts";
import { importContacts } from "../../../core/operations/contacts/import-contacts.ts";
import { PART_PEOPLE, requestImport } from "../../../core/operations/contacts/request-import.ts";
import { importPiece } from "../../../core/operations/contacts/work-import.ts";
import { removeInstanceData } from "../../../core/operations/instances/remove-instance-data.ts";
import { type ContactImportRecord, contactImportRecords } from "../../../core/records/contact-import.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { lastBreath } from "../../support/last-breath.ts";
import { linkedInstance } from "../../support/linked-instance.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const TIMES: ChoreTimes = { runMs: MINUTE_MS, turnMs: MINUTE_MS };
const actor = { key_id: "key_1", source: "192.0.2.1" };

async function newWorld(): Promise<MessageWorld> {
  const world = await messageWorld();
  await world.table.write({ put: { ...keys.account(ACCOUNT), id: ACCOUNT, status: "active" } });
  return world;
}
const people = (count: number, prefix = "Person") =>
  Array.from({ length: count }, (_, n) => ({ phone: String(5531900000000 + n), name: `${prefix} ${n}` }));
const ask = ({ deps, instance }: MessageWorld, count: number, prefix?: string) =>
  requestImport(deps, { instance, people: people(count, prefix), left_out: 0, actor });
const work = (world: MessageWorld, table: Table = world.table, times = TIMES) => {
  const none = async () => ({ kind: "over" as const });
  const deps = { ...world.deps, table, onLasting: () => undefined };
  return runChores(deps, { retention: none, deletion: none, export: none, import: importPiece(deps) }, times);
};
/** A run in which each chore's turn is a single piece, and which checks twice per piece whether it may continue. */
function pieces(count: number): ChoreTimes {
  let looks = 2 * count;
  return { runMs: MINUTE_MS, turnMs: 0, mayGoOn: () => looks-- > 0 };
}
const moveBy = ({ clock }: MessageWorld, ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms));
async function readBack({ table }: MessageWorld, { account_id, id }: ContactImportRecord) {
  const record = await contactImportRecords.read(table, account_id, id);
  if (record === null) throw new Error("There is no such import.");
  return record;
}
const namesOf = ({ table }: MessageWorld, instance: InstanceId = INSTANCE) =>
  table.partition(keys.person(instance, "").pk).map(({ name }) => name);
const partsOf = ({ table }: MessageWorld) => table.partition(keys.contactImportPart(ACCOUNT, "", 0).pk);
const OWNER = { account_id: ACCOUNT, instance_id: INSTANCE };
const endOf = ({ table, clock }: MessageWorld, own = OWNER) => endImports(table, own, "erased", clock.now());
const choresOf = ({ table }: MessageWorld) => table.partition(keys.chore("", "").pk);
const countOfDay = ({ table }: MessageWorld) =>
  Number(
    table.partition(keys.contactSaves(INSTANCE, "").pk).find(({ imported }) => imported !== undefined)?.imported ?? 0,
  );

describe("an import of contacts", () => {
  it("saves everybody in parts, shows how far it is, and leaves nothing of its own", async () => {
    const world = await newWorld();
    const made = await ask(world, 2 * PART_PEOPLE + 1);
    expect(partsOf(world)).toHaveLength(3);

    await work(world, world.table, pieces(2));
    expect(await readBack(world, made)).toMatchObject({ status: "running", done: PART_PEOPLE, saved: PART_PEOPLE });
    await work(world);

    const whole = { status: "done", total: 1_001, done: 1_001, saved: 1_001, unchanged: 0, kept: 0 };
    expect(await readBack(world, made)).toMatchObject(whole);
    expect(new Set(namesOf(world)).size).toBe(1_001);
    expect([partsOf(world), choresOf(world), countOfDay(world)]).toEqual([[], [], 1_001]);
  });

  it("is whole wherever a process dies, and counts nobody twice", async () => {
    for (let moment = 0, isOver = false; !isOver; moment++) {
      const world = await newWorld();
      await work(world);
      const earlier = await ask(world, 1);
      await work(world);
      const made = await ask(world, 4);

      isOver = await lastBreath(world.table, moment, (table) => work(world, table));
      for (let tries = 0; tries < 9 && (await readBack(world, made)).status !== "done"; tries++) {
        moveBy(world, 3 * MINUTE_MS);
        await work(world);
      }
      moveBy(world, 3 * MINUTE_MS);
      await work(world);

      expect(await readBack(world, earlier)).toMatchObject({ status: "done" });
      expect(await readBack(world, made)).toMatchObject({ status: "done", done: 4, saved: 3, unchanged: 1, kept: 0 });
      expect(namesOf(world).sort()).toEqual(people(4).map(({ name }) => name));
      expect([partsOf(world), choresOf(world), countOfDay(world)]).toEqual([[], [], 4]);
    }
  });

  it("is accepted whole or not at all, wherever a process dies that accepts it", async () => {
    for (let moment = 0, isOver = false; !isOver; moment++) {
      const world = await newWorld();
      isOver = await lastBreath(world.table, moment, (table) =>
        ask({ ...world, deps: { ...world.deps, table } }, PART_PEOPLE + 1),
      );
      const isAccepted = choresOf(world).length === 1;
      await work(world);

      expect(namesOf(world)).toHaveLength(isAccepted ? PART_PEOPLE + 1 : 0);
      for (const part of partsOf(world))
        expect(part.ttl).toBeLessThan((world.clock.now().getTime() + 3 * DAY_MS) / 1000);
    }
  });

  it("that would be too many names for the day saves nobody", async () => {
    const world = await newWorld();
    const first = await ask(world, 1);
    await work(world);
    const [day] = world.table.partition(keys.contactSaves(INSTANCE, "").pk).filter(({ imported }) => imported === 1);
    await world.table.write({ update: { pk: day?.pk ?? "", sk: day?.sk ?? "" }, set: { imported: 9_998 } });

    const refused = await ask(world, 4);
    await work(world);
    const fits = await ask(world, 3);
    await work(world);

    expect(await readBack(world, first)).toMatchObject({ status: "done" });
    expect(await readBack(world, refused)).toMatchObject({ status: "failed", reason: "limit_reached", done: 0 });
    expect(await readBack(world, fits)).toMatchObject({ status: "done", saved: 2, unchanged: 1 });
    expect([namesOf(world).length, partsOf(world)]).toEqual([3, []]);
  });

  it("is one at a time, and another account's goes on between its parts", async () => {
    const world = await newWorld();
    const made = await ask(world, 3 * PART_PEOPLE);
    await expect(ask(world, 1)).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining(made.id) });
    expect(partsOf(world)).toHaveLength(3);

    const other = linkedInstance("inst_2", "acc_2");
    await world.table.write({ put: { ...keys.instance("inst_2"), ...other } });
    await world.table.write({ put: { ...keys.account("acc_2"), id: "acc_2", status: "active" } });
    moveBy(world, 1);
    const small = await ask({ ...world, instance: other }, 1);
    await work(world, world.table, pieces(3)); // two of the first, and as many of the second between them

    expect(await readBack(world, small)).toMatchObject({ status: "done", saved: 1 });
    expect(await readBack(world, made)).toMatchObject({ status: "running" });
  });

  it("ends with an erasure, which waits until nobody saves its people any longer", async () => {
    const world = await newWorld();
    const made = await ask(world, 2 * PART_PEOPLE);
    await work(world, world.table, pieces(2));
    await world.table.write({
      update: keys.chore("import", ACCOUNT),
      set: { run: "run_1", until: new Date(world.clock.now().getTime() + MINUTE_MS).toISOString() },
    });

    expect(await endOf(world)).toBe(true);
    expect(await readBack(world, made)).toMatchObject({ status: "failed", reason: "erased", done: PART_PEOPLE });
    expect(partsOf(world)).toEqual([]);
    moveBy(world, 3 * MINUTE_MS);
    expect(await endOf(world)).toBe(false);
    await work(world);

    expect([namesOf(world).length, choresOf(world)]).toEqual([PART_PEOPLE, []]);
  });

  it("is waited for even if a process takes it just before an erasure ends it", async () => {
    const world = await newWorld();
    const made = await ask(world, 1);
    const take = { run: "run_1", until: new Date(world.clock.now().getTime() + MINUTE_MS).toISOString() };
    let isTaken = false;
    const table = world.table.withHook(async ({ kind }, phase) => {
      if (isTaken || kind !== "get" || phase === "before") return; // the erasure has read the chore without a run
      isTaken = true;
      await world.table.write({ update: keys.chore("import", ACCOUNT), set: take });
    });

    expect(await endOf({ ...world, table })).toBe(true);
    expect(await readBack(world, made)).toMatchObject({ status: "failed" });
  });

  it("is waited for by the deletion of its instance, so that nobody is saved after it", async () => {
    const world = await newWorld();
    await ask(world, 40);
    await work(world, world.table, pieces(1));
    const removed: boolean[] = [];
    const remove = async () => removed.push(await removeInstanceData(world.deps, world.own, 0));
    let isAsked = false;
    const table = world.table.withHook(async ({ kind }, phase) => {
      if (isAsked || kind !== "transact" || phase === "after") return;
      isAsked = true;
      await world.table.write({ update: keys.instance(INSTANCE), set: { removed_at: "2026-11-20T00:00:00+00:00" } });
      await remove();
    });

    await work(world, table);
    await remove();

    expect(removed).toEqual([false, true]);
    expect([namesOf(world), partsOf(world), choresOf(world)]).toEqual([[], [], []]);
  });

  it("leaves no chore behind when it ends, so the next one can begin at once", async () => {
    const world = await newWorld();
    const done = await ask(world, 1);
    await work(world, world.table, pieces(2)); // it is done, and the run is over
    expect(await readBack(world, done)).toMatchObject({ status: "done" });
    const failing = await ask(world, 2);
    const away = world.table.withHook(({ kind }) => {
      if (kind === "getMany") throw new Error("The table is away.");
    });
    for (let tries = 0; tries < 5; tries++) {
      await work(world, away).catch(() => undefined);
      moveBy(world, 30 * MINUTE_MS);
    }
    await work(world, away).catch(() => undefined); // its next turn is half an hour away
    await endOf(world);
    expect(await readBack(world, failing)).toMatchObject({ status: "failed", reason: "erased" });

    const next = await ask(world, 3);
    await work(world);

    expect(await readBack(world, next)).toMatchObject({ status: "done", saved: 2, unchanged: 1 });
  });

  it("of another instance, or one that has ended, is left as it is by an erasure", async () => {
    const world = await newWorld();
    const done = await ask(world, 1);
    await work(world);
    expect(await endOf(world)).toBe(false);
    const made = await ask(world, 2);
    expect(await endOf(world, { ...OWNER, instance_id: "inst_2" })).toBe(false);
    await work(world);

    for (const one of [done, made]) expect(await readBack(world, one)).toMatchObject({ status: "done" });
  });

  it("fails and leaves nobody waiting when its instance is deleted, and after hours of failures", async () => {
    const world = await newWorld();
    const gone = await ask(world, 2);
    await world.table.write({ update: keys.instance(INSTANCE), set: { removed_at: world.clock.now().toISOString() } });
    await work(world);
    await world.table.write({ update: keys.instance(INSTANCE), set: { removed_at: null } });

    const broken = await ask(world, 2);
    const away = world.table.withHook(({ kind }) => {
      if (kind === "getMany") throw new Error("The table is away.");
    });
    for (let hours = 0; hours < 12; hours++) {
      await work(world, away).catch(() => undefined);
      moveBy(world, 60 * MINUTE_MS);
    }

    for (const one of [gone, broken]) {
      expect(await readBack(world, one)).toMatchObject({ status: "failed", reason: "server_error", done: 0 });
    }
    expect([partsOf(world), choresOf(world), namesOf(world)]).toEqual([[], [], []]);
  });

  it("of the kind that is answered at once is waited for by the deletion of its instance as well", async () => {
    const world = await newWorld();
    const removed: boolean[] = [];
    const remove = async () => removed.push(await removeInstanceData(world.deps, world.own, 0));
    let writes = 0;
    const table = world.table.withHook(async ({ kind }, phase) => {
      if (kind !== "transact" || phase === "after" || ++writes !== 2) return; // the names are counted, nobody is saved
      await world.table.write({ update: keys.instance(INSTANCE), set: { removed_at: "2026-11-20T00:00:00+00:00" } });
      await remove();
    });

    expect(await importContacts({ ...world.deps, table }, world.instance, people(1))).toMatchObject({ saved: 1 });
    moveBy(world, MINUTE_MS / 2);
    await remove();

    expect(removed).toEqual([false, true]);
    expect(namesOf(world)).toEqual([]);
  });

  it("saves nobody on an instance that was deleted before the names were counted", async () => {
    const world = await newWorld();
    await world.table.write({ update: keys.instance(INSTANCE), set: { removed_at: "2026-11-20T00:00:00+00:00" } });
    const saving = importContacts(world.deps, world.instance, people(1));
    await expect(saving).rejects.toMatchObject({ code: "instance_not_found" });
    expect([namesOf(world), countOfDay(world)]).toEqual([[], 0]);
  });
});

describe("a contact that is renamed while its instance is deleted", () => {
  it("is gone with the instance, or isn't found", async () => {
    const world = await newWorld();
    await world.write("Hello");
    await world.table.write({ update: keys.instance(INSTANCE), set: { removed_at: "2026-11-20T00:00:00+00:00" } });
    const answers: unknown[] = [];
    const contacts = keys.contact(INSTANCE, "").pk;
    const table = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "query" || operation.range.pk !== contacts || phase === "before") return;
      await changeContact(world.deps, world.instance, ANA, "Ana").catch(({ code }) => answers.push(code));
    });

    expect(await removeInstanceData({ ...world.deps, table }, world.own, 0)).toBe(true);

    expect(answers).toEqual(["not_found"]);
    expect([world.person(), world.table.partition(contacts)]).toEqual([null, []]);
  });
});
