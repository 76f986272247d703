import type { Clock, Ids, Log, Wakeups } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item, Table } from "../store/table.ts";

/** What every lane operation needs. */
export interface LaneDeps {
  table: Table;
  wakeups: Wakeups;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** One waiting item. Its sort key is `<queue>#<order>#<id>`, so the first row of a queue is the next of that queue. */
export interface LaneRow extends Item {
  /** Not worked before this instant (ISO, UTC). */
  due: string;
  put_at: string;
  /** After this instant its policy ends it with a reason (ISO, UTC). */
  expires_at: string;
  tries: number;
  /** Fence of the run that last took it up. */
  claim?: number;
}

/** A lane's header: `<lane>` / `HEAD`. Absent, or without `wake_at`, means asleep. Instants are ISO, UTC. */
export interface LaneHead extends Item {
  /** The next planned wake-up; stays in the past while a run lasts. */
  wake_at?: string;
  /** Who holds the lane's lease, and until when. */
  run?: string;
  until?: string;
  /** Only grows: one more with each run. */
  fence?: number;
  /** Runs in a row that were found dead: their lease ran out before they were closed. */
  died?: number;
  /** Queue -> until when a put into it wakes nobody. */
  held?: Record<string, string>;
  /** Where the lane's items go now: another lane, or "gone". */
  forward_to?: string;
  /** Of an instance's lane, which has no lease: the fence of the owner that wrote it. */
  owner_fence?: number;
}

/** The headers of the lanes, by the lane's name. */
export const laneHeads = recordsAt<LaneHead, Parameters<typeof keys.laneHead>>(keys.laneHead);

/** The rows that wait in lanes, by the lane's name and the row's sort key. */
export const laneRows = recordsAt<LaneRow, Parameters<typeof keys.laneRow>>(keys.laneRow);

/** When a lane must be looked at next, and until when whole classes are held (a put into one wakes nobody). */
export interface LanePlan {
  /** null: nothing in the lane. */
  next: Date | null;
  held: Record<string, Date>;
  /** The run ended before everything that may go had gone: what the header knows of dead runs before it stays. */
  isCutShort?: boolean;
}

/** A lease on a lane, as its worker sees it. */
export interface LaneRun {
  lane: string;
  /** Raised by each run; claims carry it. */
  fence: number;
  /** An earlier run was not closed: something in this lane may kill its worker, so rows are claimed before they are worked. */
  isCareful: boolean;
  /** The run's own time is used up: stop, close, be woken again. */
  isTimeUp(): boolean;
  /**
   * True when the lease still covers `forSec` seconds at the moment it resolves; renews it when it doesn't. False: lost
   * (or a pause ate every renewal), stop at once. Right before each post: `holds(20)`, or the slot's when there is one.
   */
  holds(forSec: number): Promise<boolean>;
  /**
   * "gone" (the lane's owner was deleted: end each row with its reason), or null. Rows that go to another lane are
   * moved by the mechanism: such a run never reaches the worker.
   */
  forwardTo: string | null;
}

/** What works an endpoint lane: its policy applied, events posted. An instance's lane is its owner's: session-service/lane. */
export interface LaneWorker {
  /**
   * Works until nothing may go now or the run's time is up. Nothing may be in flight any more when it settles: the
   * lease is given back right after. `next` is now when work is left.
   */
  work(run: LaneRun): Promise<LanePlan>;
  /**
   * Reads the heads again, and what the policy needs, after the close: the earliest moment anything could go. What can
   * change without a row in the lane need not be looked at.
   */
  plan(): Promise<LanePlan>;
  /**
   * Every row stays in the lane until its work is done. Then the sweep finds whatever is left by its row, so a lane that
   * sleeps is woken by the message alone, and its run writes down that it is awake. See `WakeOptions.rowStays`.
   */
  rowsStay?: boolean;
  /** What makes a row impossible to work; null: nothing. Asked of rows that are moved. */
  faultOf?(row: LaneRow): string | null;
  /** Takes a row that can never be worked off the lane, and keeps it for the operator. */
  setAside?(row: LaneRow, failure: { error: unknown; tries: number }): Promise<void>;
}

/** `held`: another run has it and will look once more. `asleep`: nothing is due. */
export type LaneOutcome = "worked" | "too_early" | "held" | "asleep" | "lost";
