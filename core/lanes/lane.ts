import type { Clock, Ids, Log, Wakeups } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item, Table } from "../store/table.ts";

/** The dependencies of every lane operation. */
export interface LaneDeps {
  table: Table;
  wakeups: Wakeups;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** One waiting item. Its sort key is `<queue>#<order>#<id>`, so the first row of a queue is the next to be worked. */
export interface LaneRow extends Item {
  /** The row is not worked before this instant (ISO, UTC). */
  due: string;
  put_at: string;
  /** The time at which the lane's policy gives up on the row and records a reason (ISO, UTC). */
  expires_at: string;
  tries: number;
  /** The fence of the run that last claimed the row. */
  claim?: number;
}

/**
 * A lane's header, stored under `<lane>` / `HEAD`. If the header or its `wake_at` is missing, the lane is asleep.
 * Instants are ISO, UTC.
 */
export interface LaneHead extends Item {
  /** The next planned wake-up. While a run is active, this instant stays in the past. */
  wake_at?: string;
  /** The run that owns the lane's lease, and when that lease expires. */
  run?: string;
  until?: string;
  /** The fence. Each run increments it. */
  fence?: number;
  /** The number of consecutive runs that died, i.e. whose lease expired before they closed. */
  died?: number;
  /** Maps each held queue to the end of its hold. Until then, new rows in the queue trigger no wake-up. */
  held?: Record<string, string>;
  /** The lane that this lane's items now go to, or "gone". */
  forward_to?: string;
  /**
   * Short notes that the lane's worker leaves for later runs, saved by the write that closes a run at no extra cost.
   */
  kept?: string[];
  /** Only on an instance's lane, which has no lease: the fence of the owner that wrote the header. */
  owner_fence?: number;
}

/** The lane headers, looked up by lane name. */
export const laneHeads = recordsAt<LaneHead, Parameters<typeof keys.laneHead>>(keys.laneHead);

/** The rows waiting in lanes, looked up by lane name and sort key. */
export const laneRows = recordsAt<LaneRow, Parameters<typeof keys.laneRow>>(keys.laneRow);

/**
 * The time of a lane's next check, and the end of each hold on a class of rows. A new row in a held class triggers no
 * wake-up.
 */
export interface LanePlan {
  /** The time of the next check, or null if the lane is empty. */
  next: Date | null;
  held: Record<string, Date>;
  /** Whether the run ended with sendable work left. If so, the header's count of dead runs is not reset. */
  isCutShort?: boolean;
  /** The notes to store in the header. If omitted, the stored notes stay unchanged. The header must stay below 1 KB. */
  keep?: string[];
}

/** A run's lease on a lane, as its worker sees it. */
export interface LaneRun {
  lane: string;
  /** The fence, which increases with each run and is written into the run's claims. */
  fence: number;
  /**
   * Whether an earlier run died. One of the lane's rows may be what kills its worker, so each row is claimed before any
   * work on it starts.
   */
  isCareful: boolean;
  /** Whether the run's time is up. If so, the worker must stop and close the run, and the lane is woken again. */
  isTimeUp(): boolean;
  /**
   * Resolves to true if the lease covers `forSec` more seconds from now, renewing it if necessary. False means that the
   * lease is lost (or that pauses used up every renewal), so the worker must stop immediately. Call `holds(20)` right
   * before each post. If there is a slot, call the slot's `holds` instead.
   */
  holds(forSec: number): Promise<boolean>;
  /**
   * "gone" if the lane's owner was deleted, in which case every row must be finished with a reason. Otherwise null:
   * when rows move to another lane, the lane mechanism moves them itself, and the worker never sees such a run.
   */
  forwardTo: string | null;
  /** The notes that the header contained when the run started. */
  kept: readonly string[];
}

/**
 * The worker for an endpoint lane, which applies the lane's policy and posts events. For instance lanes, see
 * session-service/lane.
 */
export interface LaneWorker {
  /**
   * Works the lane until nothing more can be done now or the run's time is up. Nothing may still be in flight when the
   * promise settles, because the lease is released right afterwards. If work is left, the plan's `next` is the current
   * time.
   */
  work(run: LaneRun): Promise<LanePlan>;
  /**
   * After the close, reads the first rows and the policy's input again, and returns the earliest time at which anything
   * could be done. Only changes that add a row to the lane need this check.
   */
  plan(): Promise<LanePlan>;
  /**
   * Whether every row stays in the lane until its work is done, so the sweep can find the lane through its rows. A
   * wake-up message alone then wakes a sleeping lane, and the resulting run records that the lane is awake. See
   * `WakeOptions.rowStays`.
   */
  rowsStay?: boolean;
  /** Returns why a row can never be processed, or null if the row is valid. Called for rows that are being moved. */
  faultOf?(row: LaneRow): string | null;
  /** Removes a row that can never be processed and quarantines it for the operator. */
  quarantine?(row: LaneRow, failure: { error: unknown; tries: number }): Promise<void>;
}

/**
 * The outcome of a run. `held` means that another run owns the lane and will check it once more. `asleep` means that
 * nothing is due.
 */
export type LaneOutcome = "worked" | "too_early" | "held" | "asleep" | "lost";
