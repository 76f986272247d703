import { beforeEach, describe, expect, it } from "vitest";
import { changeAccount } from "../../../core/operations/accounts/change-account.ts";
import { linkPointer } from "../../../core/operations/otps/find-link-otp.ts";
import { keys } from "../../../core/store/keys.ts";
import { dataOf, idOf, TO } from "../linked-world.ts";
import { type OtpWorld, otpWorld } from "./otp-world.ts";

const OTHER = "5511999990002";
const HOUR = 3_600;

let world: OtpWorld;
beforeEach(async () => {
  world = await otpWorld();
});

const fieldsOf = (answer: { body: Record<string, unknown> }) => Object.keys(answer.body.errors as object);

describe("an OTP by code", () => {
  it("is open with all its fields, and its code is in no answer and in nothing that is stored", async () => {
    const answer = await world.create({ reference: "order 7", brand: "Tea House", expires_in: 120 });
    const data = dataOf(answer);

    expect(answer.status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^otp_[0-9A-Z]{26}$/),
      instance_id: world.instance,
      channel: "code",
      status: "pending",
      reference: "order 7",
      phone: TO,
      attempts_left: 5,
      code: null,
      link: null,
      qr: null,
      reason: null,
      expires_at: "2026-11-20T09:32:05+00:00",
      verified_at: null,
      failed_at: null,
      created_at: "2026-11-20T09:30:05+00:00",
    });
    expect(await world.get(String(data.id))).toEqual(data);
    const code = await world.codeOf(String(data.id));
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(world.table.all())).not.toContain(code);
  });

  it("puts one message before all others of the lane, with masked digits, in the language that was asked for", async () => {
    await world.create({ locale: "pt-BR", brand: "Casa do Chá", code_length: 8 });
    const [message] = world.codeMessages();

    expect(message).toMatchObject({ origin: "otp", status: "queued", phone: TO, type: "text" });
    expect(String(message?.body)).toContain("••••••••");
    expect(String(message?.body)).toContain("Casa do Chá");
    expect(world.rows().map(({ sk }) => sk[0])).toEqual(["O"]);
    const listed = await world.ask("GET", `/v1/messages?instance_id=${world.instance}`);
    expect(listed.text).toContain("••••••••");
  });

  it("has failed at once on an instance that is not connected, with its event, and nothing is sent", async () => {
    await world.table.write({ update: keys.instance(world.instance), set: { status: "starting" } });
    const answer = await world.create({ reference: "order 7" });

    expect(answer.status).toBe(201);
    expect(dataOf(answer)).toMatchObject({ status: "failed", reason: "not_connected", failed_at: expect.any(String) });
    expect(world.codeMessages()).toEqual([]);
    expect(world.told("otp.failed").map(({ data }) => data)).toEqual([
      {
        id: idOf(answer),
        instance_id: world.instance,
        channel: "code",
        reference: "order 7",
        phone: TO,
        reason: "not_connected",
        failed_at: "2026-11-20T09:30:05+00:00",
      },
    ]);
    expect((await world.check(idOf(answer), "123456")).status).toBe(409);
  });

  it.each([
    ["without a phone", { phone: null }, "phone"],
    ["to a phone that is none", { phone: "+55 11" }, "phone"],
    ["with an address as brand", { brand: "win at tea.example" }, "brand"],
    ["with two lines as brand", { brand: "Tea\nHouse" }, "brand"],
    ["with a long brand", { brand: "x".repeat(31) }, "brand"],
    ["with a long reference", { reference: "x".repeat(101) }, "reference"],
    ["in no language", { locale: "not a tag" }, "locale"],
    ["for 59 seconds", { expires_in: 59 }, "expires_in"],
    ["for 3,601 seconds", { expires_in: 3_601 }, "expires_in"],
    ["of three digits", { code_length: 3 }, "code_length"],
    ["of nine digits", { code_length: 9 }, "code_length"],
    ["of half a digit", { code_length: 4.5 }, "code_length"],
    ["over no channel", { channel: "sms" }, "channel"],
  ])("%s is refused, by its field", async (_, body, field) => {
    const answer = await world.create(body);
    expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
    expect(fieldsOf(answer)).toEqual([field]);
    expect(world.codeMessages()).toEqual([]);
  });

  it("is made five times an hour and fifteen times a day for one phone; refused ones are not counted", async () => {
    for (let n = 0; n < 5; n++) {
      expect((await world.create()).status).toBe(201);
      world.pass(60);
    }
    const sixth = await world.create();
    expect([sixth.status, sixth.body.code, sixth.headers["Retry-After"]]).toEqual([429, "limit_reached", "3300"]);
    expect((await world.create({ phone: OTHER })).status).toBe(201);

    world.pass(3_300);
    expect((await world.create()).status).toBe(201);
    for (let n = 0; n < 9; n++) {
      world.pass(HOUR);
      expect((await world.create()).status).toBe(201);
    }
    world.pass(HOUR);
    const sixteenth = await world.create();
    expect(sixteenth.status).toBe(429);
    world.pass(Number(sixteenth.headers["Retry-After"]));
    expect((await world.create()).status).toBe(201);
  });

  it("is made five times however many ask at once, and each of them sends one message", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(world.codeMessages()).toHaveLength(5);
  });

  it("is made thirty times an hour by an account in its trial", async () => {
    await changeAccount(world.table, world.account, { plan: "trial" });
    await world.table.write({ update: keys.otpHour(world.account, "2026-11-20T09"), set: { created: 29 } });
    expect((await world.create()).status).toBe(201);
    const full = await world.create({ phone: OTHER });
    expect([full.status, full.body.code, full.headers["Retry-After"]]).toEqual([429, "limit_reached", "1795"]);
    world.pass(1_795);
    expect((await world.create({ phone: OTHER })).status).toBe(201);
  });

  it("is one of the messages that a trial's day includes, when it sends one", async () => {
    await changeAccount(world.table, world.account, { plan: "trial" });
    await world.table.write({ update: keys.sentMessages(world.account, "2026-11-20"), set: { messages: 100 } });
    const full = await world.create();
    expect([full.status, full.body.code]).toEqual([429, "plan_limit"]);
    expect((await world.create({ channel: "link" })).status).toBe(201);
  });
});

describe("codes of which hardly any is verified", () => {
  const hour = (set: object) =>
    world.table.write({ update: keys.otpHour(world.account, "2026-11-20T09"), set: { ...set } });
  const activity = async () => (await world.ask("GET", "/v1/activity")).text.split("otp.creation_paused").length - 1;
  const notices = () => world.table.partition(keys.busNotice(world.account, "").pk);

  it("are not made for an hour; the log and the admins are told once, and then they are counted anew", async () => {
    await hour({ created: 60, tried: 60, verified: 5 });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => world.create({ phone: `551199999000${n}` })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(429));
    expect(answers[0]?.body.code).toBe("limit_reached");
    expect(answers[0]?.headers["Retry-After"]).toBe("3600");
    expect(await activity()).toBe(1);
    expect(notices()).toHaveLength(1);
    expect(notices()[0]).toMatchObject({ detail_type: "otps.paused", detail: { sent: 60, verified: 5 } });

    world.pass(3_599);
    expect((await world.create()).status).toBe(429);
    world.pass(1);
    expect((await world.create()).status).toBe(201);
    expect(await activity()).toBe(1);
  });

  it("are made while there are fewer than fifty, or one in ten is verified", async () => {
    await hour({ created: 49, tried: 49, verified: 0 });
    expect((await world.create()).status).toBe(201);
    await hour({ created: 100, tried: 100, verified: 10 });
    expect((await world.create()).status).toBe(201);
    await hour({ created: 100, tried: 100, verified: 9 });
    expect((await world.create()).status).toBe(429);
    expect((await world.create({ channel: "link" })).status).toBe(201);
  });

  it("count with those of the hour before, and those that never left do not count", async () => {
    await hour({ created: 300, tried: 49, verified: 0 });
    world.pass(1_795);
    expect((await world.create()).status).toBe(201);
    expect((await world.create()).status).toBe(429);
  });
});

describe("an OTP by link", () => {
  it("shows a code, a link with it and a picture while it is open, to keys that may send, and to nobody else", async () => {
    const made = await world.link({ brand: "Tea House" });
    expect(made.code).toMatch(/^\d{8}$/);
    expect(decodeURIComponent(String(made.link))).toContain(String(made.code));
    expect(made.link).toMatch(/^https:\/\/wa\.me\/5511988880000\?text=/);
    expect(made.qr).toMatch(/^data:image\/png;base64,/);
    expect(await world.get(String(made.id))).toEqual(made);

    const key = await world.newKey({ kind: "read" });
    const seen = await world.askWith(key, "GET", `/v1/otps/${made.id}`);
    expect(dataOf(seen)).toEqual({ ...made, code: null, link: null, qr: null });

    await world.remove(String(made.id));
    expect(await world.get(String(made.id))).toMatchObject({ status: "cancelled", code: null, link: null, qr: null });
    expect(JSON.stringify(world.table.all())).not.toContain(String(made.code));
  });

  it("draws another code where one is taken, and an old one is nobody's for a day after its end", async () => {
    const first = await world.link({ expires_in: 60 });
    const record = world.otp(String(first.id));
    const pointer = await linkPointer(world.deps.codes, record.k, String(first.code));
    const taken = world.table.peek(keys.otpCode(world.instance, pointer));
    expect(taken).toMatchObject({ otp_id: first.id });
    expect(Number(taken?.ttl) - Date.parse(record.expires_at) / 1000).toBe(24 * HOUR);

    const codes = world.deps.codes;
    const always = (n: number) => ({
      ...codes,
      codeOf: async ({ draw }: { draw: number }) => (draw < n ? String(first.code) : "12345678"),
    });
    world.deps.codes = always(2);
    const second = await world.link();
    expect(second.code).toBe("12345678");
    expect(world.otp(String(second.id)).draw).toBe(2);

    world.pass(60 + 24 * HOUR);
    const third = await world.link();
    expect(third.code).toBe(first.code);
    expect(world.table.peek(keys.otpCode(world.instance, pointer))).toMatchObject({ otp_id: third.id });
  });

  it("of two that draw the same code at once has one of its own", async () => {
    const codes = world.deps.codes;
    world.deps.codes = { ...codes, codeOf: async ({ draw }) => String(10_000_000 + draw) };
    const made = await Promise.all(Array.from({ length: 5 }, () => world.link()));
    expect(made.map(({ code }) => code).sort()).toEqual([0, 1, 2, 3, 4].map((n) => String(10_000_000 + n)));
  });

  it("costs none of the limits of codes, and has failed where the number is not connected", async () => {
    for (let n = 0; n < 8; n++) expect((await world.create({ channel: "link" })).status).toBe(201);
    await world.table.write({ update: keys.instance(world.instance), set: { status: "scan_qr_code", phone: null } });
    expect(await world.link()).toMatchObject({ status: "failed", reason: "not_connected", code: null, link: null });
  });
});

describe("a retry with the same Idempotency-Key", () => {
  const again = { "Idempotency-Key": "order-7" };

  it("gets the first OTP as it is now, and sends nothing", async () => {
    const first = await world.create({}, again);
    const second = await world.create({ phone: "nonsense" }, again);
    expect([first.status, second.status, second.headers["Idempotent-Replayed"]]).toEqual([201, 200, "true"]);
    expect(second.body).toEqual(first.body);
    expect(world.codeMessages()).toHaveLength(1);

    await world.remove(idOf(first));
    expect(dataOf(await world.create({}, again))).toMatchObject({ id: idOf(first), status: "cancelled" });
  });

  it("makes no second OTP when the first is no longer stored, and says so instead of asking to try again", async () => {
    const first = await world.create({}, again);
    await world.table.write({ delete: keys.otp(world.account, idOf(first)) });

    expect(await world.create({}, again)).toMatchObject({ status: 404, body: { code: "otp_not_found" } });
    expect(world.codeMessages()).toHaveLength(1);
  });

  it("is one OTP however many come at once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.create({}, again)));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(world.codeMessages()).toHaveLength(1);
  });

  it("is another key than a message's, and than that of another instance", async () => {
    expect((await world.send({ text: "Hi" }, again)).status).toBe(202);
    expect((await world.create({}, again)).status).toBe(201);
    const other = await world.newInstance();
    expect((await world.create({ instance_id: other }, again)).status).toBe(201);
  });
});
