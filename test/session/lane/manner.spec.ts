import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import { typingMs } from "../../../core/domain/protection/typing-time.ts";
import type { LaneDeps } from "../../../core/lanes/lane.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { emptyMessage } from "../../../core/records/message.ts";
import { beforeSend, sendingManner } from "../../../session-service/lane/before-send.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { runningClock } from "../../support/test-clock.ts";
import { SendingWorld } from "../support/sending-world.ts";

const CHAT = "5511977770001@s.whatsapp.net";
const sending = { ...newSendingState("UTC", new Date("2026-11-20T12:00:00Z")), rev: 1, slots: [] };
const message = (change: Partial<MessageRecord>): MessageRecord => ({
  ...emptyMessage(),
  id: "msg_1",
  account_id: "acc_1",
  ttl: 0,
  chat_id: CHAT,
  person: "5511977770001",
  ...change,
});

describe("how a message is sent", () => {
  it.each([
    ["first", "", 800],
    ["first", "x".repeat(30), 2_800],
    ["first", "x".repeat(4_096), 12_000],
    ["reply", "x".repeat(30), 2_800],
    ["reply", "x".repeat(4_096), 3_000],
    ["known", "x".repeat(4_096), 3_000],
  ] as const)("a %s message is typed as long as a person would (%#)", (messageClass, text, expected) => {
    expect(typingMs(messageClass, text)).toBe(expected);
    expect(typingMs(messageClass, text, 0.01)).toBe(expected / 100);
  });

  it("a reply that has waited is typed less, so that it goes in time", () => {
    const body = "x".repeat(200);
    expect(sendingManner(message({ class: "reply", body }), sending, 0, 1)).toEqual({
      typing_ms: 3_000,
      marks_read: true,
    });
    expect(sendingManner(message({ class: "reply", body }), sending, 2_500, 1).typing_ms).toBe(1_000);
    expect(sendingManner(message({ class: "reply", body }), sending, 60_000, 1).typing_ms).toBe(0);
    expect(sendingManner(message({ class: "first", body }), sending, 60_000, 1).typing_ms).toBe(12_000);
  });

  it("neither is done where a setting turns it off; nobody is seen typing in a channel", () => {
    const off = { ...sending, settings: { typing: false, mark_read_before_reply: false } };
    expect(sendingManner(message({ class: "reply", body: "Hi" }), off, 0, 1)).toEqual({
      typing_ms: 0,
      marks_read: false,
    });
    expect(sendingManner(message({ class: "known", chat_id: "1@newsletter" }), sending, 0, 1).typing_ms).toBe(0);
  });
});

describe("typing", () => {
  const clock = runningClock();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = { clock, log, table: new MemoryTable() } as unknown as LaneDeps; // all that it uses
  const sessionWith = (fields: Partial<SessionPort>) =>
    ({
      instance_id: "inst_1",
      isOpen: () => true,
      mayAct: () => true,
      typing: () => Promise.reject(new Error("The network is busy.")),
      markRead: () => Promise.reject(new Error("The network is busy.")),
      ...fields,
    }) as unknown as SessionPort; // all that it uses
  const hour = { typing_ms: 3_600_000, marks_read: true };

  it("ends at once when a reply waits behind it, and never fails a send", async () => {
    const hurry = new AbortController();
    const typed = beforeSend(deps, sessionWith({}), message({ class: "first" }), CHAT, hour, hurry.signal, new Map());
    hurry.abort();
    await typed;
  });

  it("ends when the connection breaks, or the task may not act any more", async () => {
    const { signal } = new AbortController();
    const broken = sessionWith({ isOpen: () => false });
    await beforeSend(deps, broken, message({ class: "first" }), CHAT, hour, signal, new Map());
    const stopping = sessionWith({ mayAct: () => false });
    await beforeSend(deps, stopping, message({ class: "first" }), CHAT, hour, signal, new Map());
  });
});

describe("a reply", () => {
  let sending: SendingWorld;
  beforeAll(async () => {
    sending = await SendingWorld.create();
  });
  afterAll(() => sending.tearDown());

  it("is typed, and what it answers is marked as read first", async () => {
    const { id } = await sending.world.stage.sandbox.write(ANA, { to: OLGA, text: "Are you open?" });
    const asked = await sending.received(id);

    expect((await sending.text(ANA, "Yes")).class).toBe("reply");

    await eventually("her message to be read", async () => (await sending.seen(ANA, asked))?.status === "read");
    await eventually("typing", async () => {
      const seen = await sending.world.stage.sandbox.request("GET", `/phones/${ANA}/typing`);
      return JSON.stringify(seen).includes(`"from":"${OLGA}"`);
    });
  });
});
