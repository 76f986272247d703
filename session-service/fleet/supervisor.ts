import { setTimeout as pause } from "node:timers/promises";
import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Gauges } from "../../core/contracts/session-metrics.ts";
import { bucketOf } from "../../core/store/lane-names.ts";
import type { Table } from "../../core/store/table.ts";
import type { InstanceSession } from "../session/session.ts";
import type { SessionDeps } from "../session-deps.ts";
import { BEAT_GIVE_UP_MS, BEAT_MS, Heartbeat, type TaskIdentity } from "./heartbeat.ts";
import { inTime } from "./in-time.ts";
import { ownWakeups } from "./own-wakeups.ts";
import { OwnedShard } from "./owned-shard.ts";
import { readOwnership, releaseShard, takeShard } from "./shard-ownership.ts";
import type { ReceiveWakeups } from "./shard-queue.ts";
import { type ShardRow, shareShards } from "./shard-share.ts";
import { TaskWatch } from "./task-watch.ts";

/** How often a task checks whether it may still act. */
const WATCH_MS = 250;
/** Interval between looks at the shards: those that a stopping task gives back are taken within seconds. */
const LOOK_MS = 1_000;
/** A look at the shards that gets no answer for this long is given up, so that the next one can be tried. */
const LOOK_GIVE_UP_MS = 5_000;
/** Time to hand everything over; what is left is dropped, and covered by the journal, the slot and the fence. */
const HAND_OVER_MS = 85_000;

/** The settings of a supervisor, beside the sessions' own deps. */
export interface SupervisorOptions {
  identity: TaskIdentity;
  shardCount: number;
  receive: ReceiveWakeups;
  /** The table over connections of its own: a beat must not queue behind the requests of hundreds of sessions. */
  leases?: Table;
  /** How often it beats and looks at the shards, ms. */
  everyMs?: number;
}

/** Takes and gives back shards so that this task runs an even share of all instances. */
export class Supervisor {
  readonly #deps: SessionDeps;
  readonly #leases: Pick<SessionDeps, "table">;
  readonly #options: SupervisorOptions;
  readonly #heartbeat: Heartbeat;
  readonly #watch = new TaskWatch();
  readonly #owned = new Map<number, OwnedShard>();
  readonly #releasing = new Map<OwnedShard, Promise<void>>();
  #draining = false;
  readonly #timers: NodeJS.Timeout[] = [];
  #shareTimer: NodeJS.Timeout | null = null;
  #sharing: Promise<void> = Promise.resolve();
  #beating = false;

  constructor(deps: SessionDeps, options: SupervisorOptions) {
    const wakeups = ownWakeups(deps.wakeups, deps.clock, (instance) => this.#wakeHere(instance));
    this.#deps = { ...deps, wakeups };
    this.#leases = { table: options.leases ?? deps.table };
    this.#options = options;
    this.#heartbeat = new Heartbeat({ ...deps, ...this.#leases }, options.identity);
  }

  /** Beats for the first time and takes free shards. @throws when the table can't be reached. */
  async start(): Promise<void> {
    await this.#heartbeat.begin();
    this.#timers.push(setInterval(() => void this.#beat(), this.#options.everyMs ?? BEAT_MS));
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

  /** The gauges for the operator's metrics, as they are now. */
  gauges(): Gauges {
    const sessions: Record<string, number> = {};
    for (const { status } of this.sessions) sessions[status ?? "unknown"] = (sessions[status ?? "unknown"] ?? 0) + 1;
    const ages = [...this.#owned.values()].map((shard) => shard.laneAgeMs());
    return { ShardsHeld: this.#owned.size, LaneAge: Math.max(0, ...ages), sessions };
  }

  isIdle(): boolean {
    return [...this.#owned.values()].every((shard) => shard.isIdle());
  }

  /** Hands everything over: each shard is released as soon as its last session is closed. */
  async stop(): Promise<void> {
    this.#draining = true;
    if (this.#shareTimer) clearTimeout(this.#shareTimer);
    const isLate = pause(HAND_OVER_MS, undefined, { ref: false });
    // The others take the shards given back only when this task is not counted any more.
    const told = inTime(this.#heartbeat.retire(), BEAT_GIVE_UP_MS).catch((error) =>
      this.#warn(error, "the others were not told of the end"),
    );
    await Promise.race([Promise.all([told, this.#sharing, this.#releaseAll()]), isLate]);
    // Shards that were being taken meanwhile. The beat goes on while sessions drain: they still write.
    await Promise.race([this.#releaseAll(), isLate]);
    for (const timer of this.#timers) clearInterval(timer);
    this.#abandonAll();
    await inTime(this.#heartbeat.end(), BEAT_GIVE_UP_MS).catch((error) => {
      this.#warn(error, "the task's item was not removed; others wait until its beat stops");
    });
  }

  /** Plans the next look. Looks run beside the beats, and giving back beside both: it waits for the sends in hand. */
  #schedule(): void {
    const everyMs = this.#options.everyMs ?? LOOK_MS;
    // A dead task's shards are taken when its time is over, not at the next regular look after that.
    const inMs = Math.min(everyMs, this.#watch.nextDeathMs(this.#deps.monotonicMs()));
    this.#shareTimer = setTimeout(() => {
      this.#sharing = this.#look().finally(() => {
        if (!this.#draining) this.#schedule();
      });
    }, inMs);
  }

  async #look(): Promise<void> {
    if (!this.#heartbeat.holds() || this.#draining) return;
    try {
      await this.#share();
    } catch (error) {
      this.#warn(error, "the shards were not looked at");
    }
  }

  async #beat(): Promise<void> {
    if (this.#beating) return; // a slow table: the beat in hand counts from its start
    this.#beating = true;
    try {
      await inTime(this.#heartbeat.beat(), BEAT_GIVE_UP_MS);
    } catch (error) {
      this.#warn(error, "the heartbeat was not written");
    } finally {
      this.#beating = false;
    }
    this.#checkHold();
  }

  /** Stops everything once the last beat is too old: from now on another task may take over. */
  #checkHold(): void {
    if (this.#heartbeat.holds() || this.#owned.size === 0) return;
    const { shards } = this;
    this.#deps.log.error({ shards, replaced: this.#heartbeat.replaced }, "the lease is lost; sessions close");
    this.#deps.metrics?.count("ShardsLost", shards.length);
    this.#abandonAll();
  }

  #abandonAll(): void {
    for (const shard of this.#owned.values()) shard.abandon();
    this.#owned.clear();
  }

  async #share(): Promise<void> {
    const { task_id } = this.#options.identity;
    const { shards, tasks } = await inTime(readOwnership(this.#leases, this.#options.shardCount), LOOK_GIVE_UP_MS);
    const owners = shards.flatMap((row) => (row.task === null ? [] : [row.task]));
    const views = this.#watch.look(tasks, owners, this.#deps.monotonicMs());
    const others = views.filter((view) => view.task_id !== task_id);
    const plan = shareShards(task_id, shards, others, new Set(this.#owned.keys()));
    for (const shard of plan.lost) {
      this.#owned.get(shard)?.abandon();
      this.#owned.delete(shard);
    }
    this.#deps.metrics?.count("ShardsLost", plan.lost.length);
    for (const shard of plan.release) void this.#release(this.#owned.get(shard));
    for (const { shard, generation } of plan.orphaned) await releaseShard(this.#leases, task_id, shard, generation);
    if (plan.take.length > 0 && this.#isFull(plan.take.length)) return;
    await Promise.all(plan.take.map((row) => this.#take(row)));
  }

  /** Refuses more shards when memory is short: they could cost the numbers that run here. Another task takes them. */
  #isFull(wanted: number): boolean {
    if (this.#deps.hasRoom?.() !== false) return false;
    this.#deps.metrics?.count("ShardsRefused", wanted);
    this.#deps.log.error({ shards: wanted }, "no memory for more numbers: shards are left; start more tasks");
    return true;
  }

  async #take(row: ShardRow): Promise<void> {
    if (this.#draining || !this.#heartbeat.holds()) return;
    const generation = await takeShard(this.#leases, this.#options.identity.task_id, row);
    if (generation === null) return;
    // Whoever first sees that the lease is lost stops all sessions, even if a late beat would renew it.
    const holds = () => {
      this.#checkHold();
      return this.#heartbeat.holds();
    };
    if (!holds()) return;
    const shard = new OwnedShard(this.#deps, this.#options.receive, holds, { shard: row.shard, generation });
    this.#owned.set(row.shard, shard);
    await shard.start();
    this.#deps.metrics?.count("ShardsTaken");
    this.#deps.log.info({ shard: row.shard, generation }, "shard taken over");
  }

  async #releaseAll(): Promise<void> {
    await Promise.all([...this.#owned.values()].map((shard) => this.#release(shard)));
  }

  /** Once for each, however often it is asked for. Never rejects. */
  #release(shard: OwnedShard | undefined): Promise<void> {
    if (!shard) return Promise.resolve();
    const begun = this.#releasing.get(shard);
    if (begun) return begun;
    const ended = this.#giveBack(shard).finally(() => this.#releasing.delete(shard));
    this.#releasing.set(shard, ended);
    return ended;
  }

  async #giveBack(shard: OwnedShard): Promise<void> {
    try {
      await shard.stop();
      await releaseShard(this.#leases, this.#options.identity.task_id, shard.shard, shard.generation);
      this.#deps.metrics?.count("ShardsReleased");
      this.#deps.log.info({ shard: shard.shard, generation: shard.generation }, "shard given back");
    } catch (error) {
      this.#warn(error, "a shard was not given back; the next look does it, or takes it anew");
    } finally {
      // Until here nobody takes it, this task neither.
      if (this.#owned.get(shard.shard) === shard) this.#owned.delete(shard.shard);
    }
  }

  #wakeHere(instance: InstanceId): boolean {
    return this.#owned.get(bucketOf(instance, this.#options.shardCount))?.wakeHere(instance) === true;
  }

  #warn(error: unknown, message: string): void {
    this.#deps.log.warn({ error: String(error) }, message);
  }
}
