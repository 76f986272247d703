import type { Clock, Log, Wakeups } from "../../core/ports.ts";

/**
 * If a wake-up comes back this many times within `QUICK_MS`, the task last seen to own the shard is assumed to have
 * lost it.
 */
const QUICK_TIMES = 8;
const QUICK_MS = 2_000;
/** How long a wake-up for a shard without an owner waits in the queue. */
const NO_OWNER_MS = 1_000;

/** Dependencies for resending wake-ups. */
interface SendOnDeps {
  wakeups: Wakeups;
  clock: Clock;
  log: Log;
  monotonicMs: () => number;
}

/**
 * Resends wake-ups taken from a queue that other tasks' shards share. A wake-up goes back to the same queue, which its
 * shard's owner also polls, so it usually arrives within a quarter of a second.
 */
export class SendOn {
  readonly #deps: SendOnDeps;
  readonly #quick = new Map<string, { times: number; sinceMs: number }>();

  constructor(deps: SendOnDeps) {
    this.#deps = deps;
  }

  /**
   * Resends a wake-up: immediately if its shard has an owner, otherwise a second later.
   * @returns false if it couldn't be sent, in which case the original must stay in the queue.
   */
  async send(lane: string, hasOwner: boolean): Promise<boolean> {
    const { wakeups, clock, log } = this.#deps;
    const inMs = hasOwner && this.#mayHurry(lane) ? 0 : NO_OWNER_MS;
    try {
      await wakeups.wake(lane, new Date(clock.now().getTime() + inMs));
      return true;
    } catch (error) {
      log.error({ error: String(error) }, "a wake-up was not forwarded; it will be delivered again");
      return false;
    }
  }

  /**
   * Whether a lane's wake-up may be resent without a delay. Without this limit, two tasks that each consider the other
   * to be the owner would send it back and forth as fast as they can.
   */
  #mayHurry(lane: string): boolean {
    const nowMs = this.#deps.monotonicMs();
    for (const [old, { sinceMs }] of this.#quick) {
      if (nowMs - sinceMs < QUICK_MS) break; // they are in the order of their starts
      this.#quick.delete(old);
    }
    const quick = this.#quick.get(lane) ?? { times: 0, sinceMs: nowMs };
    quick.times++;
    this.#quick.set(lane, quick);
    return quick.times <= QUICK_TIMES;
  }
}
