import type { Clock, Ids, Log, Wakeups } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item, Table } from "../store/table.ts";

/** Dependencies of all lane operations. */
export interface LaneDeps {
  table: Table;
  wakeups: Wakeups;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** An item waiting in a lane. Its sort key is `<queue>#<order>#<id>`, so the first row of a queue is worked next. */
export interface LaneRow extends Item {
  /** The instant (ISO, UTC) before which the row isn't worked. */
  due: string;
  put_at: string;
  /** The time (ISO, UTC) at which the lane's policy gives up on the row and records a reason. */
  expires_at: string;
  tries: number;
  /** The fence of the run that last claimed the row. */
  claim?: number;
}

/**
 * A lane's header, stored under `<lane>` / `HEAD`. The lane is asleep if the header or its `wake_at` is missing.
 * Instants are ISO, UTC.
 */
export interface LaneHead extends Item {
  /** The next planned wake-up. It stays in the past while a run is active. */
  wake_at?: string;
  /** The run that owns the lane's lease, and when that lease expires. */
  run?: string;
  until?: string;
  /** The fence. Each run increments it. */
  fence?: number;
  /** The number of consecutive runs that died, i.e. that didn't close before their lease expired. */
  died?: number;
  /** Maps each held queue to the end of its hold. Until then, new rows in the queue trigger no wake-up. */
  held?: Record<string, string>;
  /** The lane that this lane's items are forwarded to, or "gone". */
  forward_to?: string;
  /**
   * Short notes that the lane's worker leaves for later runs. They are saved at no extra cost by the write that closes
   * a run.
   */
  kept?: string[];
  /** The fence of the owner that wrote the header. Only used for an instance's lane, which has no lease. */
  owner_fence?: number;
}

/** The lane headers, by lane name. */
export const laneHeads = recordsAt<LaneHead, Parameters<typeof keys.laneHead>>(keys.laneHead);

/** The rows waiting in lanes, by lane name and sort key. */
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

/** A lane run and its lease, from the worker's point of view. */
export interface LaneRun {
  lane: string;
  /** The run's fence. It increases with each run and is written into the run's claims. */
  fence: number;
  /**
   * Whether an earlier run died. One of the lane's rows may have killed the worker, so each row is claimed before any
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
   * "gone" if the lane's owner was deleted, in which case every row must be finished with a reason. Otherwise null,
   * because rows that move to another lane are moved by the lane mechanism itself, and the worker never sees such a
   * run.
   */
  forwardTo: string | null;
  /** The header's notes at the start of the run. */
  kept: readonly string[];
}

/**
 * The worker for an endpoint lane. It applies the lane's policy and posts events. For instance lanes, see
 * session-service/lane.
 */
export interface LaneWorker {
  /**
   * Works the lane until nothing more can be done now or the run's time is up. Nothing may be in flight when the
   * promise settles, because the lease is then released immediately. If work is left, the plan's `next` is the current
   * time.
   */
  work(run: LaneRun): Promise<LanePlan>;
  /**
   * Called after the run is closed. Reads the first rows and the policy's input again, and returns the earliest time at
   * which anything could be done. This check is only needed for changes that add a row to the lane.
   */
  plan(): Promise<LanePlan>;
  /**
   * Whether every row stays in the lane until its work is done, so that the sweep can find the lane through its rows.
   * If so, a wake-up message alone is enough to wake a sleeping lane, and the resulting run records that the lane is
   * awake. See `WakeOptions.rowStays`.
   */
  rowsStay?: boolean;
  /** Returns why a row can never be processed, or null if the row is valid. Called for rows that are being moved. */
  faultOf?(row: LaneRow): string | null;
  /** Removes a row that can never be processed, and quarantines it for the operator. */
  quarantine?(row: LaneRow, failure: { error: unknown; tries: number }): Promise<void>;
}

/**
 * The outcome of a run. `held` means that another run owns the lane and will check it once more. `asleep` means that
 * nothing is due.
 */
export type LaneOutcome = "worked" | "too_early" | "held" | "asleep" | "lost";
