import { setTimeout as pause } from "node:timers/promises";
import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { InstanceId, MessageId } from "../../core/contracts/ids.ts";
import { failureKind } from "../../core/failure-kind.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { LaneRunner } from "../lane/lane-runner.ts";
import { watchMornings } from "../lane/watch-mornings.ts";
import type { FewAtOnce } from "../process/few-at-once.ts";
import { inParallel } from "../process/in-parallel.ts";
import type { InstanceSession } from "../session/session.ts";
import type { TaskDeps } from "../session-deps.ts";
import { adoptInstance } from "./adopt-instance.ts";
import { forgetInstance } from "./forget-instance.ts";
import { listShardInstances } from "./list-shard-instances.ts";

/** How many of a shard's instances to take over concurrently. */
const AT_ONCE = 20;
/** How many sessions to close concurrently. Closing is mostly waiting for the network and the table. */
const CLOSED_AT_ONCE = 100;
const RETRY_MS = 1_000;
/**
 * After this many failures while the table is available, an instance is only retried a minute later, so that other
 * instances can continue.
 */
const TRIES = 5;
const AGAIN_MS = MINUTE_MS;

interface Adopted {
  session: InstanceSession;
  runner: LaneRunner;
}

/**
 * The data that a task passes to each of its shards: the ownership's generation, whether the task still owns the shard,
 * and access to the task-wide limit on take-overs.
 */
interface Ownership {
  shard: number;
  generation: number;
  /** Whether the task definitely owns the shard. */
  holds: () => boolean;
  /** Limits how many take-overs run concurrently across all of the task's shards. */
  takeOvers: FewAtOnce;
}

/** A shard while this task owns it, with the sessions and lanes of its instances. */
export class OwnedShard {
  readonly shard: number;
  readonly generation: number;
  readonly #deps: TaskDeps;
  readonly #holds: () => boolean;
  readonly #takeOvers: FewAtOnce;
  readonly #adopted = new Map<string, Promise<Adopted | null>>();
  readonly #live = new Map<string, Adopted>();
  readonly #ending = new AbortController();
  #handling = 0;
  #takingOver: Promise<void> = Promise.resolve();

  constructor(deps: TaskDeps, { shard, generation, holds, takeOvers }: Ownership) {
    this.#deps = deps;
    this.#holds = () => !this.#ending.signal.aborted && holds();
    this.#takeOvers = takeOvers;
    this.shard = shard;
    this.generation = generation;
  }

  /**
   * Starts taking over the instances. If a wake-up for an instance arrives first, that instance is taken over right
   * away.
   */
  start(): void {
    const lanes = () => [...this.#live.values()].map(({ runner }) => runner);
    void watchMornings(this.#deps.clock, lanes, (lane) => void (this.#holds() && lane.wake()), this.#ending.signal);
    this.#takingOver = this.#takeOver().catch((error) => {
      this.#deps.log.error({ shard: this.shard, error: String(error) }, "a shard was not taken over completely");
    });
  }

  get sessions(): InstanceSession[] {
    return [...this.#live.values()].map(({ session }) => session);
  }

  /**
   * Returns how long, in ms, the longest-waiting lane has been waiting to be checked, or the oldest received data to be
   * stored, whichever is longer.
   */
  laneAgeMs(): number {
    return Math.max(
      0,
      ...[...this.#live.values()].flatMap(({ runner, session }) => [runner.ageMs, session.inboxAgeMs]),
    );
  }

  /** Wakes the lane of an instance in this shard. @returns false if the instance or the shard might not be ours. */
  wakeHere(instance: InstanceId): boolean {
    return this.#holds() && this.#live.get(instance)?.runner.wake() === true;
  }

  isIdle(): boolean {
    return (
      this.#handling === 0 && [...this.#live.values()].every(({ session, runner }) => session.isIdle() && runner.isIdle)
    );
  }

  /** Stops gracefully: sends in progress finish, and then the sessions close without logging out. */
  async stop(): Promise<void> {
    const adopted = [...this.#live.values()];
    await inParallel(CLOSED_AT_ONCE, adopted, async ({ session, runner }) => {
      const ended = runner.stop();
      await session.stop();
      await ended;
      await runner.recorded();
    });
    this.#ending.abort();
    await this.#takingOver;
    // This also stops instances whose take-over was still in progress.
    await inParallel(
      CLOSED_AT_ONCE,
      [...this.#live.values()].filter((one) => !adopted.includes(one)),
      ({ session }) => session.stop(),
    );
  }

  /** Stops immediately, because the shard does, or might, belong to another task. */
  abandon(): void {
    this.#ending.abort();
    for (const { session, runner } of this.#live.values()) {
      void runner.stop();
      session.abandon();
    }
  }

  async #takeOver(): Promise<void> {
    this.#handling++;
    try {
      const listed = await this.#patiently("reading a shard's instances", () =>
        this.#takeOvers.run(() => listShardInstances(this.#deps, this.shard)),
      );
      if (!listed) return;
      await inParallel(AT_ONCE, listed, async (instance) => {
        (await this.#adopt(instance))?.runner.wake();
      });
    } finally {
      this.#handling--;
    }
  }

  /** Creates one session per instance, even if several wake-ups request it concurrently. */
  #adopt(instance: InstanceId): Promise<Adopted | null> {
    const known = this.#adopted.get(instance);
    if (known) return known;
    const adopting = this.#begin(instance);
    this.#adopted.set(instance, adopting);
    void adopting.then((adopted) => {
      if (!adopted) this.#adopted.delete(instance);
    });
    return adopting;
  }

  #begin(instance: InstanceId): Promise<Adopted | null> {
    const adopt = async () => {
      const session = await this.#takeOvers.run(() => adoptInstance(this.#deps, instance, this.#holds));
      if (!session) {
        await forgetInstance(this.#deps, instance);
        return null;
      }
      const adopted = { session, runner: new LaneRunner(this.#deps, session, () => this.#drop(instance)) };
      if (this.#ending.signal.aborted) session.abandon();
      else this.#live.set(instance, adopted);
      return adopted;
    };
    return this.#patiently("taking an instance over", adopt, () => void this.#adoptLater(instance));
  }

  async #adoptLater(instance: InstanceId): Promise<void> {
    await pause(AGAIN_MS, undefined, { signal: this.#ending.signal }).catch(() => {});
    if (this.#holds()) (await this.#adopt(instance))?.runner.wake();
  }

  /** Drops an instance that was removed together with its data, so a later wake-up finds no session. */
  #drop(instance: InstanceId): void {
    this.#live.get(instance)?.session.abandon();
    this.#live.delete(instance);
    this.#adopted.delete(instance);
  }

  /**
   * Repeats the work until it succeeds. @returns null if the shard is no longer ours, or after `givenUp` was called.
   * @param givenUp called instead of another attempt once the work itself has failed a few times.
   */
  async #patiently<T>(what: string, work: () => Promise<T>, givenUp?: () => void): Promise<T | null> {
    for (let lasting = 0; this.#holds(); ) {
      if (lasting >= TRIES && givenUp) {
        givenUp();
        return null;
      }
      try {
        return await work();
      } catch (error) {
        if (failureKind(error) === "lasting") lasting++;
        const about = { shard: this.shard, what, lasting, error: String(error) };
        this.#deps.log.error(about, "failed and will be retried");
        await pause(RETRY_MS, undefined, { signal: this.#ending.signal }).catch(() => {});
      }
    }
    return null;
  }

  /** Checks an instance's lane because of a wake-up from the queue. Never rejects. */
  async wake(instance: InstanceId, about: MessageId | null = null): Promise<void> {
    this.#handling++;
    try {
      const adopted = this.#holds() ? await this.#adopt(instance) : null;
      // An instance that couldn't be adopted doesn't exist, unless the shard has been lost in the meantime.
      const isTaken = this.#holds() && (adopted === null || adopted.runner.wake(about));
      if (!isTaken) await this.#handBack(instanceLane(instance));
    } finally {
      this.#handling--;
    }
  }

  /** Resends a wake-up that was taken from the queue of a shard now owned by another task. */
  async #handBack(lane: string): Promise<void> {
    const { wakeups, clock, log } = this.#deps;
    await wakeups.wake(lane, new Date(clock.now().getTime() + RETRY_MS)).catch((error) => {
      log.error(
        { shard: this.shard, error: String(error) },
        "a wake-up could not be returned; the sweep will handle it",
      );
    });
  }
}
