import { BEAT_MS, Heartbeat, type TaskIdentity } from "./heartbeat.ts";
import { OwnedShard } from "./owned-shard.ts";
import type { InstanceSession } from "./session.ts";
import type { SessionDeps } from "./session-deps.ts";
import { readOwnership, releaseShard, takeShard } from "./shard-ownership.ts";
import type { ReceiveWakeups } from "./shard-queue.ts";
import { type ShardRow, shareShards } from "./shard-share.ts";
import { TaskWatch } from "./task-watch.ts";

/** How often a task checks whether it may still act. */
const WATCH_MS = 250;

/** What a supervisor needs beside the sessions' own deps. */
export interface SupervisorOptions {
  identity: TaskIdentity;
  shardCount: number;
  receive: ReceiveWakeups;
  /** How often it beats and looks at the shards, ms. */
  everyMs?: number;
}

/** Which shards, and so which instances, this task runs: an even share of what living tasks have. */
export class Supervisor {
  readonly #deps: SessionDeps;
  readonly #options: SupervisorOptions;
  readonly #heartbeat: Heartbeat;
  readonly #watch = new TaskWatch();
  readonly #owned = new Map<number, OwnedShard>();
  #draining = false;
  readonly #everyMs: number;
  readonly #timers: NodeJS.Timeout[] = [];
  #shareTimer: NodeJS.Timeout | null = null;
  #sharing: Promise<void> = Promise.resolve();
  #beating = false;

  constructor(deps: SessionDeps, options: SupervisorOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#heartbeat = new Heartbeat(deps, options.identity);
    this.#everyMs = options.everyMs ?? BEAT_MS;
  }

  /** Beats for the first time and takes what is free. @throws when the table can't be reached. */
  async start(): Promise<void> {
    await this.#heartbeat.begin();
    this.#timers.push(setInterval(() => void this.#beat(), this.#everyMs));
    this.#timers.push(setInterval(() => this.#checkHold(), WATCH_MS));
    await this.#share();
    this.#schedule();
  }

  /** This task's shards. */
  get shards(): number[] {
    return [...this.#owned.keys()].sort((a, b) => a - b);
  }

  get sessions(): InstanceSession[] {
    return [...this.#owned.values()].flatMap((shard) => shard.sessions);
  }

  /** The last beat is fresh: this task may act. */
  holds(): boolean {
    return this.#heartbeat.holds();
  }

  isIdle(): boolean {
    return [...this.#owned.values()].every((shard) => shard.isIdle());
  }

  /** Hands everything over: each shard is released as soon as its last session is closed. */
  async stop(): Promise<void> {
    this.#draining = true;
    if (this.#shareTimer) clearTimeout(this.#shareTimer);
    await this.#sharing;
    // The beat goes on while sessions drain: they still write.
    await Promise.all([...this.#owned.values()].map((shard) => this.#release(shard)));
    for (const timer of this.#timers) clearInterval(timer);
    await this.#heartbeat.end().catch((error) => {
      this.#deps.log.warn(
        { error: String(error) },
        "the task's item was not removed; others wait until its beat stops",
      );
    });
  }

  /** Beats and looks run apart: giving a shard back takes as long as its sends in hand, and the beat must go on. */
  #schedule(): void {
    this.#shareTimer = setTimeout(() => {
      this.#sharing = this.#look().finally(() => {
        if (!this.#draining) this.#schedule();
      });
    }, this.#everyMs);
  }

  async #look(): Promise<void> {
    if (!this.#heartbeat.holds() || this.#draining) return;
    try {
      await this.#share();
    } catch (error) {
      this.#deps.log.warn({ error: String(error) }, "the shards were not looked at");
    }
  }

  async #beat(): Promise<void> {
    if (this.#beating) return; // a slow table: the beat in hand counts from its start
    this.#beating = true;
    try {
      await this.#heartbeat.beat();
    } catch (error) {
      this.#deps.log.warn({ error: String(error) }, "the heartbeat was not written");
    } finally {
      this.#beating = false;
    }
    this.#checkHold();
  }

  /** Stops everything once the last beat is too old: from now on another task may take over. */
  #checkHold(): void {
    if (this.#heartbeat.holds() || this.#owned.size === 0) return;
    this.#deps.log.error(
      { shards: this.shards, replaced: this.#heartbeat.replaced },
      "the lease is lost; sessions close",
    );
    for (const shard of this.#owned.values()) shard.abandon();
    this.#owned.clear();
  }

  async #share(): Promise<void> {
    const { task_id } = this.#options.identity;
    const { shards, tasks } = await readOwnership(this.#deps, this.#options.shardCount);
    const owners = shards.flatMap((row) => (row.task === null ? [] : [row.task]));
    const views = this.#watch.look(tasks, owners, this.#deps.monotonicMs());
    const others = views.filter((view) => view.task_id !== task_id);
    const plan = shareShards(task_id, shards, others, new Set(this.#owned.keys()));
    for (const shard of plan.lost) {
      this.#owned.get(shard)?.abandon();
      this.#owned.delete(shard);
    }
    await Promise.all(plan.release.map((shard) => this.#releaseOwned(shard)));
    for (const row of plan.take) await this.#take(row);
  }

  async #take(row: ShardRow): Promise<void> {
    const generation = await takeShard(this.#deps, this.#options.identity.task_id, row);
    if (generation === null) return;
    const holds = () => this.#heartbeat.holds();
    const shard = new OwnedShard(this.#deps, this.#options.receive, holds, { shard: row.shard, generation });
    this.#owned.set(row.shard, shard);
    await shard.start();
    this.#deps.log.info({ shard: row.shard, generation }, "shard taken over");
  }

  async #releaseOwned(shard: number): Promise<void> {
    const owned = this.#owned.get(shard);
    if (owned) await this.#release(owned);
  }

  async #release(shard: OwnedShard): Promise<void> {
    await shard.stop();
    this.#owned.delete(shard.shard);
    await releaseShard(this.#deps, this.#options.identity.task_id, shard.shard, shard.generation);
  }
}
