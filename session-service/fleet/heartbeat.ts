import { TASK_KEPT_SEC } from "../../core/records/task.ts";
import { keys } from "../../core/store/keys.ts";
import { ConditionFailed } from "../../core/store/table.ts";
import type { SessionDeps } from "../session-deps.ts";

/** Interval between a task's heartbeats. */
export const BEAT_MS = 2_000;
/** A task stops its sessions this long after its last successful beat started, before others can take its shards. */
export const STOP_MS = 8_000;
/** A beat without an answer for this long is abandoned, so that the next one can be tried in time. */
export const BEAT_GIVE_UP_MS = 3_000;

/** This process's identity; a restarted task may keep its id, and always has a new run. */
export interface TaskIdentity {
  task_id: string;
  run: string;
}

type HeartbeatDeps = Pick<SessionDeps, "table" | "clock" | "monotonicMs">;

/** A task's heartbeat, one item for all its shards. Measured by the machine's monotonic time, never by the clock. */
export class Heartbeat {
  readonly #deps: HeartbeatDeps;
  readonly #identity: TaskIdentity;
  #lastStart = Number.NEGATIVE_INFINITY;
  /** A process with our id started later, and is the task now. */
  #replaced = false;
  /** This task takes no further shards and gives back its own. */
  #retiring = false;
  /** How many shards this task took or gave back; others read the owners only if such a number changes. */
  #moves = 0;
  #movesTold = 0;
  /** The others should hear at once of the moves up to this one. */
  #movesUrgent = 0;
  #ended = false;

  constructor(deps: HeartbeatDeps, identity: TaskIdentity) {
    this.#deps = deps;
    this.#identity = identity;
  }

  /** Whether the last beat is fresh enough to act on. */
  holds(): boolean {
    return !this.#replaced && !this.#ended && this.#deps.monotonicMs() - this.#lastStart < STOP_MS;
  }

  get replaced(): boolean {
    return this.#replaced;
  }

  /** Takes the id over from an earlier run with a first beat. @throws the table's error if it can't be reached. */
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
   * Records that a shard was taken or given back; the next beat informs the others. @param isUrgent others wait for it.
   */
  moved(isUrgent: boolean): void {
    this.#moves++;
    if (isUrgent) this.#movesUrgent = this.#moves;
  }

  /** Whether the others wait for news of a move. */
  get hasNews(): boolean {
    return this.#movesUrgent > this.#movesTold && !this.#ended && !this.#replaced;
  }

  /** Has the other tasks share the shards without this one. @throws the table's error if it can't be reached. */
  async retire(): Promise<void> {
    this.#retiring = true;
    await this.beat();
  }

  /** The later start counts, because an abandoned beat can still succeed after a later one. */
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

  /** Removes the task's item, so that nobody has to wait until its beat is too old. */
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
