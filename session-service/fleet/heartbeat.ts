import { TASK_KEPT_SEC } from "../../core/records/task.ts";
import { keys } from "../../core/store/keys.ts";
import { ConditionFailed } from "../../core/store/table.ts";
import type { TaskDeps } from "../session-deps.ts";

/** The interval between a task's heartbeats. */
export const BEAT_MS = 2_000;
/**
 * A task stops its sessions this long after the start of its last successful beat. This is shorter than the time after
 * which other tasks can take its shards.
 */
export const STOP_MS = 8_000;
/** The time after which an unanswered beat is abandoned, leaving enough time for the next one. */
export const BEAT_GIVE_UP_MS = 3_000;

/** The identity of this process. A restarted task may keep its ID, but it always has a new run. */
export interface TaskIdentity {
  task_id: string;
  run: string;
}

type HeartbeatDeps = Pick<TaskDeps, "table" | "clock" | "monotonicMs">;

/**
 * A task's heartbeat: a single item for all of its shards. It is timed by the machine's monotonic clock, never by the
 * wall clock.
 */
export class Heartbeat {
  readonly #deps: HeartbeatDeps;
  readonly #identity: TaskIdentity;
  #lastStart = Number.NEGATIVE_INFINITY;
  /** Whether another process with the same task id started later and replaced this one. */
  #replaced = false;
  /** Whether the task is retiring: it takes no further shards and gives back its own. */
  #retiring = false;
  /** How many shards the task has taken or given back. Other tasks only read the owners if this number changes. */
  #moves = 0;
  #movesTold = 0;
  /** The number of the latest move that must be reported to other tasks immediately. */
  #movesUrgent = 0;
  #ended = false;

  constructor(deps: HeartbeatDeps, identity: TaskIdentity) {
    this.#deps = deps;
    this.#identity = identity;
  }

  /** Whether the last beat is recent enough to act on. */
  holds(): boolean {
    return !this.#replaced && !this.#ended && this.#deps.monotonicMs() - this.#lastStart < STOP_MS;
  }

  get replaced(): boolean {
    return this.#replaced;
  }

  /**
   * Sends the first beat, which takes over the task id from an earlier run. @throws the table's error if the table
   * can't be reached.
   */
  async begin(): Promise<void> {
    const start = this.#deps.monotonicMs();
    const { task_id, run } = this.#identity;
    const said = this.#said();
    await this.#deps.table.write({ update: keys.task(task_id), set: { run, ...said }, add: { beat: 1 } });
    this.#succeeded(start, said);
  }

  /** @throws the table's error if it can't be reached. */
  async beat(): Promise<void> {
    const start = this.#deps.monotonicMs();
    const { task_id, run } = this.#identity;
    const said = this.#said();
    try {
      await this.#deps.table.write({
        update: keys.task(task_id),
        set: said,
        add: { beat: 1 },
        if: [{ field: "run", op: "=", value: run }],
      });
      this.#succeeded(start, said);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (error.item !== null) this.#replaced = true;
      else if (!this.#ended) await this.begin(); // removed by hand, or expired: we still live
    }
  }

  /**
   * Records that a shard was taken or given back. The next beat informs the other tasks. @param isUrgent whether other
   * tasks are waiting for the update.
   */
  moved(isUrgent: boolean): void {
    this.#moves++;
    if (isUrgent) this.#movesUrgent = this.#moves;
  }

  /** Whether a move that other tasks are waiting for has not been reported yet. */
  get hasNews(): boolean {
    return this.#movesUrgent > this.#movesTold && !this.#ended && !this.#replaced;
  }

  /**
   * Marks the task as retiring, so the other tasks divide the shards among themselves. @throws the table's error if the
   * table can't be reached.
   */
  async retire(): Promise<void> {
    this.#retiring = true;
    await this.beat();
  }

  /**
   * Records a successful beat. The beat that started last counts, because an abandoned beat can still succeed after a
   * later one.
   */
  #succeeded(start: number, { moves }: { moves: number }): void {
    this.#lastStart = Math.max(this.#lastStart, start);
    this.#movesTold = Math.max(this.#movesTold, moves);
  }

  #said() {
    return {
      retiring: this.#retiring,
      moves: this.#moves,
      ttl: Math.floor(this.#deps.clock.now().getTime() / 1000) + TASK_KEPT_SEC,
    };
  }

  /** Removes the task's item, so other tasks don't have to wait for its beat to expire. */
  async end(): Promise<void> {
    const { task_id, run } = this.#identity;
    this.#ended = true;
    try {
      await this.#deps.table.write({ delete: keys.task(task_id), if: [{ field: "run", op: "=", value: run }] });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error; // another run has the id
    }
  }
}
