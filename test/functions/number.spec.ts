import { beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../../core/contracts/limits.ts";
import { PHONE_RULE } from "../../core/contracts/phone.ts";
import type { Command, CommandAnswer } from "../../core/records/command.ts";
import type { ProfileRecord } from "../../core/records/profile.ts";
import { keys } from "../../core/store/keys.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "./linked-world.ts";

const PHONE = "5511999990001";
const PNG = Buffer.from("89504e470d0a1a0a00000000", "hex").toString("base64");

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const path = (what: string) => `/v1/instances/${world.instance}/${what}`;
const answering = <T>(answer: CommandAnswer, work: () => Promise<T>) =>
  world.withSession(async (_command: Command) => answer, work);
const unlink = () =>
  world.table.write({ update: keys.instance(world.instance), set: { status: "scan_qr_code", phone: null } });

describe("POST /v1/instances/{id}/pairing-code", () => {
  const code = { ok: true, result: { code: "ABCD1234", expires_at: "2026-11-20T09:32:00.500Z" } } as const;
  const ask = (body: unknown = { phone: PHONE }) => world.ask("POST", path("pairing-code"), body);

  it("answers 200 with the code and how long it is good, also while nothing is connected", async () => {
    await unlink();
    const answer = await answering(code, ask);
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toEqual({ code: "ABCD1234", expires_at: "2026-11-20T09:32:00+00:00" });
    expect(world.commands).toEqual([{ kind: "pairing_code", phone: PHONE }]);
  });

  it("is refused with 409 while a phone is linked, stopped, or the link was refused", async () => {
    expect(await ask()).toMatchObject({ status: 409, body: { code: "conflict" } });
    await unlink();
    await world.table.write({ update: keys.instance(world.instance), set: { wanted: "off" } });
    expect(await ask()).toMatchObject({ status: 409, body: { code: "conflict" } });
    await world.table.write({ update: keys.instance(world.instance), set: { wanted: "on", link_refused: true } });
    expect(await ask()).toMatchObject({ status: 409, body: { code: "link_refused" } });
    expect(world.commands).toEqual([]);
  });

  it("names the likely mistake in a number that cannot exist", async () => {
    await unlink();

    const answer = await ask({ phone: "11970000051" });

    expect(answer.body).toMatchObject({ errors: { phone: [`${PHONE_RULE} Is the country code 55 missing?`] } });
    expect(world.commands).toEqual([]);
  });

  it.each(["+5511999990001", "011999990001", "123", "abc", ""])(
    "refuses the number %j with errors.phone",
    async (phone) => {
      await unlink();
      const answer = await ask({ phone });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: "validation_failed", errors: { phone: [expect.any(String)] } },
      });
    },
  );

  it("gives three codes in ten minutes, however they race; then 429 with Retry-After", async () => {
    await unlink();
    const answers = await answering(code, () => Promise.all([1, 2, 3, 4, 5].map(() => ask())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe("limit_reached");
    expect(Number(refused?.headers["Retry-After"])).toBeGreaterThan(590);
    world.pass(600);
    expect((await answering(code, ask)).status).toBe(200);
  });

  it("passes the network's refusal on", async () => {
    await unlink();
    const answer = await answering({ ok: false, code: "messenger_unavailable", retry_after_sec: 60 }, ask);
    expect(answer).toMatchObject({ status: 502, body: { code: "messenger_unavailable" } });
    expect(answer.headers["Retry-After"]).toBe("60");
  });
});

describe("/v1/instances/{id}/passkey", () => {
  const request = { challenge: "AAAA", rpId: "network.test" };
  const progress = { request, code: null, sent: false, expires_at: "2026-11-20T09:32:00.500Z" };
  const credential = {
    id: "a2V5",
    rawId: "a2V5",
    type: "public-key",
    response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AQ" },
  };

  it("answers 200 with what the owner's passkey must sign, also while nothing is connected", async () => {
    await unlink();
    const answer = await answering({ ok: true, result: progress }, () => world.ask("GET", path("passkey")));
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toEqual({
      state: "sign",
      options: request,
      code: null,
      expires_at: "2026-11-20T09:32:00+00:00",
    });
    expect(world.commands).toEqual([{ kind: "read_passkey" }]);
  });

  it("gives the session exactly what the browser returned, without what nobody asked for", async () => {
    await unlink();
    const sent = { ok: true, result: { ...progress, sent: true, code: "ABCD-1234" } } as const;
    const body = { credential: { ...credential, unknown: "x" } };
    const answer = await answering(sent, () => world.ask("POST", path("passkey"), body));
    expect(dataOf(answer)).toMatchObject({ state: "sent", code: "ABCD-1234" });
    const [command] = world.commands;
    expect(command).toMatchObject({ kind: "sign_by_passkey", credential_id: "a2V5" });
    const { assertion } = command as { assertion: string }; // as matched above
    expect(JSON.parse(assertion)).toEqual({ ...credential, clientExtensionResults: {} });
  });

  it("is refused with 409 while a phone is linked, and with 422 without a signature", async () => {
    expect(await world.ask("GET", path("passkey"))).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await world.ask("POST", path("passkey"), { credential })).toMatchObject({ status: 409 });
    const faulty = { credential: { ...credential, rawId: "not base64url!" } };
    expect(await world.ask("POST", path("passkey"), faulty)).toMatchObject({ status: 422 });
    expect(world.commands).toEqual([]);
  });
});

describe("POST /v1/instances/{id}/check", () => {
  const found = (on_messenger: boolean) => ({ ok: true, result: { on_messenger } }) as const;
  const check = (phone = PHONE) => world.ask("POST", path("check"), { phone });
  const number = (n: number) => `55119999${String(n).padStart(5, "0")}`;

  it("answers 200 with on_messenger and checks_left_today; a number of the last week is not counted", async () => {
    expect(dataOf(await answering(found(true), () => check()))).toEqual({
      phone: PHONE,
      on_messenger: true,
      checks_left_today: 19,
    });
    world.pass(6 * 86_400);
    expect(dataOf(await check())).toMatchObject({ on_messenger: true, checks_left_today: 20 });
    world.pass(86_400);
    expect(dataOf(await answering(found(false), () => check()))).toMatchObject({
      on_messenger: false,
      checks_left_today: 19,
    });
    expect(world.commands).toHaveLength(2);
  });

  it("ends at 20 a day for a new number and at 50 for an older one, until the next local day", async () => {
    const place = keys.checkCount(world.instance, "2026-11-20");
    await world.table.write({ update: place, set: { used: LIMITS.checksPerDayOfNewNumber - 1 } });
    const [first, second] = await answering(found(true), async () => [await check(number(1)), await check(number(2))]);
    expect(first && dataOf(first)).toMatchObject({ checks_left_today: 0 });
    expect(second).toMatchObject({ status: 429, body: { code: "limit_reached" } });
    expect(Number(second?.headers["Retry-After"])).toBe(14.5 * 3_600 - 5);
    expect(world.commands).toHaveLength(1);

    const sending = { day: "2026-11-20", stage: 2, settings: {}, timezone: "UTC", level: "good" };
    await world.table.write({ update: keys.sending(world.instance), set: sending, add: { rev: 1 } });
    expect(dataOf(await answering(found(true), () => check(number(2))))).toMatchObject({ checks_left_today: 29 });
  });

  it("never passes the limit, however many race", async () => {
    const place = keys.checkCount(world.instance, "2026-11-20");
    await world.table.write({ update: place, set: { used: LIMITS.checksPerDayOfNewNumber - 3 } });
    const answers = await answering(found(true), () => Promise.all([1, 2, 3, 4, 5, 6].map((n) => check(number(n)))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(world.commands).toHaveLength(3);
  });

  it("needs a connected instance: 409 not_connected; and a possible number: 422", async () => {
    expect(await check("4407911123456")).toMatchObject({
      status: 422,
      body: { errors: { phone: [`${PHONE_RULE} Leave out the 0 after the country code 44.`] } },
    });
    expect(await check("123")).toMatchObject({ status: 422, body: { errors: { phone: [expect.any(String)] } } });
    await unlink();
    expect(await check()).toMatchObject({ status: 409, body: { code: "not_connected" } });
  });
});

describe("POST /v1/instances/{id}/calls/reject", () => {
  const CALL = { id: "CALL1", phone: PHONE, from: "9001@lid", state: "ringing" };
  const reject = (body: unknown) => world.ask("POST", path("calls/reject"), body);
  const put = (state: string) => world.table.write({ put: { ...keys.call(world.instance, "CALL1"), ...CALL, state } });

  it.each([CALL.from, PHONE])("answers 204 for the call's id and from %s", async (from) => {
    await put("ringing");
    const answer = await answering({ ok: true }, () => reject({ call_id: "CALL1", from }));
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(world.commands).toEqual([{ kind: "reject_call", call_id: "CALL1" }]);
  });

  it("answers 204 again for one that was declined, 409 for one that is over, 404 for one that never was", async () => {
    await put("rejected");
    expect((await reject({ call_id: "CALL1", from: PHONE })).status).toBe(204);
    await put("ended");
    expect(await reject({ call_id: "CALL1", from: PHONE })).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await reject({ call_id: "CALL2", from: PHONE })).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(world.commands).toEqual([]);
  });

  it("refuses another caller, and a body without both fields", async () => {
    await put("ringing");
    expect(await reject({ call_id: "CALL1", from: "5511999990002" })).toMatchObject({
      status: 422,
      body: { errors: { from: [expect.any(String)] } },
    });
    expect(Object.keys((await reject({})).body.errors as object)).toEqual(["call_id", "from"]);
  });
});

describe("the profile of an instance", () => {
  const SEEN: ProfileRecord = {
    name: "Shop",
    about: "Open 9 to 5",
    picture: { key: "ACC/a/i/p", mimetype: "image/jpeg", source: "/v/1", stored_at: "2026-11-20T00:00:00.000Z" },
  };
  const read = () => world.ask("GET", path("profile"));
  const change = (body: unknown) => world.ask("PATCH", path("profile"), body);

  it("is read as the network shows it, with a link to the picture", async () => {
    const answer = await answering({ ok: true, result: SEEN }, read);
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toEqual({ name: "Shop", about: "Open 9 to 5", picture_url: expect.stringContaining("p") });
  });

  it("is read as last seen while it is not connected; 409 when it was never seen, or of another number", async () => {
    await world.table.write({ update: keys.instance(world.instance), set: { status: "stopped" } });
    expect(await read()).toMatchObject({ status: 409, body: { code: "not_connected" } });
    await world.table.write({ put: { ...keys.profile(world.instance), ...SEEN, phone: "5511988880000" } });
    expect(dataOf(await read())).toMatchObject({ name: "Shop" });
    await world.table.write({ put: { ...keys.profile(world.instance), ...SEEN, phone: "5511988889999" } });
    expect((await read()).status).toBe(409);
  });

  it("changes only what was sent; a picture that comes as base64 is stored first", async () => {
    const answer = await answering({ ok: true, result: SEEN }, () => change({ name: "Shop", picture: { data: PNG } }));
    expect(answer.status).toBe(200);
    const [command] = world.commands as Extract<Command, { kind: "change_profile" }>[];
    expect(command).toEqual({ kind: "change_profile", name: "Shop", picture: { key: expect.any(String) } });
    const key = command?.picture && "key" in command.picture ? command.picture.key : "";
    expect(key).toContain(`${world.account}/${world.instance}/`);
    expect(await world.media.get(key)).not.toBeNull();
  });

  it("removes the picture with null and fetches one by its url", async () => {
    await answering({ ok: true, result: SEEN }, async () => {
      await change({ picture: null });
      await change({ about: "", picture: { url: "https://files.example.com/p.jpg" } });
    });
    expect(world.commands).toEqual([
      { kind: "change_profile", picture: null },
      { kind: "change_profile", about: "", picture: { url: "https://files.example.com/p.jpg" } },
    ]);
  });

  it.each([
    [{ name: "x".repeat(26) }, "name"],
    [{ name: "  " }, "name"],
    [{ name: 5 }, "name"],
    [{ about: "x".repeat(140) }, "about"],
    [{ picture: {} }, "picture.url"],
    [{ picture: { url: "https://a.example.com/p", data: PNG } }, "picture.url"],
    [{ picture: { url: "ftp://a.example.com/p" } }, "picture.url"],
    [{ picture: { data: "no base64" } }, "picture.data"],
    [{ picture: { data: Buffer.from("RIFF0000WEBP").toString("base64") } }, "picture.data"],
    [{ picture: "p" }, "picture"],
  ])("refuses %j with errors.%s and changes nothing", async (body, field) => {
    const answer = await change(body);
    expect(answer).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    expect(Object.keys(answer.body.errors as object)).toEqual([field]);
    expect(world.commands).toEqual([]);
  });

  it("takes a name of 25 characters and words of 139, as people count them", async () => {
    const body = { name: "🙂".repeat(25), about: "é".repeat(139) };
    expect((await answering({ ok: true, result: SEEN }, () => change(body))).status).toBe(200);
  });

  it("says what is wrong with a picture that the session could not use", async () => {
    const refusal: CommandAnswer = {
      ok: false,
      code: "validation_failed",
      message: "picture: no",
      errors: { picture: ["no"] },
    };
    const answer = await answering(refusal, () => change({ picture: { url: "https://files.example.com/p.jpg" } }));
    expect(answer).toMatchObject({ status: 422, body: { errors: { picture: ["no"] } } });
  });
});
