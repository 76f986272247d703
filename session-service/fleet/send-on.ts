import type { Clock, Log, Wakeups } from "../../core/ports.ts";

/** After so many times within this span, the owner that was seen last is not the owner any more. */
const QUICK_TIMES = 8;
const QUICK_MS = 2_000;
/** How long a wake-up waits in the queue for a shard that nobody has. */
const NO_OWNER_MS = 1_000;

/** The tools for sending wake-ups on. */
interface SendOnDeps {
  wakeups: Wakeups;
  clock: Clock;
  log: Log;
  monotonicMs: () => number;
}

/**
 * Sends wake-ups on that were taken from a queue which shards of other tasks share. It goes back to that queue, where
 * the owner polls too, so a quarter of a second later it is there at the latest, as a rule.
 */
export class SendOn {
  readonly #deps: SendOnDeps;
  readonly #quick = new Map<string, { times: number; sinceMs: number }>();

  constructor(deps: SendOnDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a wake-up on, at once when its shard has an owner, else a second later.
   * @returns false when it could not be sent: the one in the queue must stay.
   */
  async send(lane: string, hasOwner: boolean): Promise<boolean> {
    const { wakeups, clock, log } = this.#deps;
    const inMs = hasOwner && this.#mayHurry(lane) ? 0 : NO_OWNER_MS;
    try {
      await wakeups.wake(lane, new Date(clock.now().getTime() + inMs));
      return true;
    } catch (error) {
      log.error({ error: String(error) }, "a wake-up was not sent on; it comes again");
      return false;
    }
  }

  /** Without this, two tasks that both take the other for the owner would send a wake-up to and fro as fast as they can. */
  #mayHurry(lane: string): boolean {
    const nowMs = this.#deps.monotonicMs();
    for (const [old, { sinceMs }] of this.#quick) {
      if (nowMs - sinceMs < QUICK_MS) break; // they lie in the order of their beginnings
      this.#quick.delete(old);
    }
    const quick = this.#quick.get(lane) ?? { times: 0, sinceMs: nowMs };
    quick.times++;
    this.#quick.set(lane, quick);
    return quick.times <= QUICK_TIMES;
  }
}
