import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../core/ports.ts";
import { Removals } from "./removals.ts";
import type { TakenWakeup, WakeupSource } from "./shard-queues.ts";

const RETRY_MS = 1_000;

/** The readers' dependencies. */
interface ReaderDeps {
  log: Log;
  queues: WakeupSource;
  /** Whether this task definitely owns its shards. */
  holds: () => boolean;
  /**
   * Passes a wake-up on. @returns whether it can be removed from the queue. If false, the wake-up must be delivered
   * again.
   */
  take: (body: string) => Promise<boolean>;
}

/**
 * Reads wake-ups from the queues of the task's shards. A queue is read once, no matter how many shards share it. When a
 * queue is no longer wanted, its current poll is allowed to finish and its results are passed on, because SQS hides
 * wake-ups delivered to a closed connection for 30 seconds.
 */
export class QueueReaders {
  readonly #deps: ReaderDeps;
  readonly #reading = new Map<number, Promise<void>>();
  readonly #ending = new AbortController();
  readonly #removals: Removals;
  #wanted: ReadonlySet<number> = new Set();
  #inHand = 0;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
    this.#removals = new Removals((queue, taken) => deps.queues.remove(queue, taken));
  }

  /** The queues that are currently being read. */
  get queues(): number[] {
    return [...this.#wanted].sort((a, b) => a - b);
  }

  /** Whether no wake-up is on its way from the queue to its lane. */
  isIdle(): boolean {
    return this.#inHand === 0;
  }

  /** Reads only these queues from now on. */
  readOnly(queues: ReadonlySet<number>): void {
    this.#wanted = queues;
    for (const queue of queues) {
      if (!this.#reading.has(queue)) this.#reading.set(queue, this.#read(queue));
    }
  }

  /** Resolves when polls of unwanted queues have finished. */
  async ended(): Promise<void> {
    await Promise.all(this.#reading.values());
  }

  /** Interrupts every poll. */
  stop(): void {
    this.#wanted = new Set();
    this.#ending.abort();
  }

  async #read(queue: number): Promise<void> {
    const { log, queues, holds } = this.#deps;
    const { signal } = this.#ending;
    while (this.#wanted.has(queue)) {
      try {
        const taken = await queues.receive(queue, signal);
        void this.#handOn(queue, taken);
        // A task that has lost its lease but has not stopped yet must not take wake-ups away from the new owners.
        if (!holds()) await pause(RETRY_MS, undefined, { signal }).catch(() => {});
      } catch (error) {
        log.error({ queue, error: String(error) }, "reading wake-ups failed");
        await pause(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
    this.#reading.delete(queue);
  }

  /** Passes wake-ups on. The call is not awaited, so the next wake-ups are read in the meantime. Never rejects. */
  async #handOn(queue: number, taken: TakenWakeup[]): Promise<void> {
    this.#inHand++;
    try {
      const isDone = await Promise.all(taken.map(({ body }) => this.#deps.take(body)));
      await this.#removals.remove(
        queue,
        taken.filter((_, n) => isDone[n]),
      );
    } catch (error) {
      this.#deps.log.error(
        { queue, error: String(error) },
        "wake-ups were not passed on; they will be delivered again",
      );
    } finally {
      this.#inHand--;
    }
  }
}
