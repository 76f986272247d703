import { beforeAll, describe, expect, it } from "vitest";
import type { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { keys } from "../../../core/store/keys.ts";
import { idOf } from "../linked-world.ts";
import { type BroadcastWorld, broadcastWorld } from "./broadcast-world.ts";

const ANA = "5511999990001";
const BEN = "5511999990002";

let world: BroadcastWorld;
const tomorrow = (hours = 24) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();
const move = (id: string, what: string) => world.ask("POST", `/v1/broadcasts/${id}/${what}`);
const cancel = (id: string) => world.ask("DELETE", `/v1/broadcasts/${id}`);
const change = (id: string, body: object) => world.ask("PATCH", `/v1/broadcasts/${id}`, body);
const statusOf = (answer: { body: Record<string, unknown> }) => (answer.body.data as Broadcast | undefined)?.status;
const rowsOf = (id: string) =>
  world
    .ownRows()
    .map(({ sk }) => sk)
    .filter((sk) => sk.includes(id));

beforeAll(async () => {
  world = await broadcastWorld();
  await world.writes(ANA);
  world.pass(60);
});

describe("PATCH /v1/broadcasts/{id}", () => {
  it("changes what was sent of a draft, finds its people anew, and keeps the rest", async () => {
    const recipients = [
      { phone: ANA, fields: { x: "1" } },
      { phone: BEN, fields: { x: "2" } },
    ];
    const id = await world.made({ audience: "phones", recipients, name: "Old", text: "{x}", draft: true });
    // People outside the audience are counted but not stored, so they join the broadcast only if the request lists them
    // again.
    expect((await world.read(id)).left_out.reasons.never_wrote).toBe(1);
    await world.writes(BEN);
    expect((await change(id, { name: "New" })).body.data).toMatchObject({
      progress: { total: 1 },
      left_out: { count: 1, reasons: { never_wrote: 1 }, sample: [{ phone: BEN, reason: "never_wrote" }] },
    });
    const answer = await change(id, { recipients });
    expect((await world.read(id)).left_out.count).toBe(0);
    expect(answer.body.data).toMatchObject({ name: "New", text: "{x}", status: "draft", progress: { total: 2 } });
    expect(await world.people(id)).toEqual([ANA, BEN]);
    await change(id, { text: "{y|none}", per_day: 5 });
    expect(await world.read(id)).toMatchObject({ text: "{y|none}", per_day: 5, name: "New", progress: { total: 2 } });
    expect((await change(id, { per_day: null, name: null })).body.data).toMatchObject({ per_day: null, name: null });
    expect((await change(id, { audience: "recent" })).body.data).toMatchObject({ audience: "recent", days: null });
    const back = await change(id, { audience: "phones" });
    expect([back.status, back.body.errors]).toEqual([
      422,
      { recipients: ["Set the people who should get the broadcast."] },
    ]);
  });

  it("moves a scheduled one to another time, and without a time it begins", async () => {
    const id = await world.made({ start_at: tomorrow() });
    const later = tomorrow(48);
    expect(statusOf(await change(id, { start_at: later }))).toBe("scheduled");
    expect(rowsOf(id)).toEqual([`S#${later}#${id}`]);
    await change(id, { text: "Other" });
    expect(rowsOf(id)).toEqual([`S#${later}#${id}`]);
    expect(statusOf(await change(id, { start_at: null }))).toBe("running");
    expect(rowsOf(id)).toEqual([`B#${id}~`]);
  });

  it("of a draft whose time has passed is not refused for that", async () => {
    const id = await world.made({ draft: true, start_at: tomorrow(1) });
    world.pass(2 * 3_600);
    expect((await change(id, { name: "Late" })).body.data).toMatchObject({ name: "Late", start_at: null });
  });

  it("refuses what runs, is paused or over with 409", async () => {
    const id = await world.made();
    expect((await change(id, { text: "Other" })).status).toBe(409);
    await move(id, "pause");
    expect((await change(id, { text: "Other" })).status).toBe(409);
    await cancel(id);
    expect((await change(id, { text: "Other" })).body.code).toBe("conflict");
  });

  it("that comes late writes nothing over the people of the one that won", async () => {
    const phones = (...people: string[]) => ({ audience: "phones", recipients: people.map((phone) => ({ phone })) });
    await world.writes(BEN);
    const id = await world.made({ ...phones(ANA, BEN), draft: true });
    const { write } = world.deps.table;
    let isFirst = true;
    // Another change completes while this one is about to store its first page.
    world.deps.table.write = async (one) => {
      const isMeant = isFirst && "put" in one;
      if (isMeant) isFirst = false;
      if (isMeant) await change(id, phones(BEN, ANA));
      return write.call(world.table, one);
    };
    const lost = await change(id, phones(ANA));
    world.deps.table.write = write;
    expect(lost.status).toBe(409);
    expect(await world.people(id)).toEqual([BEN, ANA]);
    expect((await world.read(id)).progress.total).toBe(2);
  });

  it("of two at once one wins, and what is stored is all of one", async () => {
    const id = await world.made({ draft: true });
    const answers = await Promise.all([change(id, { text: "One" }), change(id, { text: "Two" }), move(id, "start")]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await world.people(id)).toEqual([BEN, ANA]);
  });
});

describe("POST /v1/broadcasts/{id}/start", () => {
  it("starts a draft with those of its people who are there now, at once or at its time", async () => {
    const [quits, stays] = ["5511999990005", "5511999990006"];
    for (const phone of [quits, stays]) await world.writes(phone);
    const recipients = [quits, stays, "5511999990007"].map((phone) => ({ phone }));
    const id = await world.made({ audience: "phones", recipients, draft: true });
    expect((await world.read(id)).progress.total).toBe(2);
    await world.table.write({ update: keys.person(world.instance, quits), set: { opted_out_ms: 1 } });
    expect((await move(id, "start")).body.data).toMatchObject({
      ...{ status: "running", progress: { total: 1 }, expires_at: null },
      left_out: { count: 2, reasons: { never_wrote: 1, opted_out: 1 } },
    });
    expect(rowsOf(id)).toEqual([`B#${id}~`]);
    expect((await move(id, "start")).body.code).toBe("conflict");
    const timed = await world.made({ draft: true, start_at: tomorrow() });
    expect(statusOf(await move(timed, "start"))).toBe("scheduled");
    expect(statusOf(await move(timed, "start"))).toBe("running");
    expect(rowsOf(timed)).toEqual([`B#${timed}~`]);
  });
});

describe("pausing, resuming and cancelling", () => {
  it("takes the row and puts it back, with one event a pause", async () => {
    const id = await world.made();
    const events = () => world.events().filter(({ type, data }) => type === "broadcast.paused" && data.id === id);
    const paused = await move(id, "pause");
    expect(paused.body.data).toMatchObject({
      status: "paused",
      reason: { code: "paused_by_you", text: expect.stringMatching(/\.$/) },
      progress: { expected_end_at: null },
    });
    expect(rowsOf(id)).toEqual([]);
    expect(statusOf(await move(id, "pause"))).toBe("paused");
    expect(events().length).toBe(1);
    expect(Object.keys(events()[0]?.data ?? {}).sort()).toEqual(
      ["id", "instance_id", "name", "status", "reason", "progress", "started_at", "completed_at"].sort(),
    );
    expect(statusOf(await move(id, "resume"))).toBe("running");
    expect(statusOf(await move(id, "resume"))).toBe("running");
    expect(rowsOf(id)).toEqual([`B#${id}~`]);
    const record = await world.record(id);
    expect(record.reason).toBe(null);
  });

  it.each([
    ["restricted", { restricted: { until: null } }, "messenger_restricted"],
    ["a lock on new chats", { lock: { until: null } }, "new_chats_paused"],
    ["a safety score under 60", { level: "risk" }, "conflict"],
  ])("resuming is refused while %s stands", async (_, state, code) => {
    const id = await world.made();
    await move(id, "pause");
    await world.state(state);
    const refused = await move(id, "resume");
    await world.state({ restricted: null, lock: null, level: "good" });
    expect([refused.status, refused.body.code]).toEqual([409, code]);
    expect(statusOf(await move(id, "resume"))).toBe("running");
  });

  it("after opt-outs only a day later", async () => {
    const id = await world.made();
    await move(id, "pause");
    const { account_id } = await world.record(id);
    const place = { pk: `ACC#${account_id}#BRD`, sk: id };
    await world.table.write({ update: place, set: { reason: "opt_outs" } });
    const refused = await move(id, "resume");
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/2 %.* From 2026-11-\d\dT.* on\.$/),
    ]);
    world.pass(86_400);
    expect(statusOf(await move(id, "resume"))).toBe("running");
  });

  it("cancels for good: whoever waits shows it", async () => {
    const id = await world.made();
    await world.reaches(id, 0, "delivered");
    const answer = await cancel(id);
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { status: "cancelled", completed_at: expect.any(String), progress: { waiting: 0, delivered: 1 } },
    ]);
    const { cancelled, total } = (answer.body.data as Broadcast).progress;
    expect(cancelled).toBe(total - 1);
    expect(rowsOf(id)).toEqual([]);
    expect(statusOf(await cancel(id))).toBe("cancelled");
    for (const what of ["pause", "resume", "start"]) expect((await move(id, what)).body.code).toBe("conflict");
    for (const body of [{ draft: true }, { start_at: tomorrow() }]) {
      const other = await world.made(body);
      expect(statusOf(await cancel(other))).toBe("cancelled");
      expect(rowsOf(other)).toEqual([]);
    }
  });
});

describe("GET /v1/broadcasts", () => {
  it("lists them newest first, 20 a page, by instance and status", async () => {
    const own = await broadcastWorld();
    await own.writes(ANA);
    const ids: string[] = [];
    for (let n = 0; n < 23; n++) {
      ids.push(idOf(await own.post({ audience: "recent", draft: n % 2 === 0 })));
      own.pass(1);
    }
    const get = async (query: string) => {
      const { body } = await own.ask("GET", `/v1/broadcasts${query}`);
      return {
        ids: (body.data as Broadcast[]).map(({ id }) => id),
        next: (body.links as { next: string | null }).next,
      };
    };
    const first = await get("");
    expect(first.ids).toEqual(ids.toReversed().slice(0, 20));
    const second = await get(new URL(first.next ?? "").search);
    expect([second.ids, second.next]).toEqual([ids.toReversed().slice(20), null]);
    expect((await get(`?instance_id=${own.instance}`)).ids).toEqual(first.ids);
    expect((await get("?status=draft")).ids.length).toBe(12);
    expect((await get(`?status=running&instance_id=${own.instance}`)).ids.length).toBe(11);
    expect((await get("?status=paused")).ids).toEqual([]);
    expect((await get("?page=3")).ids).toEqual([]);
  });
});
