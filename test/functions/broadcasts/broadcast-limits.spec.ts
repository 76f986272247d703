import { beforeEach, describe, expect, it } from "vitest";
import type { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Item } from "../../../core/store/table.ts";
import { idOf } from "../linked-world.ts";
import { type BroadcastWorld, broadcastWorld } from "./broadcast-world.ts";

const { draftsAtOnce, draftPeople, broadcastPeoplePerDay } = PLANS.trial;
const DAY_SEC = 86_400;

let world: BroadcastWorld;
beforeEach(async () => {
  world = await broadcastWorld();
  await world.table.write({ update: keys.account(world.account), set: { plan: "trial" } });
});

/**
 * Returns `count` people with consecutive numbers, starting at `from`. If `haveWritten` is true, the instance knows
 * them.
 */
async function phones(count: number, { from = 0, haveWritten = true } = {}): Promise<{ phone: string }[]> {
  const all = Array.from({ length: count }, (_, n) => ({ phone: `5511${String(900_000_000 + from + n)}` }));
  if (haveWritten) {
    const last_in_at = world.clock.now().toISOString();
    const put = ({ phone }: { phone: string }) =>
      world.table.write({ put: { ...keys.person(world.instance, phone), phone, last_in_at } });
    await Promise.all(all.map(put));
  }
  return all;
}

const draft = (recipients: object[], more: object = {}) =>
  world.post({ audience: "phones", draft: true, recipients, ...more });
const storedOf = (id: string): Item[] => world.table.partition(keys.broadcastPage(world.instance, id, 0, 0).pk);
const bytesOf = (items: Item[]) => JSON.stringify(items).length;

describe("what a broadcast stores", () => {
  it("is nothing of ten thousand strangers: they are counted", async () => {
    const strangers = await phones(10_000, { haveWritten: false });
    const fields = { order: "x".repeat(400) };
    const answer = await draft(strangers.map(({ phone }) => ({ phone, name: "A name", fields })));

    expect(answer.status).toBe(201);
    const made = answer.body.data as Broadcast;
    expect(made.progress.total).toBe(0);
    expect(made.left_out).toMatchObject({ count: 10_000, reasons: { never_wrote: 10_000 } });
    expect(bytesOf(storedOf(made.id))).toBeLessThan(1_000);
    expect(bytesOf([world.table.peek(keys.broadcast(world.account, made.id)) as Item])).toBeLessThan(10_000);
  });

  it("keeps a person of the audience whose value is missing: a change of the text may let them get it", async () => {
    const [ana, ben] = await phones(2);
    const id = idOf(await draft([{ ...ana, fields: { order: "1" } }, { ...ben }], { text: "{ordr}" }));
    expect((await world.read(id)).progress.total).toBe(0);

    const changed = await world.ask("PATCH", `/v1/broadcasts/${id}`, { text: "{order|soon}" });

    expect(changed.body.data).toMatchObject({ progress: { total: 2 }, left_out: { count: 0 } });
  });
});

describe("a plan's drafts and scheduled broadcasts", () => {
  const refusal = { status: 403, body: { code: "plan_limit" } };

  it("are so many at once, however many requests race; one that begins or is cancelled frees its place", async () => {
    const [ana] = await phones(1);
    const tomorrow = new Date(world.clock.now().getTime() + DAY_SEC * 1000).toISOString();
    const answers = await Promise.all(
      Array.from({ length: draftsAtOnce + 3 }, (_, n) =>
        n % 2 === 0 ? draft([{ ...ana }]) : draft([{ ...ana }], { draft: false, start_at: tomorrow }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201).map(idOf);
    expect(made.length).toBe(draftsAtOnce);
    for (const refused of answers.filter(({ status }) => status !== 201)) expect(refused).toMatchObject(refusal);
    expect((await draft([{ ...ana }])).body.message).toMatch(
      /3 drafts and scheduled broadcasts at a time.*Start or cancel/,
    );
    // A broadcast that starts immediately doesn't count as waiting.
    expect((await draft([{ ...ana }], { draft: false })).status).toBe(201);

    await world.ask("POST", `/v1/broadcasts/${made[0]}/start`);
    expect((await draft([{ ...ana }])).status).toBe(201);
    await world.ask("DELETE", `/v1/broadcasts/${made[1]}`);
    expect((await draft([{ ...ana }])).status).toBe(201);
    expect(await draft([{ ...ana }])).toMatchObject(refusal);
    // Changing an existing broadcast doesn't use up another place.
    expect((await world.ask("PATCH", `/v1/broadcasts/${made[2]}`, { text: "Other" })).status).toBe(200);
  });

  it("have so many people together, and a refused one stores nothing", async () => {
    const people = await phones(draftPeople + 1);
    const first = idOf(await draft(people.slice(0, 10)));
    const before = world.table.all().length;

    const refused = await draft(people.slice(10));

    expect(refused).toMatchObject(refusal);
    expect(refused.body.message).toMatch(/2000 people across all drafts.*This one has 1991, and the others have 10\./);
    expect(world.table.all().length).toBe(before);
    expect((await draft(people.slice(11))).status).toBe(201);
    const grown = await world.ask("PATCH", `/v1/broadcasts/${first}`, { recipients: people.slice(0, 11) });
    expect(grown).toMatchObject(refusal);
    expect((await world.read(first)).progress.total).toBe(10);
  });

  it("free their places when their instance is deleted", async () => {
    const [ana] = await phones(1);
    for (let n = 0; n < draftsAtOnce; n++) {
      const id = idOf(await draft([{ ...ana }]));
      await world.table.write({ delete: keys.broadcast(world.account, id) }); // as its removal does
    }
    expect((await draft([{ ...ana }])).status).toBe(201);
  });
});

describe("a day of a plan", () => {
  it("stores so many people, however often broadcasts are made, changed and cancelled", async () => {
    const people = await phones(draftPeople);
    const round = async () => {
      const made = await draft(people);
      if (made.status !== 201) return made;
      const changed = await world.ask("PATCH", `/v1/broadcasts/${idOf(made)}`, { text: "Other" });
      await world.ask("DELETE", `/v1/broadcasts/${idOf(made)}`);
      return changed;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await round()).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(broadcastPeoplePerDay).toBe(5 * draftPeople);

    const refused = await round();
    expect(refused).toMatchObject({ status: 429, body: { code: "plan_limit" } });
    expect(Number(refused.headers["Retry-After"])).toBeLessThanOrEqual(DAY_SEC);
    world.pass(Number(refused.headers["Retry-After"]));
    expect((await round()).status).toBe(200);
  });
});

describe("a draft", () => {
  it("is gone after 14 days without a start or a change, and frees its place", async () => {
    const [ana] = await phones(1);
    const [kept, left] = [idOf(await draft([{ ...ana }])), idOf(await draft([{ ...ana }]))];
    const started = idOf(await draft([{ ...ana }]));
    expect((await world.read(left)).expires_at).toBe("2026-12-04T09:30:05+00:00");
    expect((await world.ask("POST", `/v1/broadcasts/${started}/start`)).body.data).toMatchObject({ expires_at: null });
    world.pass(7 * DAY_SEC);
    await world.table.write({ update: keys.account(world.account), set: { plan: "starter", trial_ends_at: null } });
    await world.ask("PATCH", `/v1/broadcasts/${kept}`, { text: "Other" });
    world.pass(7 * DAY_SEC);

    expect((await world.ask("GET", `/v1/broadcasts/${left}`)).body.code).toBe("broadcast_not_found");
    expect((await world.ask("POST", `/v1/broadcasts/${left}/start`)).body.code).toBe("broadcast_not_found");
    const listed = (await world.ask("GET", "/v1/broadcasts")).body.data as Broadcast[];
    expect(listed.map(({ id }) => id)).toEqual([started, kept]);
    const ttls = (id: string) => storedOf(id).map(({ ttl }) => Number(ttl) * 1000 - world.clock.now().getTime());
    expect(Math.max(...ttls(left))).toBeLessThanOrEqual(0);
    expect(Math.max(...ttls(started))).toBe((120 - 14) * DAY_SEC * 1000);
  });
});
