import { describe, expect, it } from "vitest";
import { Protection } from "../../../core/contracts/protection-state.ts";
import { foretell, waitingProtected } from "../../../core/domain/protection/expected-time.ts";
import { endOfNight } from "../../../core/domain/protection/night.ts";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import { protectionView } from "../../../core/domain/protection/protection-view.ts";
import { chatMark, type SendSlot } from "../../../core/domain/protection/send-slots.ts";
import type { SendingState } from "../../../core/domain/protection/sending-state.ts";
import { NEW_WARM_UP } from "../../../core/domain/protection/warm-up.ts";
import { LanePlay } from "../sending/lane-play.ts";

const ZONE = "America/Sao_Paulo";
const noon = new Date("2026-11-20T12:00:00-03:00");
const sending = (fields: Partial<SendingState & { slots: SendSlot[] }> = {}) => ({
  ...newSendingState(ZONE, noon),
  slots: [],
  ...fields,
  connected: true,
});
const safety = { score: 85, level: "good" as const, reasons: [] };
const NO_ACTIONS = { day: "2026-11-20" };
const waiting = { first: 2, known: 1, scheduled: 0 };

describe("the protection of an instance", () => {
  it("says what may still go today, in full", () => {
    const view = protectionView(
      sending({ people_used: 4 }),
      { ...NEW_WARM_UP, active_days: 5 },
      safety,
      waiting,
      true,
      { day: "2026-11-20", group_adds: 20, statuses: 5 },
      noon,
    );

    expect(view).toEqual({
      new_contacts_limit_today: 10,
      new_contacts_used_today: 4,
      new_contacts_left_today: 6,
      resets_at: "2026-11-21T03:00:00+00:00",
      waiting,
      next_first_message_at: "2026-11-20T15:00:00+00:00",
      quiet_now: false,
      quiet_hours: { start: "22:00", end: "08:00", timezone: ZONE },
      new_chats_paused: false,
      new_chats_paused_until: null,
      new_chats_paused_reason: null,
      restricted: false,
      restricted_until: null,
      network_quota: null,
      deeds: {
        group_adds: { limit: 50, used: 20, left: 30 },
        groups_created: { limit: 2, used: 0, left: 2 },
        group_joins: { limit: 5, used: 0, left: 5 },
        invite_revokes: { limit: 10, used: 0, left: 10 },
        statuses: { limit: 5, used: 5, left: 0 },
        channels_created: { limit: 2, used: 0, left: 2 },
        channel_follows: { limit: 20, used: 0, left: 20 },
      },
      warm_up: {
        stage: 1,
        of: 7,
        active_days: 5,
        next_limit: 15,
        next_at: "2026-11-22T11:00:02+00:00",
        held_because: null,
      },
      safety,
    });
    expect(Protection.safeParse(view).success).toBe(true);
  });

  it("counts anew on a new day, and says when the night ends", () => {
    const night = new Date("2026-11-21T01:00:00-03:00");
    const view = protectionView(sending({ people_used: 10 }), NEW_WARM_UP, safety, waiting, true, NO_ACTIONS, night);
    expect(view).toMatchObject({
      new_contacts_used_today: 0,
      quiet_now: true,
      next_first_message_at: "2026-11-21T11:00:02+00:00",
    });
    expect(endOfNight(sending(), noon)).toEqual(new Date("2026-11-21T08:00:02-03:00"));
  });

  it("says why new chats are paused, and until when", () => {
    const state = sending({
      restricted: { until: "2026-11-20T16:00:00.000Z" },
      lock: { until: "2026-11-20T18:00:00.000Z" },
    });
    expect(protectionView(state, NEW_WARM_UP, safety, waiting, true, NO_ACTIONS, noon)).toMatchObject({
      new_chats_paused: true,
      new_chats_paused_reason: "network_lock",
      new_chats_paused_until: "2026-11-20T18:00:00+00:00",
      restricted: true,
      restricted_until: "2026-11-20T16:00:00+00:00",
    });
  });

  it("is at the last stage of the warm-up without a next one", () => {
    const view = protectionView(
      sending(),
      { ...NEW_WARM_UP, stage: 7, active_days: 120 },
      safety,
      waiting,
      false,
      { day: "2026-11-20", groups_created: 3 },
      noon,
    );
    expect(view.warm_up).toMatchObject({ stage: 7, next_limit: null, next_at: null });
    expect(view.next_first_message_at).toBeNull();
    expect(view.deeds.groups_created).toEqual({ limit: 10, used: 3, left: 7 });
  });
});

describe("why a message waits, and until when", () => {
  const ANA = "5511977770001";
  const GROUP = "120363000000000001@g.us";
  const first = {
    ...({ status: "queued", step: "waiting", class: "first", send_at: null } as const),
    ...{ created_at: "2026-11-20T14:59:59.000Z", person: ANA, chat_id: null },
  };
  const slotOf = (chat: string, slot = 1) => ({ slot, message_id: `msg_${slot}`, chat: chatMark(chat) });
  const full = [1, 2, 3, 4].map((slot) => slotOf(`other ${slot}`, slot));
  const [old, group] = [{ created_at: "2026-11-20T14:59:50.000Z" }, { person: null, chat_id: GROUP }];
  const soon = "2026-11-20T15:00:10+00:00";

  it.each([
    ["a reply behind its own chat's message", "reply", {}, { slots: [slotOf(ANA)] }, soon],
    ["a known one behind it", "known", {}, { slots: [slotOf(ANA)] }, soon],
    ["a reply in a group behind the group's", "reply", group, { slots: [slotOf(GROUP)] }, soon],
    ["a reply while no more may be under way", "reply", {}, { slots: full }, soon],
    ["a reply that has waited for its turn", "reply", old, { slots: [slotOf("other")] }, "2026-11-20T15:00:00+00:00"],
    ["a reply in a pause", "reply", old, { next_at: { reply: "2026-11-20T15:00:20Z" } }, "2026-11-20T15:00:20+00:00"],
  ] as const)("%s says so", (_what, messageClass, change, state, expected_at) => {
    const message = { ...first, class: messageClass, ...change };
    expect(waitingProtected(message, sending(state as Partial<SendingState>), noon)).toEqual({
      waiting_reason: "spacing",
      expected_at,
    });
  });

  it("a reply that was accepted just now goes at once, whoever else is being written to", () => {
    const reply = { ...first, class: "reply" } as const;
    const nothing = { waiting_reason: null, expected_at: null };
    expect(waitingProtected(reply, sending({ slots: [slotOf("other")] }), noon)).toEqual(nothing);
  });

  it.each([
    ["spacing", { next_at: { first: "2026-11-20T15:01:00.000Z" } }, noon, "2026-11-20T15:01:00+00:00"],
    ["spacing", { firsts_hour: 3 }, noon, "2026-11-20T16:00:00+00:00"],
    ["daily_cap", { people_used: 10 }, noon, "2026-11-21T11:00:02+00:00"],
    ["quiet_hours", {}, new Date("2026-11-20T22:30:00-03:00"), "2026-11-21T11:00:02+00:00"],
    ["paused", { lock: { until: "2026-11-20T18:00:00.000Z" } }, noon, "2026-11-20T18:00:00+00:00"],
    ["paused", { settings: { new_chats_paused: true } }, noon, null],
    ["daily_cap", { settings: { new_contacts_per_day: 0 } }, noon, null],
  ] as const)("a first message: %s", (waiting_reason, state, now, expected_at) => {
    expect(waitingProtected(first, sending(state), now)).toEqual({ waiting_reason, expected_at });
  });

  it("a message far back waits for the day on which its turn comes", () => {
    const place = { queue: "first", ahead: 10 } as const;
    expect(waitingProtected(first, sending(), noon, place)).toEqual({
      waiting_reason: "daily_cap",
      expected_at: "2026-11-21T11:00:02+00:00",
    });
  });

  it("a scheduled, an offline, a sent message and a reply", () => {
    const send_at = "2026-11-25T00:00:00+00:00";
    const nothing = { waiting_reason: null, expected_at: null };
    expect(waitingProtected({ ...first, status: "scheduled", send_at }, null, noon)).toEqual({
      waiting_reason: "scheduled",
      expected_at: send_at,
    });
    expect(waitingProtected(first, { ...sending(), connected: false }, noon)).toEqual({
      waiting_reason: "offline",
      expected_at: null,
    });
    expect(waitingProtected({ ...first, class: "reply" }, sending(), noon)).toEqual(nothing);
    expect(waitingProtected({ ...first, status: "sent", step: "done" }, sending(), noon)).toEqual(nothing);
  });

  it.each([
    ["first", 25],
    ["known", 120],
  ] as const)("is foretold for queue %s as it comes to pass when every gap is a middle one", (queue, rows) => {
    const lane = new LanePlay(ZONE, noon);
    for (let i = 0; i < rows; i++) lane.put(queue, `p${i}`);
    const foretold = Array.from({ length: rows }, (_, ahead) => ahead).map(foretell(queue, lane.sending, noon));
    for (let next: Date | null = noon; next; next = lane.work(() => 0.5)) if (next > lane.now) lane.now = next;

    expect(lane.sent.length).toBe(rows);
    lane.sent.forEach(({ at }, i) => {
      expect(Math.abs(at.getTime() - (foretold[i]?.getTime() ?? 0))).toBeLessThan(5_000);
    });
  });
});
