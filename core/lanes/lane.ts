import type { Clock, Ids, Log, Wakeups } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item, Table } from "../store/table.ts";

/** Dependencies of every lane operation. */
export interface LaneDeps {
  table: Table;
  wakeups: Wakeups;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** One waiting item. Its sort key is `<queue>#<order>#<id>`, so the first row of a queue is the next of that queue. */
export interface LaneRow extends Item {
  /** Not worked on before this instant (ISO, UTC). */
  due: string;
  put_at: string;
  /** After this instant the lane's policy ends it with a reason (ISO, UTC). */
  expires_at: string;
  tries: number;
  /** Fence of the run that last claimed it. */
  claim?: number;
}

/** A lane's header: `<lane>` / `HEAD`. Absent, or without `wake_at`, means asleep. Instants are ISO, UTC. */
export interface LaneHead extends Item {
  /** The next planned wake-up; stays in the past while a run lasts. */
  wake_at?: string;
  /** The run that holds the lane's lease, and until when. */
  run?: string;
  until?: string;
  /** Grows by one with each run. */
  fence?: number;
  /** Runs in a row that died: their lease ran out before they closed. */
  died?: number;
  /** Queue -> until when a new row in it wakes nobody. */
  held?: Record<string, string>;
  /** The lane that now takes this lane's items, or "gone". */
  forward_to?: string;
  /** Short notes of the lane's worker, written at the end of a run, without an extra write. */
  kept?: string[];
  /** On an instance's lane, which has no lease: the fence of the owner that wrote the header. */
  owner_fence?: number;
}

/** The headers of the lanes, by the lane's name. */
export const laneHeads = recordsAt<LaneHead, Parameters<typeof keys.laneHead>>(keys.laneHead);

/** The rows that wait in lanes, by the lane's name and the row's sort key. */
export const laneRows = recordsAt<LaneRow, Parameters<typeof keys.laneRow>>(keys.laneRow);

/** When a lane is checked next, and until when whole classes are held (a new row in one wakes nobody). */
export interface LanePlan {
  /** null: the lane is empty. */
  next: Date | null;
  held: Record<string, Date>;
  /** The run ended before it had sent everything that may be sent: the header's count of dead runs stays. */
  isCutShort?: boolean;
  /** The header's notes from now on; left out: unchanged. The header stays below 1 KB. */
  keep?: string[];
}

/** A lease on a lane, as its worker sees it. */
export interface LaneRun {
  lane: string;
  /** Grows with each run; claims carry it. */
  fence: number;
  /** An earlier run died: a row of this lane may kill its worker, so rows are claimed before work on them starts. */
  isCareful: boolean;
  /** The run's time is used up: stop, close, and be woken again. */
  isTimeUp(): boolean;
  /**
   * Resolves to true when the lease covers `forSec` more seconds at that moment, renewed if needed. False: the lease is
   * lost (or pauses used up every renewal), stop at once. Right before each post: `holds(20)`, or the slot's if any.
   */
  holds(forSec: number): Promise<boolean>;
  /**
   * "gone" (the lane's owner was deleted: end each row with a reason), or null. The lane mechanism itself moves rows to
   * another lane: such a run never reaches the worker.
   */
  forwardTo: string | null;
  /** The header's notes when the run started. */
  kept: readonly string[];
}

/** The worker of an endpoint lane: applies its policy and posts events. Instance lanes: session-service/lane. */
export interface LaneWorker {
  /**
   * Works until nothing may be done now or the run's time is up. Nothing may be in flight when it settles, because the
   * lease is released right after. `next` is now when work is left.
   */
  work(run: LaneRun): Promise<LanePlan>;
  /**
   * After the close, reads the first rows and the policy's input again and returns the earliest moment anything could
   * be done. Changes that add no row to the lane need no check.
   */
  plan(): Promise<LanePlan>;
  /**
   * Every row stays in the lane until its work is done. The sweep can then find a lane by its rows, so a sleeping lane
   * is woken by the message alone, and its run writes that it is awake. See `WakeOptions.rowStays`.
   */
  rowsStay?: boolean;
  /** Why a row can never be worked on; null: it is sound. Called for rows that are moved. */
  faultOf?(row: LaneRow): string | null;
  /** Removes a row that can never be worked on from the lane and quarantines it for the operator. */
  quarantine?(row: LaneRow, failure: { error: unknown; tries: number }): Promise<void>;
}

/** Outcome of a run. `held`: another run has the lane and will check once more. `asleep`: nothing is due. */
export type LaneOutcome = "worked" | "too_early" | "held" | "asleep" | "lost";
