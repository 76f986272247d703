import type { BroadcastReason } from "../../contracts/broadcasts/broadcast-states.ts";
import { DAY_MS, MINUTE_MS } from "../../contracts/durations.ts";
import type { NetworkQuota } from "../../contracts/protection-state.ts";
import { newChatsPause } from "../protection/new-chats-pause.ts";
import type { SendingState } from "../protection/sending-state.ts";
import { PAGE_PEOPLE, type RecipientState, stateAt } from "./recipient-states.ts";

/** The thresholds for automatic pauses, which are our own: docs/decisions/0096. */
const OPT_OUTS = { from: 50, share: 0.02 };
const FAILED = { inARow: 5, of: 50, from: 20, share: 0.1 };
const UNDELIVERED = { from: 50, share: 0.4 };
/**
 * How long the number must have been connected before a missing receipt counts against a broadcast. Long enough for the
 * receipts that the network held, and short enough for a number whose connection often drops to be judged at all.
 */
const HEARD_MS = 10 * MINUTE_MS;
/** Reasons that keep a broadcast paused for at least a day, even if the cause no longer exists. */
const RESTS_A_DAY: ReadonlySet<BroadcastReason> = new Set<BroadcastReason>(["opt_outs", "messenger_warning"]);

const WARNINGS: readonly NetworkQuota["warning"][] = [null, "first", "second", "capped"];

/** The broadcast fields that automatic pauses depend on. */
export interface JudgedBroadcast {
  baseline: { sent: number; quit: number; place: number; warning: NetworkQuota["warning"] };
}

/** A page of recipient states, in the order of the list. */
export type JudgedPage = Readonly<Record<string, unknown>> & { count: number; last_at?: string };

/** The states of people whose message the network accepted. */
const TAKEN: ReadonlySet<RecipientState | null> = new Set<RecipientState>([
  "sent",
  "delivered",
  "read",
  "replied",
  "opted_out_after",
]);
const ARRIVED: ReadonlySet<RecipientState | null> = new Set<RecipientState>([
  "delivered",
  "read",
  "replied",
  "opted_out_after",
]);

/**
 * Returns why the number's own state stops all of its broadcasts, or null if they can continue. Spec: broadcasts,
 * `reason.code`.
 */
export function judgeNumber({ baseline }: JudgedBroadcast, state: SendingState, now: Date): BroadcastReason | null {
  const { restricted, level, quota } = state;
  if (restricted && (restricted.until === null || Date.parse(restricted.until) > now.getTime()))
    return "messenger_restricted";
  // The customer's own switch applies only to people who have never written, but all of a broadcast's recipients have.
  const pause = newChatsPause({ ...state, settings: { ...state.settings, new_chats_paused: false } }, now);
  if (pause !== null) return "new_chats_paused";
  if (level === "risk" || level === "critical") return "safety_low";
  const hasRisen = WARNINGS.indexOf(quota?.warning ?? null) > WARNINGS.indexOf(baseline.warning);
  return hasRisen ? "messenger_warning" : null;
}

/** Counts, based on the recipients' states, how many people were sent a broadcast and how many of them opted out. */
export function countSent(pages: readonly JudgedPage[]): { sent: number; quit: number; place: number } {
  const count = { sent: 0, quit: 0, place: 0 };
  statesOf(pages).forEach((state, place) => {
    if (state !== null) count.place = place + 1;
    if (TAKEN.has(state)) count.sent++;
    if (state === "opted_out_after") count.quit++;
  });
  return count;
}

/**
 * Returns why the outcomes of a broadcast's messages stop the broadcast, or null if it can continue. Spec: broadcasts,
 * `reason.code`.
 * @param heardFrom since when the number has been receiving what the network reports, or null while it isn't.
 */
export function judgeResults(
  { baseline }: JudgedBroadcast,
  pages: readonly JudgedPage[],
  now: Date,
  heardFrom: Date | null,
): BroadcastReason | null {
  const { sent, quit } = countSent(pages);
  const [newSent, newQuit] = [sent - baseline.sent, quit - baseline.quit];
  if (newSent >= OPT_OUTS.from && newQuit > OPT_OUTS.share * newSent) return "opt_outs";
  const ended = statesOf(pages)
    .slice(baseline.place)
    .filter((state) => state === "failed" || TAKEN.has(state));
  const row = ended.slice(-FAILED.inARow);
  const last = ended.slice(-FAILED.of);
  const failed = last.filter((state) => state === "failed").length;
  if (row.length === FAILED.inARow && row.every((state) => state === "failed")) return "failures";
  if (last.length >= FAILED.from && failed > FAILED.share * last.length) return "failures";
  // While the number was offline, the network held the receipts for it. Their absence then says nothing about people.
  const isHeard = heardFrom !== null && now.getTime() - heardFrom.getTime() >= HEARD_MS;
  return isHeard && areUndelivered(baseline.place, pages, now) ? "failures" : null;
}

/**
 * Whether too many of the people who were sent the broadcast more than a day ago still haven't received it. A page
 * counts only once all its messages are that old.
 */
function areUndelivered(place: number, pages: readonly JudgedPage[], now: Date): boolean {
  const old = pages
    .slice(Math.ceil(place / PAGE_PEOPLE))
    .filter(({ last_at }) => last_at !== undefined && now.getTime() - Date.parse(last_at) >= DAY_MS);
  const sent = statesOf(old).filter((state) => TAKEN.has(state));
  const arrived = sent.filter((state) => ARRIVED.has(state));
  return sent.length >= UNDELIVERED.from && sent.length - arrived.length > UNDELIVERED.share * sent.length;
}

const statesOf = (pages: readonly JudgedPage[]): (RecipientState | null)[] =>
  pages.flatMap((page) => Array.from({ length: page.count }, (_, at) => stateAt(page, at)));

/**
 * Returns why a paused broadcast can't be resumed now and when it can be resumed, or null if it can be resumed now.
 * @param reason the reason for the pause. @param pausedAt when the broadcast was paused.
 */
export function resumeCause(
  reason: BroadcastReason,
  pausedAt: Date,
  state: SendingState,
  now: Date,
): { reason: BroadcastReason; until: Date | null } | null {
  const rested = new Date(pausedAt.getTime() + DAY_MS);
  if (RESTS_A_DAY.has(reason) && now < rested) return { reason, until: rested };
  const cause = judgeNumber({ baseline: { sent: 0, quit: 0, place: 0, warning: "capped" } }, state, now);
  return cause === null ? null : { reason: cause, until: null };
}
