import { describe, expect, it } from "vitest";
import { afterStart, newSendingState, rollOver, type SendQueue } from "../../../core/domain/protection/pacing.ts";
import type { SendingState } from "../../../core/domain/protection/sending-state.ts";
import { decideProtected, type Heads, type ProtectedView } from "../../../core/domain/sending/decide-protected.ts";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import { INSTANCE_QUEUES, type InstanceQueue } from "../../../core/store/lane-queues.ts";

const ZONE = "America/Sao_Paulo";
/** Noon in São Paulo (-03:00). */
const noon = new Date("2026-11-20T12:00:00-03:00");
const later = (seconds: number, from = noon) => new Date(from.getTime() + seconds * 1000);

function row(queue: InstanceQueue, fields: Partial<LaneRow> = {}): LaneRow {
  const at = later(-1).toISOString();
  const base = {
    pk: "INST#i#LANE",
    sk: `${INSTANCE_QUEUES[queue]}#msg_1`,
    due: at,
    put_at: at,
    expires_at: later(72 * 3600).toISOString(),
  };
  return { ...base, tries: 0, ...fields };
}

type Pace = ProtectedView["sending"];
const sending = (fields: Partial<Pace> = {}, now = noon): Pace => ({
  ...newSendingState(ZONE, now),
  slots: [],
  ...fields,
});

function view(heads: Heads, fields: Partial<ProtectedView> = {}): ProtectedView {
  const base = {
    unprepared: [],
    sending: sending(),
    counted: { first_counted: true },
    open: true,
    removed: false,
    now: noon,
  };
  return { heads, ...base, typing_until: null, gapFactor: 1, ...fields };
}

const decide = (heads: Heads, state: Partial<SendingState>, now = noon) =>
  decideProtected(view(heads, { sending: sending(state, now), now }));

const waitUntil = (at: string | Date) => expect.objectContaining({ kind: "wait", next: new Date(at) });

describe("a reply", () => {
  const night = new Date("2026-11-20T23:30:00-03:00");

  it.each([
    ["in the night", {}, night],
    ["with the day's cap used", { people_used: 10, others_today: 50, sends_hour: 30, firsts_hour: 3 }, noon],
    ["while new chats are paused", { settings: { new_chats_paused: true } }, noon],
    ["while the network restricts the number", { restricted: { until: null } }, noon],
    ["on a critical number", { level: "critical" }, noon],
    ["while all else is spaced", { next_at: { known: later(99).toISOString(), first: later(99).toISOString() } }, noon],
  ] as const)("goes at once %s", (_when, state, now) => {
    expect(
      decide({ reply: row("reply", { due: now.toISOString() }), first: row("first"), known: row("known") }, state, now),
    ).toMatchObject({
      kind: "start",
      queue: "reply",
      go_before: null,
    });
  });

  it("waits for its own gap only", () => {
    const state = afterStart(sending(), { queue: "reply", isNewPerson: false, draw: 0.5 }, noon);
    const gap = Date.parse(state.next_at.reply ?? "") - noon.getTime();

    expect(gap).toBeGreaterThan(1_400);
    expect(gap).toBeLessThan(3_000);
    expect(decide({ reply: row("reply") }, state)).toEqual(waitUntil(later(gap / 1000)));
    expect(decide({ reply: row("reply") }, state, later(gap / 1000))).toMatchObject({ kind: "start", queue: "reply" });
  });

  it("is not slowed after a reconnect", () => {
    const state = afterStart(
      sending({ connected_at: noon.toISOString() }),
      { queue: "reply", isNewPerson: false, draw: 1 },
      noon,
    );

    expect(Date.parse(state.next_at.reply ?? "") - noon.getTime()).toBeLessThanOrEqual(3_000);
  });
});

describe("a first message", () => {
  it("goes by day, counts its person, and must be gone before the night", () => {
    expect(decide({ first: row("first") }, {})).toEqual({
      kind: "start",
      queue: "first",
      row: row("first"),
      is_new_person: true,
      go_before: new Date("2026-11-20T22:00:00-03:00"),
    });
  });

  it("is held from 22:00 to 08:00 in the instance's own time", () => {
    const night = new Date("2026-11-20T22:00:00-03:00");
    expect(decide({ first: row("first") }, {}, night)).toEqual(waitUntil("2026-11-21T08:00:02-03:00"));
  });

  it("waits for the next morning once the day's cap of new people is used", () => {
    const full = { people_used: 10 };
    expect(decide({ first: row("first") }, full)).toEqual(waitUntil("2026-11-21T08:00:02-03:00"));
    expect(decide({ first: row("first") }, { people_used: 9 })).toMatchObject({ kind: "start" });
    const morning = new Date("2026-11-21T08:00:02-03:00");
    const next = decideProtected(view({ first: row("first") }, { sending: sending(full), now: morning }));
    expect(next).toMatchObject({ kind: "start" });
  });

  it("to a person already counted today doesn't need the cap", () => {
    expect(decide({ first: row("first"), first_counted: row("first_counted") }, { people_used: 10 })).toMatchObject({
      kind: "start",
      queue: "first_counted",
      is_new_person: false,
    });
  });

  it("moves to the queue where its person is looked for", () => {
    const counted = decideProtected(view({ first: row("first") }, { counted: { first: true } }));
    expect(counted).toMatchObject({ kind: "move", to: "first_counted" });
    const nextDay = decideProtected(
      view({ first_counted: row("first_counted") }, { counted: { first_counted: false } }),
    );
    expect(nextDay).toMatchObject({ kind: "move", to: "first" });
  });

  it("keeps to the stage's first messages an hour", () => {
    expect(decide({ first: row("first") }, { firsts_hour: 3 }, later(600))).toEqual(waitUntil(later(3600)));
    expect(decide({ first: row("first") }, { firsts_hour: 3, stage: 2 })).toMatchObject({ kind: "start" });
  });

  it.each([
    ["by the customer", { settings: { new_chats_paused: true } }, null],
    ["by the network's lock, with its end", { lock: { until: later(7200).toISOString() } }, later(7200)],
    ["by the network's lock without an end", { lock: { until: null } }, null],
    [
      "by a capped quota",
      { quota: { total: 50, used: 3, resets_at: later(3600).toISOString(), warning: "capped" } },
      later(3600),
    ],
    [
      "at 80 % of the quota",
      { quota: { total: 50, used: 40, resets_at: later(3600).toISOString(), warning: null } },
      later(3600),
    ],
    ["by a restriction", { restricted: { until: later(600).toISOString() } }, later(600)],
    ["by a critical score", { level: "critical" }, null],
  ] as const)("rests while new chats are paused %s", (_by, state, until) => {
    const given = row("first");
    expect(decide({ first: given }, state)).toEqual(waitUntil(until ?? given.expires_at));
    expect(decide({ first: given, known: row("known") }, state)).toMatchObject({ kind: "start", queue: "known" });
  });

  it("goes below 80 % of the network's quota", () => {
    const quota = { total: 50, used: 39, resets_at: null, warning: "first" } as const;
    expect(decide({ first: row("first") }, { quota })).toMatchObject({ kind: "start", queue: "first" });
  });

  it("rests until the next day when its text went to 10 new people today; the row behind it doesn't", () => {
    const texts = { abc: 10, def: 9 };
    const same = decide({ first: row("first", { text_hash: "abc" }) }, { texts, stage: 4 });
    expect(same).toMatchObject({ kind: "postpone", until: new Date("2026-11-21T00:00:00-03:00") });
    expect(decide({ first: row("first", { text_hash: "def" }) }, { texts, stage: 4 })).toMatchObject({ kind: "start" });
  });
});

describe("known people and broadcasts", () => {
  it("a known person is written to at night too", () => {
    expect(decide({ known: row("known") }, {}, new Date("2026-11-20T23:00:00-03:00"))).toMatchObject({
      kind: "start",
      go_before: null,
    });
  });

  it.each([
    ["the hour's", { sends_hour: 30 }, "2026-11-20T13:00:00-03:00"],
    ["the day's", { others_today: 50 }, "2026-11-21T00:00:00-03:00"],
  ])("a message to a known person waits when %s limit is used", (_limit, state, until) => {
    expect(decide({ known: row("known") }, state)).toEqual(waitUntil(until));
  });

  it("a broadcast needs stage 2, the day, and a number that is not at risk", () => {
    const heads = { broadcast: row("broadcast") };
    expect(decide(heads, {})).toEqual(waitUntil(row("broadcast").expires_at));
    expect(decide(heads, { stage: 2 }, later(120))).toMatchObject({ kind: "start", queue: "broadcast" });
    expect(decide(heads, { stage: 2, level: "risk" })).toEqual(waitUntil(row("broadcast").expires_at));
    expect(decide(heads, { stage: 2 }, new Date("2026-11-20T22:00:00-03:00"))).toEqual(
      waitUntil("2026-11-21T08:02:00-03:00"),
    );
  });

  it("a broadcast leaves the hour to others: it uses no more of it than has gone by", () => {
    const heads = { broadcast: row("broadcast") };
    const used = (sends_hour: number) => ({ stage: 7, settings: { messages_per_hour: 30 }, sends_hour });
    expect(decide(heads, used(0), later(119))).toEqual(waitUntil(later(120)));
    expect(decide(heads, used(0), later(120))).toMatchObject({ kind: "start", queue: "broadcast" });
    expect(decide(heads, used(14), later(1_799))).toEqual(waitUntil(later(1_800)));
    expect(decide(heads, used(14), later(1_800))).toMatchObject({ kind: "start", queue: "broadcast" });
    // Other messages count too, and the last send of the hour is reserved for them.
    expect(decide(heads, used(29), later(3_599))).toEqual(waitUntil(later(3_720)));
    expect(decide({ known: row("known") }, used(29), later(1))).toMatchObject({ kind: "start", queue: "known" });
  });
});

describe("whose turn it is", () => {
  it("is the class that could have gone for longest", () => {
    const old = { due: later(-60).toISOString() };
    const heads = { first: row("first", old), known: row("known", old), broadcast: row("broadcast", old) };
    const next_at = {
      first: later(-5).toISOString(),
      known: later(-9).toISOString(),
      broadcast: later(-7).toISOString(),
    };
    expect(decide(heads, { stage: 2, next_at }, later(120))).toMatchObject({ queue: "known" });
    const behind = { stage: 2, next_at: { ...next_at, known: later(-1).toISOString() } };
    expect(decide(heads, behind, later(120))).toMatchObject({ queue: "broadcast" });
  });

  it("is the older first message's, whichever queue it stands in", () => {
    const heads = { first: row("first", { sk: "F#msg_2" }), first_counted: row("first_counted", { sk: "G#msg_3" }) };
    expect(decide(heads, {})).toMatchObject({ queue: "first" });
    expect(decide({ ...heads, first_counted: row("first_counted", { sk: "G#msg_1" }) }, {})).toMatchObject({
      queue: "first_counted",
    });
  });

  const slots = (count: number, chat: string | null = "another") =>
    Array.from({ length: count }, (_, n) => ({ slot: n + 1, message_id: `msg_${n}`, chat }));

  it("is nobody's while four are without an acknowledgement, and those are looked at after 10 seconds", () => {
    const taken = view({ reply: row("reply"), first: row("first") }, { sending: sending({ slots: slots(4) }) });
    expect(decideProtected(taken)).toEqual({ kind: "wait", next: later(10), held: {} });
    expect(decideProtected({ ...taken, sending: sending({ slots: slots(3) }) })).toMatchObject({
      kind: "start",
      queue: "reply",
    });
  });

  it("is nobody's while somebody is being typed to, and is looked at when that ends", () => {
    const typing = view(
      { reply: row("reply"), first: row("first") },
      { sending: sending({ slots: slots(1) }), typing_until: later(3) },
    );
    expect(decideProtected(typing)).toEqual({ kind: "wait", next: later(3), held: {} });
  });

  it("is nobody's while one is being sent whose chat was not noted", () => {
    const unknown = view({ reply: row("reply") }, { sending: sending({ slots: slots(1, null) }) });
    expect(decideProtected(unknown)).toEqual({ kind: "wait", next: later(10), held: {} });
  });
});

describe("the spacing after a send", () => {
  const gapsAfter = (queue: SendQueue, draw: number, state = sending()) => {
    const { next_at } = afterStart(state, { queue, isNewPerson: queue === "first", draw }, noon);
    return Object.fromEntries(Object.entries(next_at).map(([key, at]) => [key, Date.parse(at) - noon.getTime()]));
  };

  it.each([
    ["first", 0, { reply: 1_400, first: 84_000, known: 2_100, broadcast: 21_000 }],
    ["first", 1, { reply: 3_000, first: 192_000, known: 4_800, broadcast: 48_000 }],
    ["known", 0, { reply: 1_400, known: 4_200, first: 2_100, broadcast: 2_100 }],
    ["broadcast", 0, { reply: 1_400, broadcast: 42_000, first: 21_000, known: 2_100 }],
    ["reply", 0, { reply: 1_400 }],
  ] as const)("of queue %s with draw %d", (queue, draw, gaps) => {
    const found = gapsAfter(queue, draw);
    expect(Object.keys(found).sort()).toEqual(Object.keys(gaps).sort());
    for (const [key, gap] of Object.entries(gaps)) expect(Math.abs((found[key] ?? 0) - gap)).toBeLessThan(20);
  });

  it("is log-normal: half of the gaps lie on either side of the setting, more of them near it", () => {
    const gaps = Array.from({ length: 1000 }, (_, i) => (gapsAfter("first", i / 1000).first ?? 0) / 120_000);
    expect(gaps.filter((gap) => gap < 1).length).toBeGreaterThan(450);
    expect(gaps.filter((gap) => gap < 1).length).toBeLessThan(550);
    expect(gaps.filter((gap) => gap > 0.85 && gap < 1.15).length).toBeGreaterThan(450);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1.6);
  });

  it("is ten times as long in the first minute after a reconnect, but no longer than that minute", () => {
    const justNow = sending({ connected_at: later(-10).toISOString() });
    expect(gapsAfter("known", 0, justNow)).toMatchObject({ known: 42_000 });
    expect(gapsAfter("known", 1, justNow)).toMatchObject({ known: 50_000 });
    expect(gapsAfter("known", 0, sending({ connected_at: later(-60).toISOString() })).known).toBeLessThan(4_300);
  });

  it("counts a person once, and what is no new person as another message of the day", () => {
    let state = afterStart(sending(), { queue: "first", isNewPerson: true, draw: 0, textHash: "abc" }, noon);
    state = afterStart(state, { queue: "first_counted", isNewPerson: false, draw: 0 }, noon);
    state = afterStart(state, { queue: "known", isNewPerson: false, draw: 0 }, noon);
    state = afterStart(state, { queue: "broadcast", isNewPerson: false, draw: 0 }, noon);
    state = afterStart(state, { queue: "reply", isNewPerson: false, draw: 0 }, noon);
    expect(state).toMatchObject({
      people_used: 1,
      others_today: 2,
      broadcast_today: 1,
      sends_hour: 4,
      firsts_hour: 2,
      texts: { abc: 1 },
    });
  });
});

describe("a wrong clock", () => {
  const used = sending({ people_used: 10, day: "2026-11-20" });

  it("set back a day doesn't give the day's people twice", () => {
    expect(rollOver(used, later(-86_400)).people_used).toBe(10);
    expect(rollOver(used, later(86_400)).people_used).toBe(0);
  });

  it("that shows the day before the one counted starts no new chats: nobody knows whom that day has had", () => {
    const tomorrow = { day: "2026-11-21", people_used: 0 };
    expect(decide({ first: row("first") }, tomorrow)).toEqual(waitUntil("2026-11-21T08:00:02-03:00"));
    expect(decide({ first: row("first"), known: row("known") }, tomorrow)).toMatchObject({
      kind: "start",
      queue: "known",
    });
  });

  it("that wrote far ahead is put right, and holds nothing up for longer than a day", () => {
    const ahead = { ...used, day: "2027-06-01", next_at: { first: "2027-06-01T00:00:00.000Z" } };
    const decision = decideProtected(view({ first: row("first") }, { sending: ahead }));
    expect(decision).toMatchObject({ kind: "correct", sending: { day: "2026-11-20", people_used: 10, next_at: {} } });
  });

  it.each([
    ["reply", 77],
    ["known", 77],
    ["first", 207],
  ] as const)("set back makes a %s wait no longer than its longest gap", (queue, longestSec) => {
    const waiting = { [queue === "first" ? "first_counted" : queue]: row(queue) };
    const spaced = (seconds: number) => ({ next_at: { [queue]: later(seconds).toISOString() } });
    expect(decide(waiting, spaced(longestSec - 5))).toMatchObject({ kind: "wait" });
    expect(decide(waiting, spaced(longestSec + 5))).toMatchObject({ kind: "start" });
  });

  it("set back by a day lets a message go that was due, and keeps one waiting that was put to wait", () => {
    const tomorrow = later(86_400).toISOString();
    const accepted = row("reply", { due: tomorrow, put_at: tomorrow });
    const postponed = row("reply", { due: tomorrow, put_at: later(86_000).toISOString() });
    expect(decide({ reply: accepted }, {})).toMatchObject({ kind: "start" });
    expect(decide({ reply: postponed }, {})).toEqual(waitUntil(tomorrow));
  });
});

describe("a message that doesn't go", () => {
  it("is given up after 24 hours without a connection", () => {
    const waiting = { reply: row("reply", { put_at: later(-24 * 3600 + 1).toISOString() }) };
    expect(decideProtected(view(waiting, { open: false }))).toEqual(waitUntil(later(1)));
    expect(decideProtected(view(waiting, { open: false, now: later(1) }))).toMatchObject({
      kind: "fail",
      code: "not_connected",
    });
  });

  it("is not given up for a connection that closed a moment ago, however long it waited while there was one", () => {
    const waiting = { first: row("first", { put_at: later(-30 * 3600).toISOString() }) };
    const offline = (fields: Partial<Pace>, now = noon) =>
      decideProtected(view(waiting, { open: false, sending: sending(fields, now), now }));
    const closed = { connected: false, closed_at: later(-60).toISOString() };

    expect(offline({ connected: true })).toEqual(waitUntil(later(72 * 3600)));
    expect(offline({ connected: false })).toEqual(waitUntil(later(72 * 3600)));
    expect(offline(closed)).toEqual(waitUntil(later(24 * 3600 - 60)));
    expect(offline(closed, later(24 * 3600 - 60))).toMatchObject({ kind: "fail", code: "not_connected" });
  });

  it("is given up when its patience ends, and a put into a held class is seen before its patience ends", () => {
    expect(decide({ first: row("first", { expires_at: noon.toISOString() }) }, {})).toMatchObject({
      kind: "fail",
      code: "waited_too_long",
    });
    const night = new Date("2026-11-20T23:00:00-03:00");
    const hour = decide({ first: row("first") }, { settings: { hold_first_messages_hours: 1 } }, night);
    expect(hour).toMatchObject({ held: { first: later(3600, night) } });
  });

  it("ends when the instance was deleted, and a scheduled one is released in its time", () => {
    const due = row("scheduled", { due: later(5).toISOString() });
    expect(decideProtected(view({ scheduled: due }, { removed: true }))).toMatchObject({
      kind: "fail",
      code: "instance_removed",
    });
    expect(decideProtected(view({ scheduled: due }, { open: false }))).toEqual({
      kind: "wait",
      next: later(5),
      held: {},
    });
    expect(decideProtected(view({ scheduled: due }, { now: later(5) }))).toMatchObject({ kind: "release" });
  });

  it("ends like any other when its file isn't ready", () => {
    const late = row("known", { expires_at: noon.toISOString() });
    expect(decideProtected(view({}, { unprepared: [late] }))).toMatchObject({ kind: "fail", queue: "known" });
  });
});

describe("the sending factor of demos", () => {
  it("shortens gaps and the hour, not the cap nor the night", () => {
    const state = sending({ firsts_hour: 3 });
    expect(
      decideProtected(view({ first: row("first") }, { sending: state, gapFactor: 0.01, now: later(36) })),
    ).toMatchObject({
      kind: "start",
    });
    expect(
      decideProtected(view({ first: row("first") }, { sending: sending({ people_used: 10 }), gapFactor: 0.01 })),
    ).toEqual(waitUntil("2026-11-21T08:00:02-03:00"));
  });
});
