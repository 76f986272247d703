import { beforeAll, describe, expect, it } from "vitest";
import type { Broadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { keys } from "../../../core/store/keys.ts";
import { idOf } from "../linked-world.ts";
import { type BroadcastWorld, broadcastWorld } from "./broadcast-world.ts";

const ANA = "5511999990001";
const BEN = "5511999990002";
const CAT = "5511999990003";
const STRANGER = "5511999990009";
const HIDDEN = "900000000000001@lid";

let world: BroadcastWorld;
const dataOf = (answer: { body: Record<string, unknown> }) => answer.body.data as Broadcast;

beforeAll(async () => {
  world = await broadcastWorld();
  for (const [phone, name] of [
    [ANA, "Ana"],
    [BEN, "Ben"],
    [CAT, "Cat"],
  ] as const) {
    await world.writes(phone, name);
    world.pass(60);
  }
});

describe("POST /v1/broadcasts", () => {
  it("makes a broadcast that runs, with its people and one row in the lane", async () => {
    const before = world.ownRows().length;
    const answer = await world.post({ audience: "phones", recipients: [{ phone: ANA }, { phone: BEN }], name: "News" });
    expect(answer.status).toBe(201);
    const made = dataOf(answer);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^brd_/),
      instance_id: world.instance,
      name: "News",
      status: "running",
      reason: null,
      progress: { total: 2, waiting: 2, sent: 0, percent: 0, expected_end_at: expect.any(String) },
      left_out: { count: 0, sample: [] },
      warnings: [],
      audience: "phones",
      language: "pt",
      started_at: expect.any(String),
      completed_at: null,
    });
    expect(await world.people(made.id)).toEqual([ANA, BEN]);
    expect(world.ownRows().length).toBe(before + 1);
    expect(world.ownRows().at(-1)?.sk).toBe(`B#${made.id}~`);
    expect(await world.read(made.id)).toEqual(made);
  });

  it("that nobody is left of is complete at once, with its event and without a row; so is a draft that is started", async () => {
    const recipients = [{ phone: STRANGER }];
    const rows = world.ownRows().length;
    const completed = () => world.events().filter(({ type }) => type === "broadcast.completed").length;
    const before = completed();
    const answer = await world.post({ audience: "phones", recipients });
    expect(answer.status).toBe(201);
    expect(dataOf(answer)).toMatchObject({
      ...{ status: "completed", completed_at: expect.any(String), reason: null },
      progress: { total: 0, percent: 100, expected_end_at: null, waiting_for: [] },
    });
    const id = await world.made({ audience: "phones", recipients, draft: true });
    expect((await world.read(id)).status).toBe("draft");
    const started = await world.ask("POST", `/v1/broadcasts/${id}/start`);
    expect(dataOf(started)).toMatchObject({ status: "completed", completed_at: expect.any(String) });
    const at = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
    const later = await world.made({ audience: "phones", recipients, start_at: at });
    expect(dataOf(await world.ask("POST", `/v1/broadcasts/${later}/start`)).status).toBe("completed");
    expect(completed()).toBe(before + 3);
    expect(world.ownRows().length).toBe(rows);
  });

  it("goes to a person who is given twice by the entry that has all values", async () => {
    const recipients = [{ phone: ANA }, { phone: ANA, fields: { order: "7" } }];
    const made = dataOf(await world.post({ text: "Order {order}", audience: "phones", recipients, draft: true }));
    expect(made.progress.total).toBe(1);
    expect(made.left_out.reasons).toEqual({ never_wrote: 0, opted_out: 0, duplicate: 1, invalid: 0 });
    await world.ask("DELETE", `/v1/broadcasts/${made.id}`);
  });

  it("leaves out a number that cannot exist as invalid, unless a person of it is known", async () => {
    const [lacksItsCode, known] = ["11970000051", "11970000052"];
    await world.writes(known);
    const { left_out, progress } = dataOf(
      await world.post({ audience: "phones", recipients: [{ phone: lacksItsCode }, { phone: known }], draft: true }),
    );

    expect(left_out.sample).toEqual([{ phone: lacksItsCode, reason: "invalid", field: null }]);
    expect(progress.total).toBe(1);
  });

  it("leaves out who never wrote, opted out or is blocked, is there twice, or has no possible number", async () => {
    const [optedOut, blocked] = ["5511999990011", "5511999990012"];
    for (const phone of [optedOut, blocked]) await world.writes(phone);
    await world.table.write({ update: keys.person(world.instance, optedOut), set: { opted_out_ms: 1 } });
    await world.table.write({ update: keys.person(world.instance, blocked), set: { blocked: true } });
    const phones = [ANA, "+55 (11) 99999-0001", STRANGER, optedOut, blocked, "123", "nobody"];
    const { left_out, progress } = dataOf(
      await world.post({ audience: "phones", recipients: phones.map((phone) => ({ phone })), draft: true }),
    );
    expect(progress).toMatchObject({ total: 1, waiting: 1, expected_end_at: null });
    expect(left_out).toEqual({
      count: 6,
      reasons: { never_wrote: 1, opted_out: 2, duplicate: 1, invalid: 2 },
      sample: [
        { phone: ANA, reason: "duplicate", field: null },
        { phone: STRANGER, reason: "never_wrote", field: null },
        { phone: optedOut, reason: "opted_out", field: null },
        { phone: blocked, reason: "opted_out", field: null },
        { phone: "123", reason: "invalid", field: null },
        { phone: "nobody", reason: "invalid", field: null },
      ],
    });
  });

  it("finds a person however a spreadsheet or an address book wrote the phone", async () => {
    const marked = "\u202a+55\u00a011 99999\u20110001\u202c";
    const written = [`${ANA}.0`, marked, "0055 (11) 99999\u20130001", "55 (0)11 99999-0001"];
    const recipients = written.map((phone) => ({ phone }));
    const made = dataOf(await world.post({ audience: "phones", recipients, draft: true }));

    expect(made.progress.total).toBe(1);
    expect(made.left_out.reasons).toEqual({ never_wrote: 0, opted_out: 0, duplicate: 3, invalid: 0 });
    await world.ask("DELETE", `/v1/broadcasts/${made.id}`);
  });

  it("refuses a list with rounded phones or lost letters, and says in which rows", async () => {
    const recipients = [
      { phone: ANA },
      { phone: "5.5119E+12", name: "Jo\ufffdo" },
      { phone: STRANGER, fields: { city: "S\ufffdo Paulo" } },
      { phone: "5,51E+12" },
    ];
    const refused = await world.post({ audience: "phones", recipients, draft: true });

    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: {
          "recipients.phone": [expect.stringMatching(/^Rows 2, 4: This is a rounded number/)],
          "recipients.name": [expect.stringMatching(/^Row 2: Letters of the name were lost/)],
          "recipients.fields": [expect.stringMatching(/^Row 3: Letters of the fields were lost/)],
        },
      },
    });
  });

  it("to recent people goes to those who wrote within the days, the latest first, one each", async () => {
    const recent = await broadcastWorld();
    await recent.writes(ANA);
    recent.pass(3 * 86_400);
    await recent.writes(BEN);
    recent.pass(60);
    await recent.writes(CAT);
    await recent.table.write({ update: keys.person(recent.instance, ANA), set: { name: "Ana of the shop" } });
    const of = async (body: object) => recent.people(await recent.made({ draft: true, ...body }));
    expect(await of({ days: 2 })).toEqual([CAT, BEN]);
    expect(await of({})).toEqual([CAT, BEN, ANA]);
    expect(await of({ days: 2, include_saved_contacts: true })).toEqual([CAT, BEN, ANA]);
    // A name that the network verified doesn't count as an address book entry.
    await recent.table.write({ update: keys.person(recent.instance, ANA), set: { verified: "shown" } });
    expect(await of({ days: 2, include_saved_contacts: true })).toEqual([CAT, BEN]);
  });

  it("goes to a person who wrote by the other form of a number that was given, once under both", async () => {
    const other = BEN.replace(/^(55..)9/, "$1");
    const recipients = [{ phone: other }, { phone: BEN }];
    const made = dataOf(await world.post({ audience: "phones", recipients, draft: true }));

    expect(await world.people(made.id)).toEqual([BEN]);
    expect(made.left_out.reasons).toMatchObject({ never_wrote: 0, duplicate: 1 });
    await world.ask("DELETE", `/v1/broadcasts/${made.id}`);
  });

  it("leaves out who asked for none, also by the other form of their number", async () => {
    const [known, other] = ["5511999990077", "551199990077"];
    await world.writes(known);
    await world.table.write({ update: keys.person(world.instance, known), set: { opted_out_ms: 1 } });
    const recipients = [{ phone: other }, { phone: BEN }];
    const made = dataOf(await world.post({ audience: "phones", recipients, draft: true }));

    expect(await world.people(made.id)).toEqual([BEN]);
    expect(made.left_out).toMatchObject({ count: 1, reasons: { opted_out: 1, never_wrote: 0 } });
    await world.ask("DELETE", `/v1/broadcasts/${made.id}`);
  });

  it("to a label goes to its people, a hidden number that turned out to be one of them once", async () => {
    const { ask, instance, table } = world;
    const label = Number(idOf(await ask("POST", `/v1/instances/${instance}/labels`, { name: "Regulars", color: 1 })));
    await table.write({ put: { ...keys.person(instance, HIDDEN), merged_into: BEN } });
    for (const chat of [ANA, BEN, HIDDEN, "120363020000000001@g.us"]) {
      await table.write({ put: { ...keys.labelled(instance, label, chat), chat } });
    }
    const id = await world.made({ audience: "label", label_id: label, draft: true });
    expect(await world.people(id)).toEqual([BEN, ANA]);
    expect((await world.read(id)).left_out.reasons.duplicate).toBe(1);
    const unknown = await world.post({ audience: "label", label_id: 99 });
    expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
  });

  it("fills in what was given, else the name they show, and leaves out who lacks a value", async () => {
    const { table, instance } = world;
    const recipients = [
      { phone: ANA, name: "Dona Ana", fields: { order: "7" } },
      { phone: BEN, fields: { order: "8" } },
      { phone: CAT },
    ];
    const answer = dataOf(await world.post({ text: "{name}: {order}", audience: "phones", recipients, draft: true }));
    expect(answer.left_out.sample).toEqual([{ phone: CAT, reason: "invalid", field: "order" }]);
    expect(answer.warnings.map(({ code }) => code)).toEqual(["missing_fields"]);
    const page = table.peek(keys.broadcastPeople(instance, answer.id, 1, 0));
    expect(page?.people).toMatchObject([
      { person: ANA, name: "Dona Ana", fields: { order: "7" } },
      { person: BEN, name: "Ben", fields: { order: "8" } },
    ]);
  });

  it.each([
    [{ audience: "recent", text: "Hi {" }, "text"],
    [{ audience: "recent", text: "{a}".repeat(3) + Array.from({ length: 21 }, (_, n) => `{b${n}}`).join("") }, "text"],
    [{ audience: "recent", text: "a".repeat(4_090) }, "text"],
    [
      {
        audience: "recent",
        text: "a".repeat(1_020),
        media: { url: "http://127.0.0.1:8099/a.png", mimetype: "image/png" },
      },
      "text",
    ],
    [{ audience: "recent", media: { url: "http://127.0.0.1:8099/a.ogg", mimetype: "audio/ogg" } }, "text"],
    [{ audience: "recent", media: { mimetype: "image/png" } }, "media.url"],
    [{ audience: "everybody" }, "audience"],
    [{ audience: "label" }, "label_id"],
    [{ audience: "phones" }, "recipients"],
    [{ audience: "recent", recipients: [{ phone: ANA }] }, "recipients"],
    [{ audience: "phones", recipients: [{ phone: ANA }], days: 3 }, "days"],
    [{ audience: "recent", days: 366 }, "days"],
    [{ audience: "recent", language: "tlh" }, "language"],
    [{ audience: "recent", interval_seconds: 29 }, "interval_seconds"],
    [{ audience: "recent", per_day: 501 }, "per_day"],
    [{ audience: "recent", start_at: "2026-11-19T09:30:00Z" }, "start_at"],
    [{ audience: "recent", start_at: "2027-11-19T09:30:00Z" }, "start_at"],
    [{ audience: "phones", recipients: [{ phone: ANA, fields: { "no name": "x" } }] }, "recipients.fields"],
    [{ audience: "phones", recipients: [{ phone: ANA, fields: { a: "x".repeat(1_020) } }] }, "recipients"],
  ])("refuses %j with a sentence, and makes nothing", async (body, field) => {
    const before = world.table.all().length;
    const answer = await world.post(body);
    expect([answer.status, Object.keys((answer.body.errors ?? {}) as object)], answer.text).toEqual([422, [field]]);
    expect(world.table.all().length).toBe(before);
  });

  it("waits for its time, and a draft for its start", async () => {
    const at = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
    const scheduled = await world.made({ start_at: at });
    expect(await world.read(scheduled)).toMatchObject({ status: "scheduled", started_at: null });
    expect(world.ownRows().some(({ sk }) => sk === `S#${at}#${scheduled}`)).toBe(true);
    const draft = await world.made({ draft: true });
    expect(await world.read(draft)).toMatchObject({ status: "draft", started_at: null });
    expect(world.ownRows().some(({ sk }) => sk.includes(draft))).toBe(false);
  });

  it("keeps a file of its own under its own prefix", async () => {
    const media = { data: "iVBORw0KGgoAAAANSUhEUgAA", mimetype: "image/png", filename: "a.png" };
    const id = await world.made({ media, draft: true });
    expect((await world.read(id)).media).toEqual({ mimetype: "image/png", filename: "a.png" });
    const place = `BRD/${world.account}/${world.instance}/${id}/`;
    expect([...world.media.files.keys()].filter((key) => key.startsWith(place)).length).toBe(1);
  });

  it("warns that this number is too new", async () => {
    await world.state({ stage: 1 });
    const { warnings, progress } = dataOf(await world.post({ audience: "recent", draft: true }));
    await world.state({ stage: 4 });
    expect(warnings.map(({ code }) => code)).toEqual(["stage_allows_none"]);
    expect(progress.expected_end_at).toBe(null);
  });
});

describe("under one Idempotency-Key", () => {
  it("a broadcast is made once, and the retry shows it as it is", async () => {
    const headers = { "Idempotency-Key": "news-1" };
    const first = await world.post({ audience: "recent" }, headers);
    await world.ask("POST", `/v1/broadcasts/${idOf(first)}/pause`);
    const again = await world.post({ audience: "nonsense" }, headers);
    expect([again.status, again.headers["Idempotent-Replayed"]]).toEqual([200, "true"]);
    expect(dataOf(again)).toMatchObject({ id: idOf(first), status: "paused" });
  });

  it("ten at once make one", async () => {
    const before = world.ownRows().length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.post({ audience: "recent" }, { "Idempotency-Key": "news-2" })),
    );
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201).length).toBe(1);
    expect(world.ownRows().length).toBe(before + 1);
  });

  it("one that dies before its last write leaves nothing that anybody sees, and the retry makes one", async () => {
    const list = async () => (await world.ask("GET", "/v1/broadcasts")).body.data as Broadcast[];
    const before = await list();
    const rows = world.ownRows().length;
    const { transact } = world.deps.table;
    world.deps.table.transact = () => Promise.reject(new Error("died"));
    const died = await world.post({ audience: "recent" }, { "Idempotency-Key": "news-3" });
    world.deps.table.transact = transact;
    expect(died.status).toBe(500);
    expect(await list()).toEqual(before);
    expect(world.ownRows().length).toBe(rows);
    const retried = await world.post({ audience: "recent" }, { "Idempotency-Key": "news-3" });
    expect(retried.status).toBe(201);
    expect((await list()).length).toBe(before.length + 1);
  });
});
