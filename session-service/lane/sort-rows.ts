import { broadcastOf, broadcastOfMessage } from "../../core/domain/broadcasts/broadcast-row.ts";
import { SEND_QUEUES } from "../../core/domain/protection/pacing.ts";
import { rowChatMark } from "../../core/domain/protection/send-slots.ts";
import type { Heads } from "../../core/domain/sending/decide-protected.ts";
import { dueAt } from "../../core/domain/sending/due-at.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { rowId } from "../../core/lanes/put-row.ts";
import { judgeInstanceRow } from "../../core/operations/sending/judge-instance-row.ts";
import { keys } from "../../core/store/keys.ts";
import { type InstanceQueue, instanceQueue } from "../../core/store/lane-queues.ts";

/** The sort keys of rows resting after a failure, each with the time at which its rest ends, in epoch ms. */
export type Resting = ReadonlyMap<string, number>;

/** The queues whose rows can be sent: the one for codes, and the paced queues. */
export const GOING = ["otp", ...SEND_QUEUES] as const;
const QUEUES: ReadonlySet<string> = new Set(GOING);
const isGoing = (queue: InstanceQueue | null): queue is (typeof GOING)[number] => queue !== null && QUEUES.has(queue);

/** The rows read in one check, sorted. */
export interface Sorted {
  /** Recheck rows, oldest first. */
  looks: LaneRow[];
  /**
   * The first row of each queue that could be sent. Rows whose file is not ready, or whose chat must wait, are skipped
   * so that they don't hold up other chats.
   */
  heads: Heads;
  /**
   * Rows that may be overtaken because their chat has an earlier or unacknowledged message, or because they failed or
   * aren't due.
   */
  blocked: LaneRow[];
  /** Rows waiting for an earlier message in their chat whose file is being prepared. */
  behindFiles: LaneRow[];
  /** The blocked rows whose broadcast has been paused, cancelled, or completed. */
  orphans: LaneRow[];
  /** The earliest time at which a row that failed or isn't due can be sent. */
  blockedUntil: Date | null;
  /** Rows that can never be processed as they are, and why. */
  unsound: { row: LaneRow; fault: string }[];
  /** Rows whose files have to be fetched, converted, and uploaded before their turn comes, in order. */
  unprepared: LaneRow[];
  /** Whether the lane contains only a single row. */
  isSole: boolean;
  /** Whether any row is waiting for its turn. */
  isWaitedIn: boolean;
}

const HEADER = keys.laneHead("").sk;

/** Facts about the lane that its rows don't contain. */
interface Knowledge {
  /** The marks of the chats with an unacknowledged message. */
  onTheWay: ReadonlySet<string | null>;
  resting: Resting;
  /** Whether later messages in the row's chat no longer wait for the row's file. */
  isOvertaken: (row: LaneRow) => boolean;
  now: Date;
}

/** Creates the function that sorts rows. */
export function sorter({ onTheWay, resting, isOvertaken, now }: Knowledge): (rows: LaneRow[]) => Sorted {
  const until = (row: LaneRow) => Math.max(resting.get(row.sk) ?? 0, dueAt(row, now));
  const isLater = (row: LaneRow) => until(row) > now.getTime();

  return (rows) => {
    const heads: Heads = {};
    const [looks, unprepared, blocked]: [LaneRow[], LaneRow[], LaneRow[]] = [[], [], []];
    const [behindFiles, orphans]: [LaneRow[], LaneRow[]] = [[], []];
    const unsound: Sorted["unsound"] = [];
    const moments: number[] = [];
    const running = new Set(rows.map(broadcastOf));
    /** Whether the row is for a broadcast message that was given back, and whose broadcast was then paused. */
    const isPaused = (row: LaneRow) => {
      const broadcast = broadcastOfMessage(row);
      return broadcast !== null && !running.has(broadcast);
    };
    const sound: { row: LaneRow; queue: InstanceQueue | null }[] = [];
    for (const row of rows) {
      if (row.sk === HEADER) continue;
      const fault = judgeInstanceRow(row, now);
      if (fault === null) sound.push({ row, queue: instanceQueue(row.sk) });
      else unsound.push({ row, fault });
      if ((resting.get(row.sk) ?? 0) > now.getTime()) moments.push(resting.get(row.sk) ?? 0);
    }
    const going = sound.flatMap(({ row, queue }) => (isGoing(queue) ? [{ row, queue }] : []));
    const behindFile = followers(going.filter(({ row }) => row.needs_prepare === true && !isOvertaken(row)));
    const behindLater = followers(
      going.filter(({ row }) => row.needs_prepare !== true && !isPaused(row) && isLater(row)),
    );
    for (const { row, queue } of sound) {
      if (queue === "recheck" || queue === "scheduled") {
        if ((resting.get(row.sk) ?? 0) > now.getTime()) continue;
        // Don't use the row's due time here: it was set according to another machine's clock.
        const rest = typeof row.rest_until === "string" ? Date.parse(row.rest_until) : 0;
        if (queue === "recheck" && rest > now.getTime()) moments.push(rest);
        else if (queue === "recheck") looks.push(row);
        else heads.scheduled ??= row;
      } else if (isGoing(queue)) {
        if (row.needs_prepare === true) unprepared.push(row);
        else if (isPaused(row)) {
          blocked.push(row);
          orphans.push(row);
          if (isLater(row)) moments.push(until(row));
        } else if (heads[queue]) continue;
        else if (isLater(row)) {
          blocked.push(row);
          moments.push(until(row));
        } else if (onTheWay.has(markOf(row)) || behindLater(row, queue)) blocked.push(row);
        else if (behindFile(row, queue)) behindFiles.push(row);
        else heads[queue] = row;
      }
    }
    const blockedUntil = moments.length > 0 ? new Date(Math.min(...moments)) : null;
    const isSole = rows.filter(({ sk }) => sk !== HEADER).length === 1;
    const waiting = [...blocked, ...behindFiles, ...unprepared];
    const isWaitedIn = waiting.length > 0 || Object.keys(heads).length > 0;
    return { isSole, isWaitedIn, looks, heads, unprepared, blocked, behindFiles, orphans, blockedUntil, unsound };
  };
}

const markOf = (row: LaneRow) => broadcastOf(row) ?? rowChatMark(row);

/** A row that may be sent, and its queue. */
interface Going {
  row: LaneRow;
  queue: (typeof GOING)[number];
}

/**
 * Returns the sequence that a row belongs to. A chat's messages of all classes form one sequence, in the order in which
 * they were accepted, which is the order of their ids. Codes do not wait for any message, and a broadcast's messages
 * wait only for other broadcast messages.
 */
const orderOf = ({ row, queue }: Going) =>
  `${queue === "otp" || queue === "broadcast" ? queue : "chat"} ${markOf(row)}`;

/** Creates a function that determines whether a row has to wait for one of these rows in its chat. */
function followers(waiting: readonly Going[]): (row: LaneRow, queue: Going["queue"]) => boolean {
  const first = new Map<string, string>();
  for (const one of waiting) {
    const [order, id] = [orderOf(one), rowId(one.row.sk)];
    const known = first.get(order);
    if (known === undefined || id < known) first.set(order, id);
  }
  return (row, queue) => {
    const earliest = first.size > 0 ? first.get(orderOf({ row, queue })) : undefined;
    return earliest !== undefined && earliest < rowId(row.sk);
  };
}
