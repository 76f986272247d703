import type { Gauges } from "../../core/contracts/session-metrics.ts";
import { FewAtOnce } from "../process/few-at-once.ts";
import { inParallel } from "../process/in-parallel.ts";
import type { InstanceSession } from "../session/session.ts";
import type { TaskDeps } from "../session-deps.ts";
import { OwnedShard } from "./owned-shard.ts";
import { releaseShard, takeShard } from "./shard-ownership.ts";
import type { ShardRow } from "./shard-share.ts";

/** How many owner rows to write concurrently. A task that starts alone takes hundreds of shards. */
const TAKEN_AT_ONCE = 30;
/** How many instances to read concurrently for take-overs, across all of the task's shards. */
const TAKE_OVERS_AT_ONCE = 100;

/** Dependencies of a task's shards. */
interface OwnedShardsDeps {
  sessions: TaskDeps;
  /** The table, on the connections reserved for leases. */
  leases: Pick<TaskDeps, "table">;
  task_id: string;
  /** Whether the task may act. Checked at every step of a session. */
  holds: () => boolean;
  /** Called when a shard was taken or lost. */
  changed: (how: "taken" | "gone") => void;
}

/** The task's shards. Takes them and gives them back, one by one. */
export class OwnedShards {
  readonly #deps: OwnedShardsDeps;
  readonly #owned = new Map<number, OwnedShard>();
  readonly #releasing = new Map<OwnedShard, Promise<void>>();
  readonly #takeOvers = new FewAtOnce(TAKE_OVERS_AT_ONCE);

  constructor(deps: OwnedShardsDeps) {
    this.#deps = deps;
  }

  /** The shard numbers, in ascending order. */
  get numbers(): number[] {
    return [...this.#owned.keys()].sort((a, b) => a - b);
  }

  get sessions(): InstanceSession[] {
    return [...this.#owned.values()].flatMap((shard) => shard.sessions);
  }

  get(shard: number): OwnedShard | undefined {
    return this.#owned.get(shard);
  }

  /** The current values of the gauges for the operator's metrics. */
  gauges(): Gauges {
    const sessions: Record<string, number> = {};
    for (const { status } of this.sessions) sessions[status ?? "unknown"] = (sessions[status ?? "unknown"] ?? 0) + 1;
    const ages = [...this.#owned.values()].map((shard) => shard.laneAgeMs());
    return { ShardsHeld: this.#owned.size, LaneAge: Math.max(0, ...ages), sessions };
  }

  isIdle(): boolean {
    return [...this.#owned.values()].every((shard) => shard.isIdle());
  }

  /**
   * Takes shards, provided that they are unchanged since they were seen. @param mayTake called before each shard is
   * taken. @throws the table's error.
   */
  take(rows: ShardRow[], mayTake: () => boolean): Promise<void> {
    return inParallel(TAKEN_AT_ONCE, rows, async (row) => {
      if (mayTake()) await this.#take(row);
    });
  }

  async #take(row: ShardRow): Promise<void> {
    const { sessions, leases, task_id, holds, changed } = this.#deps;
    const generation = await takeShard(leases, task_id, row);
    if (generation === null || !holds()) return;
    const shard = new OwnedShard(sessions, { shard: row.shard, generation, holds, takeOvers: this.#takeOvers });
    this.#owned.set(row.shard, shard);
    changed("taken");
    shard.start();
    sessions.metrics?.count("ShardsTaken");
    sessions.log.info({ shard: row.shard, generation }, "shard taken over");
  }

  /**
   * Closes a shard's sessions and gives the shard back. Further calls for the same shard wait for the first. Never
   * rejects.
   */
  release(number: number): Promise<void> {
    const shard = this.#owned.get(number);
    if (!shard) return Promise.resolve();
    const begun = this.#releasing.get(shard);
    if (begun) return begun;
    const ended = this.#giveBack(shard).finally(() => this.#releasing.delete(shard));
    this.#releasing.set(shard, ended);
    return ended;
  }

  /** Gives up all shards. Never rejects. */
  async releaseAll(): Promise<void> {
    await Promise.all(this.numbers.map((shard) => this.release(shard)));
  }

  /** Stops the sessions of these shards immediately, because the shards do, or might, belong to another task. */
  abandon(numbers: number[]): void {
    for (const number of numbers) {
      this.#owned.get(number)?.abandon();
      this.#owned.delete(number);
    }
    if (numbers.length > 0) this.#deps.changed("gone");
  }

  async #giveBack(shard: OwnedShard): Promise<void> {
    const { sessions, leases, task_id, changed } = this.#deps;
    try {
      await shard.stop();
      await releaseShard(leases, task_id, shard.shard, shard.generation);
      sessions.metrics?.count("ShardsReleased");
      sessions.log.info({ shard: shard.shard, generation: shard.generation }, "shard released");
    } catch (error) {
      sessions.log.warn(
        { error: String(error) },
        "a shard could not be released; the next check will release it or take it over again",
      );
    } finally {
      // Only now can the shard be taken again, even by this task.
      if (this.#owned.get(shard.shard) === shard) {
        this.#owned.delete(shard.shard);
        changed("gone");
      }
    }
  }
}
