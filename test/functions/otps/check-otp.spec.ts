import { beforeEach, describe, expect, it } from "vitest";
import { otpPhoneRecords } from "../../../core/records/otps/otp-budgets.ts";
import { keys } from "../../../core/store/keys.ts";
import { dataOf, TO } from "../linked-world.ts";
import { type OtpWorld, otpWorld } from "./otp-world.ts";

let world: OtpWorld;
beforeEach(async () => {
  world = await otpWorld();
});

const said = (answer: { status: number; body: Record<string, unknown> }) => [answer.status, answer.body.code];

describe("a check", () => {
  it("of the right code verifies the OTP with its event, once", async () => {
    const id = await world.code({ reference: "order 7" });
    const answer = await world.check(id, await world.codeOf(id));

    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toMatchObject({ id, status: "verified", verified_at: "2026-11-20T09:30:05+00:00" });
    expect(world.told("otp.completed").map(({ data }) => data)).toEqual([
      {
        id,
        instance_id: world.instance,
        channel: "code",
        reference: "order 7",
        phone: TO,
        verified_at: "2026-11-20T09:30:05+00:00",
      },
    ]);
    expect(said(await world.check(id, await world.codeOf(id)))).toEqual([409, "conflict"]);
    expect(world.told("otp.completed")).toHaveLength(1);
    expect(JSON.stringify(world.table.all())).not.toContain(await world.codeOf(id));
  });

  it("of a wrong one says how many are left, and the fifth fails the OTP with its event", async () => {
    const id = await world.code();
    const wrong = await world.wrong(id);
    for (const left of [4, 3, 2, 1]) {
      const answer = await world.check(id, wrong);
      expect([...said(answer), answer.body.attempts_left]).toEqual([422, "wrong_code", left]);
    }
    expect(await world.get(id)).toMatchObject({ status: "pending", attempts_left: 1 });
    const last = await world.check(id, wrong);

    expect([...said(last), last.body.attempts_left]).toEqual([422, "no_attempts_left", 0]);
    expect(await world.get(id)).toMatchObject({ status: "failed", reason: "too_many_attempts", attempts_left: 0 });
    expect(world.told("otp.failed").map(({ data }) => data)).toMatchObject([{ id, reason: "too_many_attempts" }]);
    expect(said(await world.check(id, await world.codeOf(id)))).toEqual([409, "conflict"]);
  });

  it.each(["", "123", "123456789", "abcdef", "x".repeat(65)])("of %j uses no attempt", async (text) => {
    const id = await world.code();
    const answer = await world.check(id, text);
    expect(said(answer)).toEqual([422, "validation_failed"]);
    expect(Object.keys(answer.body.errors as object)).toEqual(["code"]);
    expect(await world.get(id)).toMatchObject({ attempts_left: 5 });
  });

  it("takes the right code in digits of any script, with spaces and hyphens", async () => {
    const id = await world.code();
    const code = await world.codeOf(id);
    const arabic = [...code].map((digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]).join("");
    expect((await world.check(id, ` ${arabic.slice(0, 3)} - ${arabic.slice(3)}`)).status).toBe(200);
  });

  it("of a link's code is no check: the person sends it", async () => {
    const { id, code } = await world.link();
    expect(said(await world.check(String(id), String(code)))).toEqual([409, "conflict"]);
  });

  it("at the very second of the end comes too late, whatever is shown before", async () => {
    const id = await world.code({ expires_in: 60 });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 59_999));
    expect(await world.get(id)).toMatchObject({ status: "pending" });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 1));
    expect(await world.get(id)).toMatchObject({ status: "expired", attempts_left: 5 });
    expect(said(await world.check(id, await world.codeOf(id)))).toEqual([409, "conflict"]);
    expect(said(await world.remove(id))).toEqual([409, "conflict"]);
    expect([world.told("otp.completed"), world.told("otp.failed")]).toEqual([[], []]);

    const other = await world.code({ expires_in: 60 });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 59_999));
    expect((await world.check(other, await world.codeOf(other))).status).toBe(200);
  });
});

describe("twenty wrong codes of one phone", () => {
  const five = async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await world.code());
    return ids;
  };
  const wrongs = () => otpPhoneRecords.orNull(world.table.peek(keys.otpPhone(world.account, TO)))?.wrong.length;

  it("are all for a day, over all its OTPs: then checks and creations answer 429", async () => {
    const ids = await five();
    for (const id of ids.slice(0, 4)) {
      const wrong = await world.wrong(id);
      for (let n = 0; n < 5; n++) await world.check(id, wrong);
    }
    const last = ids[4] ?? "";
    const answer = await world.check(last, await world.codeOf(last));
    expect(said(answer)).toEqual([429, "limit_reached"]);
    expect(answer.headers["Retry-After"]).toBe(String(24 * 3_600));
    expect(await world.get(last)).toMatchObject({ status: "pending", attempts_left: 5 });

    world.pass(2 * 3_600);
    expect(said(await world.create())).toEqual([429, "limit_reached"]);
    expect((await world.create({ phone: "5511999990002" })).status).toBe(201);
    world.pass(22 * 3_600);
    expect((await world.create()).status).toBe(201);
  });

  it("are never passed by two hundred checks at once of five OTPs", async () => {
    const ids = await five();
    const asked = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const id = ids[n % 5] ?? "";
        return world.check(id, await world.wrong(id));
      }),
    );
    const judged = asked.filter(({ body }) => ["wrong_code", "no_attempts_left"].includes(String(body.code)));
    expect(judged).toHaveLength(20);
    expect(wrongs()).toBe(20);
    expect(asked.every(({ status }) => [422, 409, 429].includes(status))).toBe(true);
    const attempts = ids.map((id) => world.otp(id).attempts);
    expect(attempts.reduce((sum, one) => sum + one, 0)).toBe(20);
    expect(world.told("otp.failed")).toHaveLength(attempts.filter((one) => one === 5).length);
  });
});

describe("a resend", () => {
  const bodies = () => world.codeMessages().map(({ body }) => body);

  it("sends the same message again after a minute, three times, and changes neither code nor end", async () => {
    const id = await world.code();
    const { expires_at } = await world.get(id);
    const code = await world.codeOf(id);
    world.pass(59);
    const early = await world.resend(id);
    expect([...said(early), early.headers["Retry-After"]]).toEqual([429, "limit_reached", "1"]);
    for (let n = 0; n < 3; n++) {
      world.pass(n === 0 ? 1 : 60);
      expect((await world.resend(id)).status).toBe(202);
    }
    world.pass(60);
    const fourth = await world.resend(id);

    expect([...said(fourth), fourth.headers["Retry-After"]]).toEqual([429, "limit_reached", "360"]);
    expect(new Set(bodies()).size).toBe(1);
    expect(bodies()).toHaveLength(4);
    expect(await world.get(id)).toMatchObject({ status: "pending", expires_at });
    expect(await world.codeOf(id)).toBe(code);
    expect(world.codeMessages().map(({ otp }) => (otp as { part: string }).part)).toEqual([
      "first",
      "resend",
      "resend",
      "resend",
    ]);
  });

  it("that comes twice at once sends one message", async () => {
    const id = await world.code();
    world.pass(60);
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.resend(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(429)]);
    expect(bodies()).toHaveLength(2);
  });

  it("of what is over, or of a link, is a conflict", async () => {
    const id = await world.code({ expires_in: 120 });
    const { id: link } = await world.link();
    world.pass(60);
    expect(said(await world.resend(String(link)))).toEqual([409, "conflict"]);
    world.pass(60);
    expect(said(await world.resend(id))).toEqual([409, "conflict"]);
  });
});

describe("a cancelled OTP", () => {
  it("is over without an event, and can't be cancelled again", async () => {
    const id = await world.code();
    const answer = await world.remove(id);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await world.get(id)).toMatchObject({ status: "cancelled", reason: null });
    expect(said(await world.remove(id))).toEqual([409, "conflict"]);
    expect(said(await world.check(id, await world.codeOf(id)))).toEqual([409, "conflict"]);
    expect(world.events().filter(({ type }) => type.startsWith("otp."))).toEqual([]);
    expect((await world.ask("GET", "/v1/activity")).text).toContain("otp.cancelled");
  });

  it("or one that is verified, whichever is first: of both at once one counts", async () => {
    for (let n = 0; n < 5; n++) {
      const id = await world.code();
      const code = await world.codeOf(id);
      const [checked, removed] = await Promise.all([world.check(id, code), world.remove(id)]);
      expect([checked.status, removed.status].sort()).toEqual([checked.status === 200 ? 200 : 204, 409]);
    }
  });
});

describe("whose OTP it is", () => {
  it("is not told to keys of another instance or account, nor of a deleted instance: the same 404", async () => {
    const id = await world.code();
    const sister = await world.newInstance();
    const answers = await Promise.all(
      ["otp_01JD3X4Y5Z6A7B8C9D0E1F2G3H", "otp_1", "nonsense", id].map(async (one) => {
        const key = await world.newKey({ instance_id: sister });
        return world.askWith(key, "GET", `/v1/otps/${one}`);
      }),
    );
    expect(answers.map(said)).toEqual(Array(4).fill([404, "otp_not_found"]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const key = await world.newKey({ instance_id: sister });
    const foreign = { instance_id: world.instance, channel: "link" };
    expect(said(await world.askWith(key, "POST", "/v1/otps", foreign))).toEqual([403, "key_not_allowed"]);

    await world.table.write({ update: keys.instance(world.instance), set: { removed_at: "2026-11-20T09:30:05.000Z" } });
    expect(said(await world.ask("GET", `/v1/otps/${id}`))).toEqual([404, "otp_not_found"]);
  });
});
