import { describe, expect, it } from "vitest";
import { LAST_STAGE } from "../../../core/contracts/protection.ts";
import { NEW_WARM_UP } from "../../../core/domain/protection/warm-up.ts";
import { cancelMessage } from "../../../core/operations/messages/cancel-message.ts";
import { changeMessage } from "../../../core/operations/messages/change-message.ts";
import type { OtpRecord } from "../../../core/records/otps/otp.ts";
import { noteSafety } from "../../../core/records/safety.ts";
import { keys } from "../../../core/store/keys.ts";
import { NoDevice } from "../../../session-service/baileys/outbound/recipients.ts";
import { NothingLeft } from "../../../session-service/baileys/shared/nothing-left.ts";
import { CannotPrepare } from "../../../session-service/media/cannot-prepare.ts";
import { linkedInstance } from "../../support/linked-instance.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { ACCOUNT, INSTANCE, laneStage } from "../../support/models/lane-stage.ts";
import { openOtp, sendCode } from "../../support/waiting-code.ts";

const ANA = "5511977770001";
const BEA = "5511977770002";
const HOUR = 3_600_000;

type Stage = Awaited<ReturnType<typeof stageOf>>;

/** Creates a stage that sends OTPs. @param state other fields of the number's sending state. */
async function stageOf(network: Parameters<typeof laneStage>[0] = {}, state: Record<string, unknown> = {}) {
  const stage = await laneStage(network);
  const { table, sim } = stage;
  if (Object.keys(state).length > 0) await table.write({ update: keys.sending(INSTANCE), set: state });
  const codes: string[] = [];
  return {
    ...stage,
    codes,
    /** Creates an OTP at the given second of the simulation. */
    otpAt: (sec: number, phone: string, fields: Partial<OtpRecord> = {}, part: "first" | "resend" = "first") =>
      stage.at(sec, "api", async (deps) => {
        codes.push(await sendCode(deps, openOtp(deps.clock.now(), phone, fields), part));
      }),
    otp: (id = "otp_1") => table.peek(keys.otp(ACCOUNT, id)) as OtpRecord | null,
    code: (n = 0) => stage.messages().find(({ id }) => id === codes[n]),
    events: (type: string) =>
      table
        .partition(keys.event(ACCOUNT, "").pk)
        .filter((event) => event.type === type)
        .map((event) => (JSON.parse(String(event.body)) as { data: Record<string, unknown> }).data),
    at0: sim.start,
  };
}

/** Records that a person wrote this long before the start. */
const wroteAgo = (stage: Stage, phone: string, ms: number) =>
  stage.table.write({
    update: keys.person(INSTANCE, phone),
    set: { last_in_at: new Date(stage.at0 - ms).toISOString(), last_in_id: "IN_0" },
  });

/** Creates a stage whose number has completed its warm-up. */
async function grownStage() {
  const stage = await stageOf({}, { stage: LAST_STAGE });
  await stage.table.write(noteSafety(INSTANCE, { warm_up: { ...NEW_WARM_UP, stage: LAST_STAGE } }));
  return stage;
}

/**
 * Sending-state values that hold every message except replies: the day's and the hour's limits are used up, and the
 * gaps between messages haven't passed.
 */
const allUsed = {
  people_used: 10,
  others_today: 50,
  sends_hour: 30,
  firsts_hour: 3,
  day: "2026-11-20",
  hour: "2026-11-20T09:00:00.000Z",
  next_at: { first: "2026-11-20T10:20:00.000Z", known: "2026-11-20T10:20:00.000Z" },
};

describe("a code to a stranger", () => {
  it.each([
    ["at night", { settings: { timezone: "Pacific/Kiritimati" } }, "quiet_hours", "waited_too_long"],
    ["with the day's new people used up", { people_used: 10, day: "2026-11-20" }, "daily_cap", "waited_too_long"],
    ["while the customer pauses new chats", { settings: { new_chats_paused: true } }, "new_chats_paused"],
    ["while the network restricts the number", { restricted: { until: null } }, "messenger_restricted"],
    ["while the network locks new chats", { lock: { until: "2026-11-21T00:00:00Z" } }, "messenger_restricted"],
    [
      "with the network's quota of new chats used",
      { quota: { total: 10, used: 8, resets_at: null, warning: null } },
      "messenger_restricted",
    ],
  ])("%s fails at once with the reason, and nothing is shown", async (_when, state, reason, code = reason) => {
    const stage = await stageOf({}, state);
    stage.begin();
    stage.otpAt(1, ANA);
    await stage.runTo(10);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed).toEqual([]);
    expect(stage.otp()).toMatchObject({ status: "failed", reason });
    expect(stage.code()).toMatchObject({ status: "failed", error_code: code, origin: "otp", uncounted: true });
    expect(stage.code()?.error).toMatch(/\.$/);
    expect(stage.events("otp.failed")).toEqual([
      expect.objectContaining({ id: "otp_1", channel: "code", phone: ANA, reference: "order 7", reason }),
    ]);
    expect(stage.rows()).toEqual([]);
  });

  it("goes past the hour's limit and the gap of first messages, and is charged to both and to the day", async () => {
    const stage = await stageOf({}, { ...allUsed, people_used: 9 });
    stage.begin();
    stage.otpAt(1, ANA);
    await stage.runTo(15);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.code()?.status).toBe("sent");
    expect(stage.sending()).toMatchObject({ people_used: 10, sends_hour: 31, firsts_hour: 4 });
    expect(stage.table.peek(keys.personDay(INSTANCE, "2026-11-20", ANA))).not.toBeNull();
    expect(stage.table.peek(keys.person(INSTANCE, ANA))).toMatchObject({ first_out_day: "2026-11-20" });
    expect(stage.table.peek(keys.person(INSTANCE, ANA))?.waiting ?? 0).toBe(0);
  });

  it("who is counted today already goes although the day is full, and is not counted twice", async () => {
    const stage = await stageOf({}, { people_used: 9, day: "2026-11-20" });
    stage.begin();
    stage.otpAt(1, ANA);
    stage.otpAt(30, ANA, { id: "otp_2" });
    await stage.runTo(60);

    expect(stage.sim.violations).toEqual([]);
    expect([stage.code(0)?.status, stage.code(1)?.status]).toEqual(["sent", "sent"]);
    expect(stage.sending()).toMatchObject({ people_used: 10 });
  });

  it("makes ordinary first messages yield: they keep their gap from it", async () => {
    const stage = await stageOf();
    stage.begin();
    stage.otpAt(1, ANA);
    stage.sendAt(2, BEA, { text: "Hello" });
    await stage.runTo(60);
    expect(stage.wentAt("Hello")).toBeNull();

    await stage.runTo(300);
    expect(stage.wentAt("Hello")).toBeGreaterThan(60);
  });

  it("is not held as one text to many people: eleven get the same template", async () => {
    const stage = await grownStage();
    stage.begin();
    for (let n = 0; n < 11; n++) stage.otpAt(1 + n * 20, `55119777800${10 + n}`, { id: `otp_${n}` });
    await stage.runTo(260);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.codes.map((_, n) => stage.code(n)?.status)).toEqual(Array(11).fill("sent"));
    expect(stage.sending()).toMatchObject({ texts: {}, people_used: 11 });
  });

  it("in a wave of sign-ups is not typed for while another waits: all of them leave within their time", async () => {
    const stage = await grownStage();
    stage.begin();
    for (let n = 0; n < 20; n++) stage.otpAt(1, `55119777800${10 + n}`, { id: `otp_${n}` });
    await stage.runTo(60);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.codes.map((_, n) => stage.code(n)?.status)).toEqual(Array(20).fill("sent"));
  });

  it("who is not on the network ends it with that reason", async () => {
    const stage = await stageOf({
      encode: async () => {
        throw new CannotPrepare("not_on_messenger", "no such number");
      },
    });
    stage.begin();
    stage.otpAt(1, ANA);
    await stage.runTo(10);

    expect(stage.otp()).toMatchObject({ status: "failed", reason: "not_on_messenger" });
    expect(stage.events("otp.failed")).toHaveLength(1);
  });
});

describe("a code to somebody who wrote", () => {
  it.each([
    ["within a day", HOUR, { sends_hour: 30, others_today: 50 }],
    ["longer ago", 48 * HOUR, { sends_hour: 31, others_today: 51 }],
  ])(
    "%s goes by night, with the hour and the day full, new chats paused and all spaced",
    async (_when, ago, counted) => {
      const stage = await stageOf(
        {},
        { ...allUsed, settings: { new_chats_paused: true }, restricted: { until: null } },
      );
      await wroteAgo(stage, ANA, ago);
      stage.begin();
      stage.otpAt(1, ANA);
      await stage.runTo(15);

      expect(stage.sim.violations).toEqual([]);
      expect(stage.code()).toMatchObject({ status: "sent", class: ago === HOUR ? "reply" : "known" });
      expect(stage.sending()).toMatchObject({ ...counted, people_used: 10 });
    },
  );

  it("goes before every reply that waits, and hurries whoever is being typed to", async () => {
    const stage = await stageOf();
    await wroteAgo(stage, ANA, HOUR);
    await wroteAgo(stage, BEA, HOUR);
    stage.begin();
    stage.sendAt(1, BEA, { text: "a".repeat(200) });
    stage.sendAt(1.1, BEA, { text: "Another" });
    stage.otpAt(1.2, ANA);
    await stage.runTo(30);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed.map(({ chat }) => chat.slice(0, ANA.length))).toEqual([BEA, ANA, BEA]);
  });

  it("is judged by what they are when it starts: they wrote after it was put", async () => {
    const stage = await stageOf(
      { isOpen: () => stage.sim.now - stage.sim.start > 5_000 },
      { people_used: 10, day: "2026-11-20" },
    );
    stage.begin();
    stage.otpAt(1, ANA);
    stage.writesAt(2, ANA);
    stage.sendAt(6, BEA, { text: "wakes the lane" });
    await stage.runTo(15);

    expect(stage.code()).toMatchObject({ status: "sent", class: "reply" });
  });
});

describe("a code that can't start", () => {
  it("ends after 20 s without a connection as not_connected", async () => {
    const stage = await stageOf({ isOpen: () => false });
    stage.begin();
    stage.otpAt(1, ANA);
    await stage.runTo(19);
    expect(stage.otp()?.status).toBe("pending");

    await stage.runTo(25);
    expect(stage.otp()).toMatchObject({ status: "failed", reason: "not_connected" });
    expect(stage.code()).toMatchObject({ error_code: "not_connected", error: expect.not.stringContaining("24 hours") });
  });

  it("ends after 20 s as send_failed while its chat has an unacknowledged message", async () => {
    const stage = await stageOf({
      acknowledged: (_id, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(null))),
    });
    await wroteAgo(stage, ANA, HOUR);
    stage.begin();
    stage.sendAt(1, ANA, { text: "Hello" });
    stage.otpAt(5, ANA);
    await stage.runTo(30);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.otp()).toMatchObject({ status: "failed", reason: "send_failed" });
  });

  it("does not hold up codes to others behind it", async () => {
    const stage = await stageOf({
      acknowledged: (_id, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(null))),
    });
    await wroteAgo(stage, ANA, HOUR);
    stage.begin();
    stage.sendAt(1, ANA, { text: "Hello" });
    for (let n = 0; n < 12; n++) stage.otpAt(5, ANA, { id: `otp_a${n}` });
    stage.otpAt(6, BEA, { id: "otp_b" });
    await stage.runTo(16);

    expect(stage.relayed.map(({ chat }) => chat.slice(0, ANA.length))).toEqual([ANA, BEA]);
  });

  it("ends as send_failed when its message is taken back, and can't get another text", async () => {
    const stage = await stageOf({ isOpen: () => false });
    stage.begin();
    stage.otpAt(1, ANA);
    stage.at(5, "customer", async (deps) => {
      const found = { instance: linkedInstance(INSTANCE, ACCOUNT), message: stage.code() } as Parameters<
        typeof cancelMessage
      >[1];
      await expect(changeMessage(deps, found, { text: "No code" })).rejects.toMatchObject({ code: "conflict" });
      await cancelMessage({ ...deps, media: memoryMedia() }, found);
    });
    await stage.runTo(8);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.code()).toMatchObject({ status: "failed", error_code: "cancelled" });
    expect(stage.otp()).toMatchObject({ status: "failed", reason: "send_failed" });
    expect(stage.events("otp.failed")).toHaveLength(1);
  });
});

describe("a code whose person's devices the network does not name", () => {
  const unanswered = () => new NothingLeft(null, "the devices of a person: no answer", true);

  it("waits and says why, and goes under its own limit once the network answers: it is charged once", async () => {
    let tries = 0;
    const stage: Stage = await stageOf({
      async relay(chat, id) {
        if (++tries <= 3) throw unanswered();
        stage.relayed.push({ chat, id, text: "", at: stage.sim.now - stage.sim.start });
      },
    });
    stage.begin();
    stage.otpAt(1, ANA);
    await stage.runTo(5.5);
    expect(stage.code()).toMatchObject({ status: "queued", step: "waiting", waiting_reason: "messenger_unavailable" });
    expect(stage.sending()).not.toHaveProperty("slot");

    await stage.runTo(25);
    expect(stage.sim.violations).toEqual([]);
    expect([tries, stage.relayed.length]).toEqual([4, 1]);
    expect(stage.code()).toMatchObject({ status: "sent", waiting_reason: null });
    expect(stage.otp()?.status).toBe("pending");
    expect(stage.sending()).toMatchObject({ people_used: 1 });
  });

  it("ends after its 20 s as one that could not go in time, and holds up nobody", async () => {
    const stage: Stage = await stageOf({
      async relay(chat, id) {
        if (chat.startsWith(ANA)) throw unanswered();
        stage.relayed.push({ chat, id, text: "", at: stage.sim.now - stage.sim.start });
      },
    });
    stage.begin();
    stage.otpAt(1, ANA);
    stage.otpAt(2, BEA, { id: "otp_b" });
    await stage.runTo(19);
    expect([stage.code(0)?.status, stage.code(1)?.status]).toEqual(["queued", "sent"]);

    await stage.runTo(30);
    expect(stage.sim.violations).toEqual([]);
    expect(stage.code(0)).toMatchObject({ status: "failed", error_code: "waited_too_long" });
    expect(stage.otp()).toMatchObject({ status: "failed", reason: "send_failed" });
    expect(stage.events("otp.failed")).toHaveLength(1);
    expect(stage.rows()).toEqual([]);
  });

  it("that may have gone before is not given back: its own relay decides", async () => {
    let tries = 0;
    const stage: Stage = await stageOf({
      acknowledged: (_id, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(null))),
      async relay(chat, id) {
        if (++tries > 1) throw unanswered();
        stage.relayed.push({ chat, id, text: "", at: stage.sim.now - stage.sim.start });
      },
    });
    stage.begin();
    stage.otpAt(1, ANA);
    await stage.runTo(200);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed).toHaveLength(1);
    expect(stage.code()).toMatchObject({ status: "failed", error_code: "no_receipt" });
  });

  it("who has none ends it as not on the messenger", async () => {
    const stage = await stageOf({
      askAbout: async () => {
        throw new NoDevice();
      },
    });
    stage.begin();
    stage.otpAt(1, ANA);
    await stage.runTo(19);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed).toEqual([]);
    expect(stage.otp()).toMatchObject({ status: "failed", reason: "not_on_messenger" });
  });
});

describe("the end of a code's message", () => {
  it("without a receipt leaves an OTP verified that was checked right meanwhile", async () => {
    const stage = await stageOf({
      acknowledged: (_id, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(null))),
    });
    stage.begin();
    stage.otpAt(1, ANA);
    stage.changeAt(60, () =>
      stage.table.write({ update: keys.otp(ACCOUNT, "otp_1"), set: { status: "verified", verified_at: "x" } }),
    );
    await stage.runTo(200);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.code()).toMatchObject({ status: "failed", error_code: "no_receipt" });
    expect(stage.otp()?.status).toBe("verified");
    expect(stage.events("otp.failed")).toEqual([]);
    expect(stage.sending()).not.toHaveProperty("slot");
  });

  it("fails its OTP with it, once", async () => {
    const stage = await stageOf({ acknowledged: async () => ({ error: "479" }) });
    stage.begin();
    stage.otpAt(1, ANA);
    await stage.runTo(30);

    expect(stage.otp()).toMatchObject({ status: "failed", reason: "send_failed" });
    expect(stage.events("otp.failed")).toHaveLength(1);
    expect(stage.events("message.status")).toHaveLength(1);
  });

  it("that was sent again leaves the OTP as it is", async () => {
    const stage = await stageOf({ acknowledged: async () => ({ error: stage.relayed.length > 1 ? "479" : null }) });
    stage.begin();
    stage.otpAt(1, ANA);
    stage.otpAt(62, ANA, {}, "resend");
    await stage.runTo(100);

    expect([stage.code(0)?.status, stage.code(1)?.status]).toEqual(["sent", "failed"]);
    expect(stage.otp()?.status).toBe("pending");
    expect(stage.events("otp.failed")).toEqual([]);
  });

  it("behind the OTP's expiry fails nothing any more", async () => {
    const stage = await stageOf({
      acknowledged: (_id, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(null))),
    });
    stage.begin();
    stage.otpAt(1, ANA, { expires_at: new Date(stage.at0 + 61_000).toISOString() });
    await stage.runTo(200);

    expect(stage.relayed).toHaveLength(1);
    expect(stage.code()).toMatchObject({ status: "failed", error_code: "no_receipt" });
    expect(stage.otp()?.status).toBe("pending");
    expect(stage.events("otp.failed")).toEqual([]);
  });
});

describe("a code whose time is over before a relay", () => {
  /** Settings that make the night begin at 18:00, half an hour after the start. */
  const evening = { settings: { timezone: "Asia/Shanghai", quiet_hours_start: "18:00" } };
  const never = (_id: string, signal: AbortSignal) =>
    new Promise<null>((resolve) => signal.addEventListener("abort", () => resolve(null)));

  it("is not given back to the next morning when the night begins: it fails with quiet_hours", async () => {
    const stage = await stageOf({}, evening);
    stage.begin();
    stage.otpAt(1_797, ANA);
    await stage.runTo(1_850);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed).toEqual([]);
    expect(stage.otp()).toMatchObject({ status: "failed", reason: "quiet_hours" });
    expect(stage.code()).toMatchObject({ status: "failed", error: expect.stringContaining("night") });
    expect(stage.rows()).toEqual([]);
    expect(stage.sending()).not.toHaveProperty("slot");
  });

  it("goes on into the night to somebody who wrote", async () => {
    const stage = await stageOf({}, evening);
    await wroteAgo(stage, ANA, 48 * HOUR);
    stage.begin();
    stage.otpAt(1_797, ANA);
    await stage.runTo(1_850);
    expect(stage.code()?.status).toBe("sent");
  });

  it("does not leave when its OTP expires first", async () => {
    const stage = await stageOf();
    stage.begin();
    stage.otpAt(1, ANA, { expires_at: new Date(stage.at0 + 3_500).toISOString() });
    await stage.runTo(30);

    expect(stage.relayed).toEqual([]);
    expect(stage.code()).toMatchObject({ status: "failed", error_code: "waited_too_long" });
    expect(stage.rows()).toEqual([]);
  });

  it("is not relayed again in the night once it may have gone: without a receipt it ends as that", async () => {
    const stage = await stageOf({ acknowledged: never }, evening);
    stage.begin();
    stage.otpAt(1_750, ANA);
    await stage.runTo(1_900);

    expect(stage.relayed).toHaveLength(1);
    expect(stage.code()).toMatchObject({ status: "failed", error_code: "no_receipt" });
    expect(stage.otp()).toMatchObject({ status: "failed", reason: "send_failed" });
    expect(stage.events("otp.failed")).toHaveLength(1);
  });

  it("and whose connection was gone meanwhile waits for what comes of its one relay", async () => {
    const sec = () => (stage.sim.now - stage.sim.start) / 1_000;
    const isOpen = () => sec() < 1_800 || sec() > 1_900;
    const stage: Stage = await stageOf({ acknowledged: never, isOpen }, evening);
    stage.begin();
    stage.otpAt(1_780, ANA);
    stage.sendAt(1_905, BEA, { text: "wakes the lane" });
    await stage.runTo(1_950);
    expect(stage.relayed).toHaveLength(1);
    expect(stage.code()?.status).toBe("queued");

    await stage.runTo(2_000);
    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed).toHaveLength(1);
    expect(stage.code()).toMatchObject({ status: "failed", error_code: "no_receipt" });
  });
});
