import { beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { dataOf, idOf, type LinkedWorld, linkedWorld, TO } from "../linked-world.ts";

const OTHER = "5511999990002";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const path = (rest = "") => `/v1/instances/${world.instance}/statuses${rest}`;
const post = (body: object, headers?: Record<string, string>) => world.ask("POST", path(), body, headers);
const list = async () => (await world.ask("GET", path())).body.data as { id: string }[];
const fieldsOf = (answer: { body: Record<string, unknown> }) => Object.keys(answer.body.errors as object);
const text = { text: "Open on Sunday", recipients: [TO] };

/** Records the result of the lane's attempt to post a status. */
const outcome = (id: string, set: object) =>
  world.table.write({ update: keys.message(world.account, id), set: { ...set } });
const rows = () => world.table.partition(instanceLane(world.instance)).filter(({ sk }) => /^\w#(\w+#)?sts_/.test(sk));

describe("a status that is posted", () => {
  it("goes once to somebody who wrote by the other form of a number that was given", async () => {
    const other = OTHER.replace(/^(55..)9/, "$1");
    await world.table.write({ put: { ...keys.person(world.instance, OTHER), last_in_at: "2026-01-01T00:00:00.000Z" } });

    const answer = await post({ ...text, recipients: [other, OTHER] });

    expect(dataOf(answer).recipients_count).toBe(1);
    expect(world.table.peek(keys.statusList(world.instance, idOf(answer)))?.recipients).toEqual([OTHER]);
  });

  it("is queued with all its fields, and waits in the instance's lane as a message to known people", async () => {
    const answer = await post({ ...text, background_color: "#1FA855", font: 3 });
    const data = dataOf(answer);

    expect(answer.status).toBe(202);
    expect(data).toEqual({
      id: expect.stringMatching(/^sts_[0-9A-Z]{26}$/),
      type: "text",
      text: "Open on Sunday",
      media: null,
      background_color: "#1FA855",
      font: 3,
      status: "queued",
      error: null,
      error_code: null,
      recipients_count: 1,
      created_at: expect.any(String),
      expires_at: null,
      views: 0,
    });
    const [row] = rows();
    expect(row).toMatchObject({ message_id: data.id, sk: `K#${data.id}` });
    expect(Date.parse(String(row?.expires_at)) - Date.parse(String(row?.due))).toBe(2 * 3_600_000);
    expect((await world.ask("GET", path(`/${data.id}`))).body.data).toEqual(data);
  });

  it("carries an image with its caption, or a sound, which is a voice note", async () => {
    const image = await post({ ...text, media: { data: PNG, mimetype: "image/png" } });
    const sound = await post({ media: { data: "T2dnUw==", mimetype: "audio/ogg" }, recipients: [TO] });

    expect(image.body.data).toMatchObject({ type: "image", text: "Open on Sunday", media: { mimetype: "image/png" } });
    expect(sound.body.data).toMatchObject({ type: "audio", text: null });
    const stored = world.table.peek(keys.message(world.account, idOf(sound)));
    expect(stored?.content).toMatchObject({ kind: "audio", voice: true });
  });

  it("is no message: neither listed, nor read by its id, nor told of", async () => {
    const id = idOf(await post(text));

    expect((await world.ask("GET", "/v1/messages")).body.data).toEqual([]);
    expect((await world.ask("GET", `/v1/messages/${id}`)).body.code).toBe("message_not_found");
    expect((await world.ask("GET", "/v1/chats")).body.data).toEqual([]);
  });

  it("goes once however often its Idempotency-Key comes, which a message may use, too", async () => {
    const key = { "Idempotency-Key": "sunday" };
    const first = await post(text, key);
    const again = await post({ ...text, text: "Something else" }, key);
    const message = await world.ask("POST", "/v1/messages", { instance_id: world.instance, to: TO, text: "Hi" }, key);

    expect([again.status, again.headers["Idempotent-Replayed"] ?? again.headers["idempotent-replayed"]]).toEqual([
      200,
      "true",
    ]);
    expect(idOf(again)).toBe(idOf(first));
    expect(rows()).toHaveLength(1);
    expect([message.status, dataOf(message).type]).toEqual([202, "text"]);
  });

  it("answers a retry whatever its body is, as every route that takes an Idempotency-Key", async () => {
    const key = { "Idempotency-Key": "sunday" };
    const first = await post(text, key);

    const again = await post({ recipients: "nobody" }, key);

    expect([again.status, idOf(again)]).toEqual([200, idOf(first)]);
  });

  it("is one, and one of the day, when two requests with one key race for the day's last place", async () => {
    for (let n = 0; n < 4; n++) expect((await post(text)).status).toBe(202);

    const both = await Promise.all([post(text, { "Idempotency-Key": "k" }), post(text, { "Idempotency-Key": "k" })]);

    expect(both.map(({ status }) => status).filter((status) => status === 202)).toHaveLength(1);
    expect(rows()).toHaveLength(5);
    const again = await post(text, { "Idempotency-Key": "k" });
    expect([again.status, (await post(text)).status]).toEqual([200, 429]);
  });

  it("is one of five a day; the sixth is told when there will be more", async () => {
    for (let n = 0; n < 5; n++) expect((await post(text)).status).toBe(202);

    const { status, body, headers } = await post(text);

    expect([status, body.code]).toEqual([429, "limit_reached"]);
    expect(Number(headers["Retry-After"] ?? headers["retry-after"])).toBeGreaterThan(0);
    expect(rows()).toHaveLength(5);
  });
});

describe("a status that names nobody", () => {
  it("is for those who wrote within 30 days and are not blocked, the latest first", async () => {
    await world.receive({ body: "Long ago" });
    world.pass(31 * 86_400);
    await world.receive({ body: "Hello", phone: OTHER, person: OTHER, chat_id: `${OTHER}@s.whatsapp.net` });

    const answer = await post({ text: "Hi" });

    expect(dataOf(answer).recipients_count).toBe(1);
    expect(world.table.peek(keys.statusList(world.instance, idOf(answer)))?.recipients).toEqual([OTHER]);
  });

  it("is refused when nobody wrote", async () => {
    const { status, body } = await post({ text: "Hi" });

    expect([status, body.code]).toEqual([422, "validation_failed"]);
    expect(JSON.stringify(body.errors)).toMatch(/Set the recipients/);
    expect(rows()).toEqual([]);
  });
});

describe("a status that can't be", () => {
  it.each([
    [{ recipients: [TO] }, "text"],
    [{ ...text, text: "x".repeat(701) }, "text"],
    [{ ...text, media: { data: PNG, mimetype: "application/pdf" } }, "media"],
    [{ ...text, background_color: "green" }, "background_color"],
    [{ ...text, font: 10 }, "font"],
    [{ ...text, font: 1, media: { data: PNG, mimetype: "image/png" } }, "font"],
    [{ ...text, recipients: [] }, "recipients"],
    [{ ...text, recipients: [TO, TO] }, "recipients"],
    [{ ...text, recipients: ["12"] }, "recipients"],
    [{ ...text, recipients: Array.from({ length: 501 }, (_, n) => `55119999${10_000 + n}`) }, "recipients"],
  ])("%j is refused with errors.%s, and nothing of it is counted", async (body, field) => {
    const answer = await post(body);

    expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
    expect(fieldsOf(answer)).toEqual([field]);
    expect(rows()).toEqual([]);
    expect(world.table.peek(keys.limitedActions(world.instance))).toBeNull();
  });
});

describe("the list of statuses", () => {
  it("shows what waits and what is seen, newest first, until a day has passed", async () => {
    const sent = idOf(await post(text));
    await outcome(sent, { status: "sent", step: "done", sent_at: world.clock.now().toISOString() });
    world.pass(60);
    const waits = idOf(await post(text));
    const ids = async () => (await list()).map(({ id }) => id);

    expect(await ids()).toEqual([waits, sent]);
    world.pass(86_400 - 61);
    expect(await ids()).toEqual([waits, sent]);
    world.pass(1);
    expect(await ids()).toEqual([waits]);
    const gone = await world.ask("GET", path(`/${sent}`));
    expect([gone.status, gone.body.code]).toEqual([404, "status_not_found"]);
  });

  it("shows one that failed, and why, until a day after it was made", async () => {
    const id = idOf(await post(text));
    await outcome(id, { status: "failed", step: "done", error: "Refused.", error_code: "messenger_refused" });

    expect(await list()).toMatchObject([{ id, status: "failed", error: "Refused.", error_code: "messenger_refused" }]);
    world.pass(86_400);
    expect(await list()).toEqual([]);
  });
});

describe("DELETE of a status", () => {
  const remove = (id: string) => world.ask("DELETE", path(`/${id}`));
  const isGone = async (id: string) => (await world.ask("GET", path(`/${id}`))).body.code === "status_not_found";

  it("that waits takes it out of the lane: it is never posted, and gone at once", async () => {
    const id = idOf(await post(text));

    expect((await remove(id)).status).toBe(202);
    expect(rows()).toEqual([]);
    expect(await isGone(id)).toBe(true);
    expect(await list()).toEqual([]);
    expect(world.commands).toEqual([]);
    expect((await remove(id)).body.code).toBe("status_not_found");
    expect(world.events().filter(({ type }) => type === "message.status")).toEqual([]);
  });

  it("that was posted has the session take it back, and is gone then", async () => {
    const id = idOf(await post(text));
    await outcome(id, { status: "sent", step: "done", sent_at: world.clock.now().toISOString() });

    const answer = await world.withSession(
      async () => ({ ok: true }),
      () => remove(id),
    );

    expect(answer.status).toBe(202);
    expect(world.commands).toEqual([{ kind: "delete_status", status: id }]);
    expect(await isGone(id)).toBe(true);
  });

  it("that was never confirmed has the session take it back: people may see it", async () => {
    const id = idOf(await post(text));
    await outcome(id, { status: "failed", step: "done", error: "Not confirmed.", error_code: "no_receipt" });

    await world.withSession(
      async () => ({ ok: true }),
      () => remove(id),
    );

    expect(world.commands).toEqual([{ kind: "delete_status", status: id }]);
    expect(await isGone(id)).toBe(true);
  });

  it("that the network does not take back leaves it, and says so", async () => {
    const id = idOf(await post(text));
    await outcome(id, { status: "sent", step: "done", sent_at: world.clock.now().toISOString() });

    const answer = await world.withSession(
      async () => ({ ok: false, code: "messenger_refused" }),
      () => remove(id),
    );

    expect([answer.status, answer.body.code]).toEqual([409, "messenger_refused"]);
    expect(await isGone(id)).toBe(false);
  });

  it("that is being posted is refused; of one that failed nothing is asked of anybody", async () => {
    const busy = idOf(await post(text));
    await outcome(busy, { step: "sending" });
    const failed = idOf(await post(text));
    await outcome(failed, { status: "failed", step: "done" });

    expect((await remove(busy)).body.code).toBe("conflict");
    expect((await remove(failed)).status).toBe(202);
    expect(await isGone(failed)).toBe(true);
    expect(world.commands).toEqual([]);
  });
});
