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

/** One waiting item. Its sort key is `<queue>#<order>#<id>`, so a queue's first row is its next one. */
export interface LaneRow extends Item {
  /** Not worked before this instant (ISO, UTC). */
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
  /** The run that owns the lane's lease, and until when. */
  run?: string;
  until?: string;
  /** Grows by one with each run. */
  fence?: number;
  /** Consecutive runs that died, because their lease ran out before they closed. */
  died?: number;
  /** Queue -> until when a new row in it wakes nobody. */
  held?: Record<string, string>;
  /** The lane that now takes this lane's items, or "gone". */
  forward_to?: string;
  /** Short notes from the lane's worker, written at the end of a run, without an extra write. */
  kept?: string[];
  /** On an instance's lane, which has no lease: the fence of the owner that wrote the header. */
  owner_fence?: number;
}

/** The lane headers, by the lane's name. */
export const laneHeads = recordsAt<LaneHead, Parameters<typeof keys.laneHead>>(keys.laneHead);

/** The rows that wait in lanes, by the lane's name and the row's sort key. */
export const laneRows = recordsAt<LaneRow, Parameters<typeof keys.laneRow>>(keys.laneRow);

/** When a lane is checked next, and until when whole classes are held (a new row in a held class wakes nobody). */
export interface LanePlan {
  /** null if the lane is empty. */
  next: Date | null;
  held: Record<string, Date>;
  /** The run ended before it had sent everything that may be sent, so the header's count of dead runs stays. */
  isCutShort?: boolean;
  /** The header's notes from now on; omitted means unchanged. The header stays below 1 KB. */
  keep?: string[];
}

/** A lease on a lane, as its worker sees it. */
export interface LaneRun {
  lane: string;
  /** Grows with each run; claims carry it. */
  fence: number;
  /** An earlier run died, so a row in this lane may kill its worker; rows are claimed before work on them starts. */
  isCareful: boolean;
  /** Whether the run's time is used up: stop, close, and be woken again. */
  isTimeUp(): boolean;
  /**
   * Resolves to true if the lease covers `forSec` more seconds at that moment, renewed if needed. False: the lease is
   * lost (or pauses used up every renewal), so stop at once. Right before each post: `holds(20)`, or the slot's if any.
   */
  holds(forSec: number): Promise<boolean>;
  /**
   * "gone" (the lane's owner was deleted, so end each row with a reason), or null. The lane mechanism itself moves rows
   * to another lane, so such a run never reaches the worker.
   */
  forwardTo: string | null;
  /** The header's notes when the run started. */
  kept: readonly string[];
}

/** The worker for an endpoint lane: applies its policy and posts events. Instance lanes: session-service/lane. */
export interface LaneWorker {
  /**
   * Works until nothing may be done now or the run's time is up. Nothing may be in flight when it settles, because the
   * lease is released right after. `next` is now if work is left.
   */
  work(run: LaneRun): Promise<LanePlan>;
  /**
   * After the close, reads the first rows and the policy's input again and returns the earliest time that anything
   * could be done. Changes that add no row to the lane need no check.
   */
  plan(): Promise<LanePlan>;
  /**
   * Every row stays in the lane until its work is done. The sweep can then find a lane by its rows, so the message
   * alone wakes a sleeping lane, and its run records that it is awake. See `WakeOptions.rowStays`.
   */
  rowsStay?: boolean;
  /** Returns why a row can never be worked; null if it is sound. Called for rows that are moved. */
  faultOf?(row: LaneRow): string | null;
  /** Removes a row that can never be worked from the lane and quarantines it for the operator. */
  quarantine?(row: LaneRow, failure: { error: unknown; tries: number }): Promise<void>;
}

/** A run's outcome. `held`: another run has the lane and will check once more. `asleep`: nothing is due. */
export type LaneOutcome = "worked" | "too_early" | "held" | "asleep" | "lost";
