import { broadcastOf, broadcastOfMessage } from "../../core/domain/broadcasts/broadcast-row.ts";
import { SEND_QUEUES } from "../../core/domain/protection/pacing.ts";
import { rowChatMark } from "../../core/domain/protection/send-slots.ts";
import type { Heads } from "../../core/domain/sending/decide-protected.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { judgeInstanceRow } from "../../core/operations/sending/judge-instance-row.ts";
import { keys } from "../../core/store/keys.ts";
import { type InstanceQueue, instanceQueue } from "../../core/store/lane-queues.ts";

/** Sort keys of rows that wait after a failure, and until when (epoch ms). */
export type Resting = ReadonlyMap<string, number>;

/** The queues whose rows may be sent: codes beside the paced ones. */
export const GOING = ["otp", ...SEND_QUEUES] as const;
const QUEUES: ReadonlySet<string> = new Set(GOING);
const isGoing = (queue: InstanceQueue | null): queue is (typeof GOING)[number] => queue !== null && QUEUES.has(queue);

/** The rows of a look, sorted. */
export interface Sorted {
  /** Recheck rows, oldest first. */
  looks: LaneRow[];
  /**
   * The first row of each queue that could go; one whose file is not ready, or whose chat waits, holds up nobody else.
   */
  heads: Heads;
  /**
   * Rows that others may overtake: their chat has an earlier or unacknowledged message, they failed, or are not due.
   */
  blocked: LaneRow[];
  /** Of those, the messages of broadcasts that no longer run: paused, cancelled or complete. */
  orphans: LaneRow[];
  /** When the first of the rows that failed or are not due may be sent. */
  blockedUntil: Date | null;
  /** Rows that can never be worked as they are, and why. */
  unsound: { row: LaneRow; fault: string }[];
  /** Rows whose files must be fetched, converted and uploaded before their turn, in order. */
  unprepared: LaneRow[];
  /** One row is all there is in the lane. */
  isSole: boolean;
  /** Something waits for its turn. */
  isWaitedIn: boolean;
}

const HEADER = keys.laneHead("").sk;

/** Makes the sorter of rows. @param onTheWay marks of chats that have an unacknowledged message. */
export function sorter(onTheWay: ReadonlySet<string | null>, resting: Resting, now: Date): (rows: LaneRow[]) => Sorted {
  const until = (row: LaneRow) => Math.max(resting.get(row.sk) ?? 0, Date.parse(row.due));

  return (rows) => {
    const heads: Heads = {};
    const [looks, unprepared]: [LaneRow[], LaneRow[]] = [[], []];
    const [blocked, orphans]: [LaneRow[], LaneRow[]] = [[], []];
    const unsound: Sorted["unsound"] = [];
    const moments: number[] = [];
    /** Marks of chats that wait after a row of their own queue. */
    const behind = new Set<string>();
    const running = new Set(rows.map(broadcastOf));
    /** A broadcast's message was given back, and then the broadcast was paused. */
    const isPaused = (row: LaneRow) => {
      const broadcast = broadcastOfMessage(row);
      return broadcast !== null && !running.has(broadcast);
    };
    for (const row of rows) {
      if (row.sk === HEADER) continue;
      const queue = instanceQueue(row.sk);
      const mark = broadcastOf(row) ?? rowChatMark(row);
      const fault = judgeInstanceRow(row, now);
      const restsUntil = resting.get(row.sk) ?? 0;
      if (restsUntil > now.getTime()) moments.push(restsUntil);
      if (fault !== null) unsound.push({ row, fault });
      else if (queue === "recheck" || queue === "scheduled") {
        if (restsUntil > now.getTime()) continue;
        // Not its due time: another machine's clock wrote that.
        const rest = typeof row.rest_until === "string" ? Date.parse(row.rest_until) : 0;
        if (queue === "recheck" && rest > now.getTime()) moments.push(rest);
        else if (queue === "recheck") looks.push(row);
        else heads.scheduled ??= row;
      } else if (isGoing(queue)) {
        if (row.needs_prepare === true) unprepared.push(row);
        else if (isPaused(row)) {
          blocked.push(row);
          orphans.push(row);
          if (until(row) > now.getTime()) moments.push(until(row));
        } else if (heads[queue]) continue;
        else if (until(row) > now.getTime()) {
          blocked.push(row);
          moments.push(until(row));
          behind.add(`${queue} ${mark}`);
        } else if (onTheWay.size + behind.size > 0 && isBehind(queue, mark)) blocked.push(row);
        else heads[queue] = row;
      }
    }
    const blockedUntil = moments.length > 0 ? new Date(Math.min(...moments)) : null;
    const isSole = rows.filter(({ sk }) => sk !== HEADER).length === 1;
    const isWaitedIn = blocked.length + unprepared.length > 0 || Object.keys(heads).length > 0;
    return { isSole, isWaitedIn, looks, heads, unprepared, blocked, orphans, blockedUntil, unsound };

    function isBehind(queue: string, mark: string): boolean {
      return onTheWay.has(mark) || behind.has(`${queue} ${mark}`);
    }
  };
}
