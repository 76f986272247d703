import { describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import {
  countSent,
  type JudgedBroadcast,
  type JudgedPage,
  judgeNumber,
  judgeResults,
  resumeCause,
} from "../../../core/domain/broadcasts/judge-broadcast.ts";
import { PAGE_PEOPLE, stateField } from "../../../core/domain/broadcasts/recipient-states.ts";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";

const NOW = new Date("2026-11-23T12:00:00.000Z");
const FRESH: JudgedBroadcast = { baseline: { sent: 0, quit: 0, place: 0, warning: null } };

/**
 * Creates pages of recipients from the letters under which their states are stored. `.` stands for a recipient who is
 * still waiting.
 * @param ageMs the age of each page's last message.
 */
function pagesOf(letters: string, ageMs = 0): JudgedPage[] {
  const pages = Math.ceil(letters.length / PAGE_PEOPLE);
  return Array.from({ length: pages }, (_, n) => {
    const ofPage = [...letters.slice(n * PAGE_PEOPLE, (n + 1) * PAGE_PEOPLE)];
    const set = ofPage.flatMap((letter, at) => (letter === "." ? [] : [[stateField(at), letter]]));
    return { ...Object.fromEntries(set), count: ofPage.length, last_at: new Date(NOW.getTime() - ageMs).toISOString() };
  });
}
/** The number has been connected for an hour. */
const HEARD = new Date(NOW.getTime() - 10 * MINUTE_MS);
const judge = (letters: string, ageMs?: number, judged = FRESH, heardFrom: Date | null = HEARD) =>
  judgeResults(judged, pagesOf(letters, ageMs), NOW, heardFrom);
const times = (letter: string, n: number) => letter.repeat(n);

describe("what became of its messages pauses a broadcast", () => {
  it.each<[what: string, letters: string, reason: string | null]>([
    ["one of fifty opted out: it runs on", `${times("d", 49)}q`, null],
    ["two of fifty: it pauses", `${times("d", 48)}qq`, "opt_outs"],
    ["two of the first forty-nine: nothing yet", `${times("d", 47)}qq`, null],
    ["two of a hundred: it runs on, for that is no more than 2 %", `${times("d", 98)}qq`, null],
    ["three of a hundred", `${times("d", 97)}qqq`, "opt_outs"],
    ["who opted out before their turn, or later than 72 hours, is not counted", `${times("d", 48)}oooo`, null],
    ["four in a row failed: it runs on", `ddddffff`, null],
    ["five in a row", `ddddfffff`, "failures"],
    ["five in a row with somebody between who was not sent to", `ffoffxfmw`, "failures"],
    ["five, but not in a row", `ffdffdf`, null],
    ["two of twenty failed: no more than a tenth", `fdddddddddfddddddddd`, null],
    ["three of twenty", `fdddddddddfdddddfddd`, "failures"],
    ["three of nineteen: too few to judge", `fddddddddfdddddfddd`, null],
    ["five of the last fifty", `${times("fddddddddd", 5)}`, null],
    ["six of the last fifty", `${times("fdddddddd", 5)}fdddd`, "failures"],
    ["six of a hundred, of which one is among the last fifty", `${times("fddddddddd", 5)}${times("d", 49)}f`, null],
    ["nobody was sent anything", times(".", 60), null],
  ])("%s", (_what, letters, reason) => {
    expect(judge(letters)).toBe(reason);
  });

  it("when over 40 % of fifty have not got it after a day, and not before", () => {
    const few = `${times("s", 20)}${times("d", 30)}`;
    const many = `${times("s", 21)}${times("d", 29)}`;

    expect(judge(few, DAY_MS)).toBeNull();
    expect(judge(many, DAY_MS)).toBe("failures");
    expect(judge(many, DAY_MS - 1)).toBeNull();
    expect(judge(many.slice(1), DAY_MS)).toBeNull();
  });

  it("not by receipts that are missing while the number is offline, or has been back for less than ten minutes", () => {
    const none = times("s", 50);
    const justNow = new Date(HEARD.getTime() + 1);

    expect(judge(none, 3 * DAY_MS, FRESH, null)).toBeNull();
    expect(judge(none, 3 * DAY_MS, FRESH, justNow)).toBeNull();
    expect(judge(none, 3 * DAY_MS, FRESH, HEARD)).toBe("failures");
    expect(judge(times("f", 5), 3 * DAY_MS, FRESH, null)).toBe("failures");
  });

  it("by what came since it was resumed alone", () => {
    const before = `${times("d", 90)}${times("q", 10)}`;
    const baseline = { ...countSent(pagesOf(before)), warning: null };

    expect(baseline).toEqual({ sent: 100, quit: 10, place: 100, warning: null });
    expect(judge(before, 0, { baseline })).toBeNull();
    expect(judge(`${before}${times("d", 48)}qq`, 0, { baseline })).toBe("opt_outs");
    expect(judge(`${before}ffff`, 0, { baseline })).toBeNull();
  });
});

describe("the number's own state pauses a broadcast", () => {
  const state = newSendingState("UTC", NOW);
  const later = new Date(NOW.getTime() + DAY_MS).toISOString();
  const restricted = { since: NOW.toISOString(), until: later } as never;

  it("while the network restricts it, until that has ended", () => {
    expect(judgeNumber(FRESH, state, NOW)).toBeNull();
    expect(judgeNumber(FRESH, { ...state, restricted }, NOW)).toBe("messenger_restricted");
    expect(judgeNumber(FRESH, { ...state, restricted }, new Date(later))).toBeNull();
  });

  it.each(["risk", "critical"] as const)("on level %s", (level) => {
    expect(["safety_low", "new_chats_paused"]).toContain(judgeNumber(FRESH, { ...state, level }, NOW));
  });

  it("not for the customer's own switch about new chats: these people wrote", () => {
    expect(judgeNumber(FRESH, { ...state, settings: { new_chats_paused: true } }, NOW)).toBeNull();
  });

  it("when the network's warning rises while it runs, and not for one that stood at its start", () => {
    const warned = { ...state, quota: { warning: "first", used: 0, total: 100 } as never };

    expect(judgeNumber(FRESH, warned, NOW)).toBe("messenger_warning");
    expect(judgeNumber({ baseline: { ...FRESH.baseline, warning: "first" } }, warned, NOW)).toBeNull();
  });

  it("is resumed a day after opt-outs or a warning, and at once behind a cause that has ended", () => {
    const paused = new Date(NOW.getTime() - DAY_MS + 1);
    const rested = new Date(NOW.getTime() - DAY_MS);

    for (const reason of ["opt_outs", "messenger_warning"] as const) {
      expect(resumeCause(reason, paused, state, NOW)).toEqual({ reason, until: new Date(NOW.getTime() + 1) });
      expect(resumeCause(reason, rested, state, NOW)).toBeNull();
    }
    expect(resumeCause("failures", NOW, state, NOW)).toBeNull();
    expect(resumeCause("paused_by_you", NOW, state, NOW)).toBeNull();
    expect(resumeCause("messenger_restricted", NOW, { ...state, restricted }, NOW)).toMatchObject({
      reason: "messenger_restricted",
    });
  });
});
