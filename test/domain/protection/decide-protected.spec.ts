import { describe, expect, it } from "vitest";
import { decideProtected, type Heads, type ProtectedView } from "../../../core/domain/protection/decide-protected.ts";
import { afterStart, newPaceState, rollOver, type SendQueue } from "../../../core/domain/protection/pace-state.ts";
import type { PaceState } from "../../../core/domain/protection/policy-state.ts";
import type { LaneRow } from "../../../core/lanes/lane.ts";

const ZONE = "America/Sao_Paulo";
/** A day at noon, São Paulo (−03:00). */
const noon = new Date("2026-11-20T12:00:00-03:00");
const later = (seconds: number, from = noon) => new Date(from.getTime() + seconds * 1000);

function row(queue: string, fields: Partial<LaneRow> = {}): LaneRow {
  const at = later(-1).toISOString();
  const base = {
    pk: "INST#i#LANE",
    sk: `${queue}#msg_1`,
    due: at,
    put_at: at,
    expires_at: later(72 * 3600).toISOString(),
  };
  return { ...base, tries: 0, ...fields };
}

type Pace = ProtectedView["pace"];
const pace = (fields: Partial<Pace> = {}, now = noon): Pace => ({ ...newPaceState(ZONE, now), slots: [], ...fields });

function view(heads: Heads, fields: Partial<ProtectedView> = {}): ProtectedView {
  const base = { unprepared: [], pace: pace(), counted: { G: true }, open: true, removed: false, now: noon };
  return { heads, ...base, typing_until: null, paceFactor: 1, ...fields };
}

const decide = (heads: Heads, state: Partial<PaceState>, now = noon) =>
  decideProtected(view(heads, { pace: pace(state, now), now }));

const waitUntil = (at: string | Date) => expect.objectContaining({ kind: "wait", next: new Date(at) });

describe("a reply", () => {
  const night = new Date("2026-11-20T23:30:00-03:00");

  it.each([
    ["in the night", {}, night],
    ["with the day's cap used", { people_used: 10, others_today: 50, sends_hour: 30, firsts_hour: 3 }, noon],
    ["while new chats are paused", { settings: { new_chats_paused: true } }, noon],
    ["while the network restricts the number", { restricted: { until: null } }, noon],
    ["on a critical number", { level: "critical" }, noon],
    ["while all else is spaced", { next_at: { K: later(99).toISOString(), F: later(99).toISOString() } }, noon],
  ] as const)("goes at once %s", (_when, state, now) => {
    expect(decide({ R: row("R", { due: now.toISOString() }), F: row("F"), K: row("K") }, state, now)).toMatchObject({
      kind: "start",
      queue: "R",
      go_before: null,
    });
  });

  it("waits for its own gap only", () => {
    const state = afterStart(pace(), { queue: "R", isNewPerson: false, draw: 0.5 }, noon);
    const gap = Date.parse(state.next_at.R ?? "") - noon.getTime();

    expect(gap).toBeGreaterThan(1_400);
    expect(gap).toBeLessThan(3_000);
    expect(decide({ R: row("R") }, state)).toEqual(waitUntil(later(gap / 1000)));
    expect(decide({ R: row("R") }, state, later(gap / 1000))).toMatchObject({ kind: "start", queue: "R" });
  });

  it("is not slowed after a reconnect", () => {
    const state = afterStart(
      pace({ connected_at: noon.toISOString() }),
      { queue: "R", isNewPerson: false, draw: 1 },
      noon,
    );

    expect(Date.parse(state.next_at.R ?? "") - noon.getTime()).toBeLessThanOrEqual(3_000);
  });
});

describe("a first message", () => {
  it("goes by day, counts its person, and must be gone before the night", () => {
    expect(decide({ F: row("F") }, {})).toEqual({
      kind: "start",
      queue: "F",
      row: row("F"),
      is_new_person: true,
      go_before: new Date("2026-11-20T22:00:00-03:00"),
    });
  });

  it("is held from 22:00 to 08:00 in the instance's own time", () => {
    const night = new Date("2026-11-20T22:00:00-03:00");
    expect(decide({ F: row("F") }, {}, night)).toEqual(waitUntil("2026-11-21T08:00:02-03:00"));
  });

  it("waits for the next morning once the day's cap of new people is used", () => {
    const full = { people_used: 10 };
    expect(decide({ F: row("F") }, full)).toEqual(waitUntil("2026-11-21T08:00:02-03:00"));
    expect(decide({ F: row("F") }, { people_used: 9 })).toMatchObject({ kind: "start" });
    const morning = new Date("2026-11-21T08:00:02-03:00");
    const next = decideProtected(view({ F: row("F") }, { pace: pace(full), now: morning }));
    expect(next).toMatchObject({ kind: "start" });
  });

  it("to a person already counted today doesn't need the cap", () => {
    expect(decide({ F: row("F"), G: row("G") }, { people_used: 10 })).toMatchObject({
      kind: "start",
      queue: "G",
      is_new_person: false,
    });
  });

  it("moves to the queue where its person is looked for", () => {
    const counted = decideProtected(view({ F: row("F") }, { counted: { F: true } }));
    expect(counted).toMatchObject({ kind: "move", to: "G" });
    const nextDay = decideProtected(view({ G: row("G") }, { counted: { G: false } }));
    expect(nextDay).toMatchObject({ kind: "move", to: "F" });
  });

  it("keeps to the stage's first messages an hour", () => {
    expect(decide({ F: row("F") }, { firsts_hour: 3 }, later(600))).toEqual(waitUntil(later(3600)));
    expect(decide({ F: row("F") }, { firsts_hour: 3, stage: 2 })).toMatchObject({ kind: "start" });
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
    const given = row("F");
    expect(decide({ F: given }, state)).toEqual(waitUntil(until ?? given.expires_at));
    expect(decide({ F: given, K: row("K") }, state)).toMatchObject({ kind: "start", queue: "K" });
  });

  it("goes below 80 % of the network's quota", () => {
    const quota = { total: 50, used: 39, resets_at: null, warning: "first" } as const;
    expect(decide({ F: row("F") }, { quota })).toMatchObject({ kind: "start", queue: "F" });
  });

  it("rests until the next day when its text went to 10 new people today; the row behind it doesn't", () => {
    const texts = { abc: 10, def: 9 };
    const same = decide({ F: row("F", { text_hash: "abc" }) }, { texts, stage: 4 });
    expect(same).toMatchObject({ kind: "postpone", until: new Date("2026-11-21T00:00:00-03:00") });
    expect(decide({ F: row("F", { text_hash: "def" }) }, { texts, stage: 4 })).toMatchObject({ kind: "start" });
  });
});

describe("known people and broadcasts", () => {
  it("a known person is written to at night too", () => {
    expect(decide({ K: row("K") }, {}, new Date("2026-11-20T23:00:00-03:00"))).toMatchObject({
      kind: "start",
      go_before: null,
    });
  });

  it.each([
    ["the hour's", { sends_hour: 30 }, "2026-11-20T13:00:00-03:00"],
    ["the day's", { others_today: 50 }, "2026-11-21T00:00:00-03:00"],
  ])("a message to a known person waits when %s limit is used", (_limit, state, until) => {
    expect(decide({ K: row("K") }, state)).toEqual(waitUntil(until));
  });

  it("a broadcast needs stage 2, the day, and a number that is not at risk", () => {
    const heads = { B: row("B") };
    expect(decide(heads, {})).toEqual(waitUntil(row("B").expires_at));
    expect(decide(heads, { stage: 2 })).toMatchObject({ kind: "start", queue: "B" });
    expect(decide(heads, { stage: 2, level: "risk" })).toEqual(waitUntil(row("B").expires_at));
    expect(decide(heads, { stage: 2 }, new Date("2026-11-20T22:00:00-03:00"))).toEqual(
      waitUntil("2026-11-21T08:00:02-03:00"),
    );
  });
});

describe("whose turn it is", () => {
  it("is the class that could have gone for longest", () => {
    const old = { due: later(-60).toISOString() };
    const heads = { F: row("F", old), K: row("K", old), B: row("B", old) };
    const next_at = { F: later(-5).toISOString(), K: later(-9).toISOString(), B: later(-7).toISOString() };
    expect(decide(heads, { stage: 2, next_at })).toMatchObject({ queue: "K" });
    expect(decide(heads, { stage: 2, next_at: { ...next_at, K: later(-1).toISOString() } })).toMatchObject({
      queue: "B",
    });
  });

  it("is the older first message's, whichever queue it stands in", () => {
    const heads = { F: row("F", { sk: "F#msg_2" }), G: row("G", { sk: "G#msg_3" }) };
    expect(decide(heads, {})).toMatchObject({ queue: "F" });
    expect(decide({ ...heads, G: row("G", { sk: "G#msg_1" }) }, {})).toMatchObject({ queue: "G" });
  });

  const slots = (count: number, chat: string | null = "another") =>
    Array.from({ length: count }, (_, n) => ({ slot: n + 1, message_id: `msg_${n}`, chat }));

  it("is nobody's while four are without an acknowledgement, and those are looked at after 10 seconds", () => {
    const taken = view({ R: row("R"), F: row("F") }, { pace: pace({ slots: slots(4) }) });
    expect(decideProtected(taken)).toEqual({ kind: "wait", next: later(10), held: {} });
    expect(decideProtected({ ...taken, pace: pace({ slots: slots(3) }) })).toMatchObject({ kind: "start", queue: "R" });
  });

  it("is nobody's while somebody is being typed to, and is looked at when that ends", () => {
    const typing = view({ R: row("R"), F: row("F") }, { pace: pace({ slots: slots(1) }), typing_until: later(3) });
    expect(decideProtected(typing)).toEqual({ kind: "wait", next: later(3), held: {} });
  });

  it("is nobody's while one is being sent whose chat was not noted", () => {
    const unknown = view({ R: row("R") }, { pace: pace({ slots: slots(1, null) }) });
    expect(decideProtected(unknown)).toEqual({ kind: "wait", next: later(10), held: {} });
  });
});

describe("the spacing after a send", () => {
  const gapsAfter = (queue: SendQueue, draw: number, state = pace()) => {
    const { next_at } = afterStart(state, { queue, isNewPerson: queue === "F", draw }, noon);
    return Object.fromEntries(Object.entries(next_at).map(([key, at]) => [key, Date.parse(at) - noon.getTime()]));
  };

  it.each([
    ["F", 0, { R: 1_400, F: 84_000, K: 2_100, B: 21_000 }],
    ["F", 1, { R: 3_000, F: 192_000, K: 4_800, B: 48_000 }],
    ["K", 0, { R: 1_400, K: 4_200, F: 2_100, B: 2_100 }],
    ["B", 0, { R: 1_400, B: 42_000, F: 21_000, K: 2_100 }],
    ["R", 0, { R: 1_400 }],
  ] as const)("of queue %s with draw %d", (queue, draw, gaps) => {
    const found = gapsAfter(queue, draw);
    expect(Object.keys(found).sort()).toEqual(Object.keys(gaps).sort());
    for (const [key, gap] of Object.entries(gaps)) expect(Math.abs((found[key] ?? 0) - gap)).toBeLessThan(20);
  });

  it("is log-normal: half of the gaps lie on either side of the setting, more of them near it", () => {
    const gaps = Array.from({ length: 1000 }, (_, i) => (gapsAfter("F", i / 1000).F ?? 0) / 120_000);
    expect(gaps.filter((gap) => gap < 1).length).toBeGreaterThan(450);
    expect(gaps.filter((gap) => gap < 1).length).toBeLessThan(550);
    expect(gaps.filter((gap) => gap > 0.85 && gap < 1.15).length).toBeGreaterThan(450);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1.6);
  });

  it("is ten times as long in the first minute after a reconnect, but no longer than that minute", () => {
    const justNow = pace({ connected_at: later(-10).toISOString() });
    expect(gapsAfter("K", 0, justNow)).toMatchObject({ K: 42_000 });
    expect(gapsAfter("K", 1, justNow)).toMatchObject({ K: 50_000 });
    expect(gapsAfter("K", 0, pace({ connected_at: later(-60).toISOString() })).K).toBeLessThan(4_300);
  });

  it("counts a person once, and what is no new person as another message of the day", () => {
    let state = afterStart(pace(), { queue: "F", isNewPerson: true, draw: 0, textHash: "abc" }, noon);
    state = afterStart(state, { queue: "G", isNewPerson: false, draw: 0 }, noon);
    state = afterStart(state, { queue: "K", isNewPerson: false, draw: 0 }, noon);
    state = afterStart(state, { queue: "B", isNewPerson: false, draw: 0 }, noon);
    state = afterStart(state, { queue: "R", isNewPerson: false, draw: 0 }, noon);
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
  const used = pace({ people_used: 10, day: "2026-11-20" });

  it("set back a day doesn't give the day's people twice", () => {
    expect(rollOver(used, later(-86_400)).people_used).toBe(10);
    expect(rollOver(used, later(86_400)).people_used).toBe(0);
  });

  it("that shows the day before the one counted starts no new chats: nobody knows whom that day has had", () => {
    const tomorrow = { day: "2026-11-21", people_used: 0 };
    expect(decide({ F: row("F") }, tomorrow)).toEqual(waitUntil("2026-11-21T08:00:02-03:00"));
    expect(decide({ F: row("F"), K: row("K") }, tomorrow)).toMatchObject({ kind: "start", queue: "K" });
  });

  it("that wrote far ahead is put right, and holds nothing up for longer than a day", () => {
    const ahead = { ...used, day: "2027-06-01", next_at: { F: "2027-06-01T00:00:00.000Z" } };
    const decision = decideProtected(view({ F: row("F") }, { pace: ahead }));
    expect(decision).toMatchObject({ kind: "correct", pace: { day: "2026-11-20", people_used: 10, next_at: {} } });
  });
});

describe("a message that doesn't go", () => {
  it("is given up after 24 hours without a connection", () => {
    const waiting = { R: row("R", { put_at: later(-24 * 3600 + 1).toISOString() }) };
    expect(decideProtected(view(waiting, { open: false }))).toEqual(waitUntil(later(1)));
    expect(decideProtected(view(waiting, { open: false, now: later(1) }))).toMatchObject({
      kind: "fail",
      code: "not_connected",
    });
  });

  it("is given up when its patience ends, and a put into a held class is seen before its patience ends", () => {
    expect(decide({ F: row("F", { expires_at: noon.toISOString() }) }, {})).toMatchObject({
      kind: "fail",
      code: "waited_too_long",
    });
    const night = new Date("2026-11-20T23:00:00-03:00");
    const hour = decide({ F: row("F") }, { settings: { hold_first_messages_hours: 1 } }, night);
    expect(hour).toMatchObject({ held: { F: later(3600, night) } });
  });

  it("ends when the instance was deleted, and a scheduled one is released in its time", () => {
    const due = row("S", { due: later(5).toISOString() });
    expect(decideProtected(view({ S: due }, { removed: true }))).toMatchObject({
      kind: "fail",
      code: "instance_removed",
    });
    expect(decideProtected(view({ S: due }, { open: false }))).toEqual({ kind: "wait", next: later(5), held: {} });
    expect(decideProtected(view({ S: due }, { now: later(5) }))).toMatchObject({ kind: "release" });
  });

  it("ends like any other when its file isn't ready", () => {
    const late = row("K", { expires_at: noon.toISOString() });
    expect(decideProtected(view({}, { unprepared: [late] }))).toMatchObject({ kind: "fail", queue: "K" });
  });
});

describe("the pace factor of demos", () => {
  it("shortens gaps and the hour, not the cap nor the night", () => {
    const state = pace({ firsts_hour: 3 });
    expect(decideProtected(view({ F: row("F") }, { pace: state, paceFactor: 0.01, now: later(36) }))).toMatchObject({
      kind: "start",
    });
    expect(decideProtected(view({ F: row("F") }, { pace: pace({ people_used: 10 }), paceFactor: 0.01 }))).toEqual(
      waitUntil("2026-11-21T08:00:02-03:00"),
    );
  });
});
