import { HOUR_MS } from "../../contracts/durations.ts";
import type { SendErrorCode } from "../../contracts/error-codes.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { LaneRow } from "../../lanes/lane.ts";
import { instanceQueue } from "../../store/lane-queues.ts";
import { broadcastOf, paceOf } from "../broadcasts/broadcast-row.ts";
import { type CodeHold, codeHold, HOLD_ERRORS, type PersonQueue } from "../otps/otp-hold.ts";
import { type Hold, holdOf } from "../protection/holds.ts";
import { startOfNextDay } from "../protection/local-time.ts";
import { goBefore } from "../protection/night.ts";
import { gapOf, isWrittenAhead, rollOver, SEND_QUEUES, type SendQueue } from "../protection/pacing.ts";
import { freeSlotOf, type SendSlot } from "../protection/send-slots.ts";
import type { SendingState } from "../protection/sending-state.ts";
import { settingsInForce } from "../protection/settings.ts";
import { dueAt } from "./due-at.ts";

/** The first row of each queue, omitting empty queues. A first message's row may contain `text_hash`. */
export type Heads = Partial<Record<SendQueue | "otp" | "scheduled", LaneRow>>;

/** The stored state of the connection: whether it was open when that was last recorded, and since when it was not. */
interface StoredConnection {
  connected?: boolean;
  closed_at?: string;
}

/**
 * The policy's input: plain data that is loaded before the decision. The write that carries out the decision requires
 * that the data has not changed.
 */
export interface ProtectedView {
  heads: Heads;
  /**
   * Rows that can't be sent yet, because a file isn't ready or another message in the same chat is being sent. They
   * expire like all other rows.
   */
  unprepared: LaneRow[];
  sending: SendingState & StoredConnection & { slots: SendSlot[] };
  /** When the "typing…" that is being shown to someone ends, or null if it isn't being shown. */
  typing_until: Date | null;
  /**
   * Whether the person in the first row of `first` (or of `first_counted`) has already been counted on the local day of
   * `now`.
   */
  counted: { first?: boolean; first_counted?: boolean };
  /** The current queue for messages to the person in the first `otp` row, or null if there is no such row. */
  code_to?: PersonQueue | null;
  /** Whether the session is open and may send. */
  open: boolean;
  /** Whether the instance was deleted. */
  removed: boolean;
  now: Date;
  /** With 1, gaps are as documented. Smaller values shorten them, for demos on a single machine. */
  gapFactor: number;
}

/** The next action to take in an instance's lane. */
export type ProtectedDecision =
  /**
   * `go_before` is described at `goBefore` and `isTooLate`. For a code, it is the code's own expiry if that is earlier.
   */
  | { kind: "start"; queue: SendQueue; row: LaneRow; is_new_person: boolean; go_before: Date | null }
  | { kind: "release"; row: LaneRow }
  /**
   * The row belongs in the other queue, because the person has been counted in the meantime or, on a new day, is no
   * longer counted.
   */
  | { kind: "move"; row: LaneRow; to: "first" | "first_counted" }
  /** The state reflects a wrong clock. Storing the corrected state ends the resulting delay. */
  | { kind: "correct"; sending: SendingState }
  /** Too many new people were sent the same text today. This row has to wait, but the rows after it don't. */
  | { kind: "postpone"; row: LaneRow; until: Date }
  | {
      kind: "fail";
      queue: SendQueue | "otp" | "scheduled";
      row: LaneRow;
      code: SendErrorCode;
      /** For a code, the rule that kept it from being sent. */
      hold?: CodeHold;
    }
  | { kind: "wait"; next: Date | null; held: Partial<Record<SendQueue, Date>> };

/**
 * The maximum number of new people who can receive the same text in a day. Messages to any more people wait until the
 * next day. Rationale: docs/protection.md.
 */
export const SAME_TEXT_MAX = 10;

/**
 * How long it takes for a send whose result was never recorded to be detected and repeated. Rationale: docs/decisions.
 */
const SLOT_LOOK_SEC = 10;

/** How soon a lane is checked again if typing may end early. */
const TYPED_LOOK_MS = 500;

/**
 * Decides which row to send or finish now, or when to check again. Codes are either sent or finished immediately.
 * Replies are next and only wait for their own short gap. Among the other classes, the class that has been ready the
 * longest goes first, so none of them starves. At most one message per chat, and four per number, are sent at the same
 * time. Spec: Number-protection rule.
 */
export function decideProtected(view: ProtectedView): ProtectedDecision {
  const { heads, open, removed, now } = view;
  const holds = holdsOf(view);
  const free = mayBegin(view);
  if (!removed && free && heads.otp && giveUpAt(heads.otp, view) > now) return decideCode(view, heads.otp);
  // Replies come before everything except codes.
  const reply = heads.reply;
  if (!removed && free && reply && mayGo(view, "reply", holds) && giveUpAt(reply, view) > now) {
    return { kind: "start", queue: "reply", row: reply, is_new_person: false, go_before: null };
  }
  for (const { queue, row } of waitingRows(view)) {
    // A broadcast ends by its own rules: its row is not a message and can wait for weeks, connected or not.
    if (broadcastOf(row) !== null && (queue !== "scheduled" || removed)) continue;
    if (removed) return { kind: "fail", queue, row, code: "instance_removed" };
    if (queue === "scheduled") {
      if (Date.parse(row.due) <= now.getTime()) return { kind: "release", row };
    } else if (giveUpAt(row, view).getTime() <= now.getTime()) {
      return { kind: "fail", queue, row, code: open ? "waited_too_long" : "not_connected" };
    }
  }
  if (isWrittenAhead(view.sending, now))
    return { kind: "correct", sending: rollOver(view.sending, now, view.gapFactor) };
  if (heads.first_counted && view.counted.first_counted !== true)
    return { kind: "move", row: heads.first_counted, to: "first" };
  if (heads.first && view.counted.first === true) return { kind: "move", row: heads.first, to: "first_counted" };
  const postponed = postponeUntil(view);
  if (heads.first && postponed) return { kind: "postpone", row: heads.first, until: postponed };

  if (free) {
    const [queue] = SEND_QUEUES.filter((name) => mayGo(view, name, holds)).sort((a, b) => byReadiness(view, a, b));
    const row = queue && heads[queue];
    const go_before = queue ? goBefore(queue, view.sending, now) : null;
    if (row) return { kind: "start", queue, row, is_new_person: queue === "first", go_before };
  }
  return waitFor(view, holds);
}

/**
 * Decides what to do with a code, which is sent now or never. Until its row expires, it waits only for an open session
 * and a free slot.
 */
function decideCode(view: ProtectedView, row: LaneRow): ProtectedDecision {
  const queue = view.code_to ?? "first";
  const hold = codeHold(queue, view.sending, view.now, view.gapFactor);
  if (hold) return { kind: "fail", queue: "otp", row, code: HOLD_ERRORS[hold], hold };
  const until = Date.parse(String(row.until));
  const night = goBefore(queue, view.sending, view.now)?.getTime() ?? Number.POSITIVE_INFINITY;
  return { kind: "start", queue, row, is_new_person: queue === "first", go_before: new Date(Math.min(until, night)) };
}

/**
 * Whether a send may start, i.e. "typing…" isn't being shown to anyone and a slot is free. An unacknowledged send
 * delays only its own chat.
 */
const mayBegin = ({ open, sending, typing_until }: ProtectedView): boolean =>
  open && typing_until === null && freeSlotOf(sending.slots) !== null;

type Holds = (queue: SendQueue) => Hold | null;

/** Returns why the broadcast at the head of its queue can't be sent, or null if it can. */
export const broadcastHold = (
  { heads, sending, now }: Pick<ProtectedView, "heads" | "sending" | "now">,
  gapFactor: number,
): Hold | null => holdOf("broadcast", pacedBy(heads.broadcast, sending), now, gapFactor);

/** Applies a broadcast's own daily limit to the state. */
function pacedBy<S extends SendingState>(row: LaneRow | undefined, state: S): S {
  const own = row && paceOf(row).per_day;
  if (own === undefined) return state;
  const per_day = Math.min(own, settingsInForce(state).broadcast_per_day);
  return { ...state, settings: { ...state.settings, broadcast_per_day: per_day } };
}

/**
 * Returns the queues' holds. Each hold is computed on first use, because a reply that can be sent only needs its own.
 */
function holdsOf({ heads, sending, now, gapFactor }: ProtectedView): Holds {
  const found = new Map<SendQueue, Hold | null>();
  return (queue) => {
    const known = found.get(queue);
    if (known !== undefined) return known;
    const hold =
      queue === "broadcast"
        ? broadcastHold({ heads, sending, now }, gapFactor)
        : holdOf(queue, sending, now, gapFactor);
    found.set(queue, hold);
    return hold;
  };
}

function mayGo({ heads, now, removed }: ProtectedView, queue: SendQueue, holds: Holds): boolean {
  const row = heads[queue];
  return !removed && row !== undefined && dueAt(row, now) <= now.getTime() && holds(queue) === null;
}

/**
 * Compares queues by how long they have been ready to send. Of the two queues for first messages, the one with the
 * older message goes first. Replies have already been handled.
 */
function byReadiness(view: ProtectedView, a: SendQueue, b: SendQueue): number {
  if (gapOf(a) === gapOf(b)) return idOf(view.heads[a]) < idOf(view.heads[b]) ? -1 : 1;
  return readySince(view, a) - readySince(view, b) || SEND_QUEUES.indexOf(a) - SEND_QUEUES.indexOf(b);
}

const idOf = (row: LaneRow | undefined) => row?.sk.slice(row.sk.lastIndexOf("#")) ?? "";

function readySince({ heads, sending, now }: ProtectedView, queue: SendQueue): number {
  const row = heads[queue];
  return Math.max(row ? dueAt(row, now) : 0, Date.parse(sending.next_at[gapOf(queue)] ?? "1970-01-01"));
}

/** Returns when to check the first row of `first` again, if its text has been sent to too many new people today. */
function postponeUntil(view: ProtectedView): Date | null {
  const hash = view.heads.first?.text_hash;
  if (typeof hash !== "string") return null;
  const today = rollOver(view.sending, view.now, view.gapFactor);
  if ((today.texts[hash] ?? 0) < SAME_TEXT_MAX) return null;
  return startOfNextDay(view.now, settingsInForce(view.sending).timezone);
}

/** Returns every row in the view, with its queue. */
function waitingRows({ heads, unprepared }: ProtectedView): { queue: keyof Heads; row: LaneRow }[] {
  const first = (["otp", ...SEND_QUEUES, "scheduled"] as const).flatMap((queue) =>
    heads[queue] ? [{ queue, row: heads[queue] }] : [],
  );
  const others = unprepared.map((row) => ({ queue: queueOf(row), row }));
  return [...first, ...others];
}

/** Returns the queue of an unprepared row. Only queues that messages are sent from contain such rows. */
const queueOf = (row: LaneRow) =>
  (["otp", ...SEND_QUEUES] as const).find((queue) => queue === instanceQueue(row.sk)) ?? "known";

/**
 * Returns when to give up on a waiting row: once the row has waited 24 h without a connection, or at its own limit.
 * Time during which the number was connected doesn't count: a first message can wait for days, and the connection is
 * closed for a moment at each reconnect and whenever a task takes over. Spec: Message, `error_code`.
 */
function giveUpAt(row: LaneRow, { open, sending }: Pick<ProtectedView, "open" | "sending">): Date {
  const patience = Date.parse(row.expires_at);
  // A broadcast waits for the connection, as do any of its messages that were put back for the night.
  if (open || typeof row.broadcast === "string") return new Date(patience);
  const offline = Math.max(Date.parse(row.put_at), closedSince(sending)) + LIMITS.notConnectedHours * HOUR_MS;
  return new Date(Math.min(patience, offline));
}

/**
 * Returns since when the number has had no connection, in epoch ms. Infinite if that isn't recorded yet, because the
 * connection has only just closed or its task has only just started.
 */
function closedSince({ connected, closed_at }: StoredConnection): number {
  if (connected === undefined) return 0; // it was never connected
  return connected || closed_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(closed_at);
}

/**
 * Returns the earliest time at which anything could be sent, and the classes whose new rows don't need to wake the
 * lane. While the session is closed or no slot is free, only the opening of the session or a result can change
 * anything, and both wake the lane themselves. Even so, an occupied slot is checked in case the task that should have
 * written its result has died.
 */
function waitFor(view: ProtectedView, holds: Holds): ProtectedDecision {
  const { heads, unprepared, sending, open, now } = view;
  const moments: number[] = [];
  const held: Partial<Record<SendQueue, Date>> = {};
  const blocked = !mayBegin(view);
  // A row added to a held class must still be checked before it reaches its own limit.
  const patienceMs = settingsInForce(sending).hold_first_messages_hours * HOUR_MS;
  for (const queue of SEND_QUEUES) {
    const hold = holds(queue);
    const until = hold?.until?.getTime() ?? (hold ? Number.POSITIVE_INFINITY : now.getTime());
    if (hold && !blocked) held[queue] = new Date(Math.min(until, now.getTime() + patienceMs));
    const row = heads[queue];
    if (!row || view.removed) continue;
    const goes = blocked ? Number.POSITIVE_INFINITY : Math.max(dueAt(row, now), until);
    moments.push(Math.min(goes, giveUpAt(row, view).getTime()));
  }
  for (const row of heads.otp ? [heads.otp, ...unprepared] : unprepared) moments.push(giveUpAt(row, view).getTime());
  if (heads.scheduled) moments.push(Date.parse(heads.scheduled.due));
  if (open && sending.slots.length > 0) moments.push(now.getTime() + SLOT_LOOK_SEC * 1000);
  if (open && view.typing_until) moments.push(Math.max(view.typing_until.getTime(), now.getTime() + TYPED_LOOK_MS));
  return { kind: "wait", next: moments.length > 0 ? new Date(Math.min(...moments)) : null, held };
}
