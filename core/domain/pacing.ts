import { LIMITS } from "../contracts/limits.ts";
import type { PaceRecord } from "../contracts/person.ts";
import type { LaneRow } from "../lanes/lane.ts";

/** Queues of the instance lane in the order in which they are asked; `C` (look again) is worked before any of them. */
export const SEND_QUEUES = ["R", "K", "F"] as const;
export type SendQueue = (typeof SEND_QUEUES)[number];

/** The first row of each queue; a queue without a row is left out. */
export type Heads = Partial<Record<SendQueue | "S", LaneRow>>;

/** What the policy looks at: plain data, read before and checked by the write that carries the decision out. */
export interface PacingView {
  heads: Heads;
  /** Rows that can't go yet because their files are not ready; they end like any other. */
  unprepared: LaneRow[];
  pace: PaceRecord;
  /** The session is open and may send. */
  open: boolean;
  /** The instance was deleted. */
  removed: boolean;
  now: Date;
}

export type PacingDecision =
  | { kind: "start"; queue: SendQueue; row: LaneRow }
  | { kind: "release"; row: LaneRow }
  | {
      kind: "fail";
      queue: SendQueue | "S";
      row: LaneRow;
      code: "not_connected" | "waited_too_long" | "instance_removed";
    }
  | { kind: "wait"; next: Date | null; held: Record<string, Date> };

/** Middle of the gap after a message that is no reply. Our numbers: docs/decisions. */
const GAP_SEC = { K: 6, F: 120 } as const;

/**
 * The gap after a message of this queue in ms; replies leave none.
 * @param draw uniform in [0, 1): a person's pauses differ, between ×0.7 and ×1.6.
 * @param pace 1 = as documented; smaller for demos on one machine.
 */
export function gapAfterMs(queue: SendQueue, draw: number, pace: number): number {
  if (queue === "R") return 0;
  return GAP_SEC[queue] * 1000 * (0.7 + 0.9 * draw) * pace;
}

/**
 * What goes now, what ends, or when to look again. Replies go before everything else and at once; everything else goes
 * one by one with a gap; one send at a time. Spec: Number-protection rule.
 */
export function decidePacing(view: PacingView): PacingDecision {
  const { heads, pace, open, removed, now } = view;
  for (const { queue, row } of waitingRows(view)) {
    if (removed) return { kind: "fail", queue, row, code: "instance_removed" };
    if (queue === "S") {
      if (Date.parse(row.due) <= now.getTime()) return { kind: "release", row };
    } else if (giveUpAt(row, open).getTime() <= now.getTime()) {
      return { kind: "fail", queue, row, code: open ? "waited_too_long" : "not_connected" };
    }
  }

  const spacedUntil = new Date(Math.max(now.getTime(), pace.next_at ? Date.parse(pace.next_at) : 0));
  if (open && pace.slot === undefined) {
    for (const queue of SEND_QUEUES) {
      const row = heads[queue];
      if (!row || Date.parse(row.due) > now.getTime()) continue;
      if (queue === "R" || spacedUntil.getTime() <= now.getTime()) return { kind: "start", queue, row };
    }
  }
  return waitFor(view, spacedUntil);
}

/** Every row this look knows, with its queue. */
function waitingRows({ heads, unprepared }: PacingView): { queue: SendQueue | "S"; row: LaneRow }[] {
  const first = ([...SEND_QUEUES, "S"] as const).flatMap((queue) =>
    heads[queue] ? [{ queue, row: heads[queue] }] : [],
  );
  const others = unprepared.map((row) => ({ queue: row.sk.slice(0, 1) as SendQueue, row })); // only those queues have them
  return [...first, ...others];
}

/** When a waiting row ends: 24 h without a connection, or its own patience. Spec: Message, `error_code`. */
function giveUpAt(row: LaneRow, open: boolean): Date {
  const patience = Date.parse(row.expires_at);
  const offline = Date.parse(row.put_at) + LIMITS.notConnectedHours * 3_600_000;
  return new Date(open ? patience : Math.min(patience, offline));
}

/** A send whose outcome could not be written is found and repeated after this. Our number: docs/decisions. */
const SLOT_LOOK_SEC = 10;

/**
 * The earliest moment anything could go, and which classes a put need not wake for. While the session is not open, or
 * a message is being sent, only its opening or the outcome changes anything, and both wake the lane themselves; a
 * taken slot is looked at all the same, in case the task that was to write the outcome could not.
 */
function waitFor({ heads, unprepared, pace, open, now }: PacingView, spacedUntil: Date): PacingDecision {
  const moments: number[] = [];
  const held: Record<string, Date> = {};
  const blocked = !open || pace.slot !== undefined;
  for (const queue of SEND_QUEUES) {
    const row = heads[queue];
    if (!row) continue;
    const goes = queue === "R" ? Date.parse(row.due) : Math.max(Date.parse(row.due), spacedUntil.getTime());
    moments.push(blocked ? giveUpAt(row, open).getTime() : Math.min(goes, giveUpAt(row, open).getTime()));
  }
  for (const row of unprepared) moments.push(giveUpAt(row, open).getTime());
  if (heads.S) moments.push(Date.parse(heads.S.due));
  if (open && pace.slot !== undefined) moments.push(now.getTime() + SLOT_LOOK_SEC * 1000);
  if (open && !blocked && spacedUntil.getTime() > now.getTime()) {
    held.K = spacedUntil;
    held.F = spacedUntil;
  }
  return { kind: "wait", next: moments.length > 0 ? new Date(Math.min(...moments)) : null, held };
}
