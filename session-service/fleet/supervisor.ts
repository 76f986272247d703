import { setTimeout as pause } from "node:timers/promises";
import type { InstanceId, MessageId } from "../../core/contracts/ids.ts";
import type { Gauges } from "../../core/contracts/session-metrics.ts";
import { agreeOnShardCount } from "../../core/records/shard-count.ts";
import { bucketOf } from "../../core/store/lane-names.ts";
import type { Table } from "../../core/store/table.ts";
import type { InstanceSession } from "../session/session.ts";
import type { TaskDeps } from "../session-deps.ts";
import { FleetLook } from "./fleet-look.ts";
import { BEAT_GIVE_UP_MS, BEAT_MS, Heartbeat, type TaskIdentity } from "./heartbeat.ts";
import { inTime } from "./in-time.ts";
import { ownWakeups } from "./own-wakeups.ts";
import type { OwnedShard } from "./owned-shard.ts";
import { OwnedShards } from "./owned-shards.ts";
import { releaseShard, removeDeadTask } from "./shard-ownership.ts";
import type { WakeupSource } from "./shard-queues.ts";
import { shareShards } from "./shard-share.ts";
import { type QueueCounts, TaskWakeups } from "./task-wakeups.ts";

/** How often a task checks whether it is still allowed to act. */
const WATCH_MS = 250;
/** The time after which an unanswered read of the shards is abandoned and tried again. */
const LOOK_GIVE_UP_MS = 5_000;
/**
 * The time limit for handing everything over. Work unfinished by then is dropped; the next owner finds it in the
 * journal and the slots, and the fence prevents this task from writing.
 */
const HAND_OVER_MS = 85_000;

/** A supervisor's settings, on top of the dependencies of its sessions. */
export interface SupervisorOptions extends QueueCounts {
  identity: TaskIdentity;
  shardCount: number;
  queues: WakeupSource;
  /** The table, on separate connections, because a beat must not queue behind the requests of hundreds of sessions. */
  leases?: Table;
  /**
   * How long stopping may wait for polls to finish, in ms, after everything else is done. If absent, polls are
   * interrupted.
   */
  pollsEndMs?: number;
  /** The interval between beats and between reads of the shards, in ms. */
  everyMs?: number;
}

/** Takes shards and gives them back, so the task runs an even share of all instances. */
export class Supervisor {
  readonly #deps: TaskDeps;
  readonly #leases: Pick<TaskDeps, "table">;
  readonly #options: SupervisorOptions;
  readonly #heartbeat: Heartbeat;
  readonly #fleet: FleetLook;
  readonly #owned: OwnedShards;
  readonly #wakeups: TaskWakeups;
  #draining = false;
  readonly #timers: NodeJS.Timeout[] = [];
  #shareTimer: NodeJS.Timeout | null = null;
  #sharing: Promise<void> = Promise.resolve();
  #beating = false;

  constructor(deps: TaskDeps, options: SupervisorOptions) {
    const wakeups = ownWakeups(
      deps.wakeups,
      deps.clock,
      (instance) => this.#shardOf(instance)?.wakeHere(instance) === true,
    );
    this.#deps = { ...deps, wakeups };
    this.#leases = { table: options.leases ?? deps.table };
    this.#options = options;
    this.#heartbeat = new Heartbeat({ ...deps, ...this.#leases }, options.identity);
    const changed = (how: "taken" | "gone") => this.#moved(how === "gone");
    // Once anything notices that the lease was lost, all sessions stop, even if a late beat would renew it.
    const holds = () => {
      this.#checkHold();
      return this.#heartbeat.holds();
    };
    const { task_id } = options.identity;
    this.#fleet = new FleetLook({ ...deps, ...this.#leases }, task_id, options.shardCount);
    this.#owned = new OwnedShards({ sessions: this.#deps, leases: this.#leases, task_id, holds, changed });
    this.#wakeups = new TaskWakeups(deps, {
      queues: options.queues,
      counts: options,
      holds,
      wake: (...woken) => this.#wake(...woken),
      hasOtherOwner: (instance) => this.#fleet.hasOtherOwner(bucketOf(instance, options.shardCount)),
    });
  }

  /**
   * Sends the first beat and takes free shards. @throws if the table can't be reached, or its instances are distributed
   * over a different number of shards.
   */
  async start(): Promise<void> {
    await this.#heartbeat.begin();
    try {
      await agreeOnShardCount(this.#leases.table, this.#options.shardCount);
    } catch (error) {
      await this.#heartbeat.end();
      throw error;
    }
    this.#timers.push(setInterval(() => void this.#beat(), this.#options.everyMs ?? BEAT_MS));
    this.#timers.push(setInterval(() => this.#checkHold(), WATCH_MS));
    await this.#share();
    this.#schedule();
  }

  /** The numbers of this task's shards. */
  get shards(): number[] {
    return this.#owned.numbers;
  }

  /** The queues whose wake-ups this task is reading. */
  get queues(): number[] {
    return this.#wakeups.queues;
  }

  get sessions(): InstanceSession[] {
    return this.#owned.sessions;
  }

  /** Whether the last beat is recent enough for this task to be allowed to act. */
  holds(): boolean {
    return this.#heartbeat.holds();
  }

  /** The current values of the gauges for the operator's metrics. */
  gauges(): Gauges {
    return this.#owned.gauges();
  }

  isIdle(): boolean {
    return this.#wakeups.isIdle() && this.#owned.isIdle();
  }

  /** Hands everything over. Each shard is released once its last session is closed. */
  async stop(): Promise<void> {
    this.#draining = true;
    // Stop checking lanes. Wake-ups are left to the tasks that take the shards.
    this.#readQueues();
    if (this.#shareTimer) clearTimeout(this.#shareTimer);
    const isLate = pause(HAND_OVER_MS, undefined, { ref: false });
    // The other tasks don't take the returned shards until they stop counting this task.
    const told = inTime(this.#heartbeat.retire(), BEAT_GIVE_UP_MS).catch((error) =>
      this.#warn(error, "the other tasks could not be notified of the shutdown"),
    );
    await Promise.race([Promise.all([told, this.#sharing, this.#owned.releaseAll()]), isLate]);
    // This also releases shards whose take-over was still in progress. The beat continues while sessions drain, because
    // draining sessions still write.
    await Promise.race([this.#owned.releaseAll(), isLate]);
    for (const timer of this.#timers) clearInterval(timer);
    this.#owned.abandon(this.shards);
    await inTime(this.#heartbeat.end(), BEAT_GIVE_UP_MS).catch((error) => {
      this.#warn(error, "the task's item was not removed; other tasks wait until its heartbeat expires");
    });
    await this.#wakeups.stop(this.#options.pollsEndMs ?? 0);
  }

  /**
   * Plans the next look. Looks run in parallel with the beats. Giving back shards runs in parallel with looks and
   * beats, because it waits for sends in progress.
   */
  #schedule(): void {
    const inMs = Math.min(this.#options.everyMs ?? Number.POSITIVE_INFINITY, this.#fleet.nextLookMs());
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
      this.#warn(error, "the shards could not be checked");
    }
  }

  async #beat(): Promise<void> {
    if (this.#beating) return; // a slow table: the beat in hand counts from its start
    this.#beating = true;
    try {
      // If shards are given back in the meantime, send another beat immediately, because other tasks are waiting for
      // them.
      do await inTime(this.#heartbeat.beat(), BEAT_GIVE_UP_MS);
      while (this.#heartbeat.hasNews);
    } catch (error) {
      this.#warn(error, "the heartbeat could not be written");
    } finally {
      this.#beating = false;
    }
    this.#checkHold();
  }

  /** Stops everything once the last beat is too old, because another task may then take over. */
  #checkHold(): void {
    const { shards } = this;
    if (this.#heartbeat.holds() || shards.length === 0) return;
    this.#deps.log.error({ shards, replaced: this.#heartbeat.replaced }, "the lease was lost; closing all sessions");
    this.#deps.metrics?.count("ShardsLost", shards.length);
    this.#owned.abandon(shards);
    this.#fleet.readOwnersNext();
  }

  async #share(): Promise<void> {
    const { identity, queueCount } = this.#options;
    const { task_id } = identity;
    const seen = await inTime(this.#fleet.look(), LOOK_GIVE_UP_MS);
    if (!seen) return;
    const { rows, others: tasks, remains } = seen;
    const plan = shareShards(task_id, { rows, tasks, held: new Set(this.shards), queueCount });
    const isDone = plan.take.length + plan.release.length + plan.orphaned.length + plan.lost.length === 0;
    if (!isDone) this.#fleet.readOwnersNext();
    this.#owned.abandon(plan.lost);
    this.#deps.metrics?.count("ShardsLost", plan.lost.length);
    for (const shard of plan.release) void this.#owned.release(shard);
    for (const { shard, generation } of plan.orphaned) await releaseShard(this.#leases, task_id, shard, generation);
    if (plan.take.length === 0 || !this.#isFull(plan.take.length)) {
      await this.#owned.take(plan.take, () => !this.#draining && this.#heartbeat.holds());
    }
    for (const item of remains) await removeDeadTask(this.#leases, item);
  }

  /**
   * Whether memory is too low for more shards. Taking more could bring down the numbers that already run here, so the
   * shards are left to other tasks.
   */
  #isFull(wanted: number): boolean {
    if (this.#deps.hasRoom?.() !== false) return false;
    this.#deps.metrics?.count("ShardsRefused", wanted);
    this.#deps.log.error(
      { shards: wanted },
      "there is no memory for more numbers, so some shards were not taken; start more tasks",
    );
    return true;
  }

  /**
   * Handles a shard that was taken or is gone. A shard that is gone is reported immediately, because other tasks are
   * waiting for it.
   */
  #moved(isGone: boolean): void {
    this.#readQueues();
    this.#heartbeat.moved(isGone);
    if (isGone) void this.#beat();
  }

  #readQueues(): void {
    this.#wakeups.readFor(this.#draining ? [] : this.shards);
  }

  #shardOf(instance: InstanceId): OwnedShard | undefined {
    return this.#owned.get(bucketOf(instance, this.#options.shardCount));
  }

  #wake(instance: InstanceId, about: MessageId | null): boolean {
    const shard = this.#shardOf(instance);
    void shard?.wake(instance, about);
    return shard !== undefined;
  }

  #warn(error: unknown, message: string): void {
    this.#deps.log.warn({ error: String(error) }, message);
  }
}
