import type { TakenWakeup } from "./shard-queues.ts";

/** The maximum number of messages that SQS deletes from a queue in one request. */
const AT_ONCE = 10;

/** Wake-ups waiting for the next request to their queue. */
interface Waiting {
  taken: TakenWakeup[];
  gone: PromiseWithResolvers<void>;
}

/**
 * Deletes handled wake-ups from their queues, with at most one request in flight per queue. Wake-ups handled while a
 * request is in flight join the next request. Under load, many wake-ups therefore share one request, and each waits at
 * most as long as the previous request takes.
 */
export class Removals {
  readonly #remove: (queue: number, taken: TakenWakeup[]) => Promise<void>;
  /** The queues with a request in flight, and the wake-ups waiting for the next request. */
  readonly #waiting = new Map<number, Waiting[]>();

  /** @param remove sends one request. Never rejects. */
  constructor(remove: (queue: number, taken: TakenWakeup[]) => Promise<void>) {
    this.#remove = remove;
  }

  /**
   * Deletes wake-ups. Resolves when they are deleted, or when the attempt has failed and they will be delivered again.
   * @param taken at most ten.
   */
  async remove(queue: number, taken: TakenWakeup[]): Promise<void> {
    if (taken.length === 0) return;
    const waiting = this.#waiting.get(queue);
    if (!waiting) {
      this.#waiting.set(queue, []);
      // Send the following requests even if this one fails. Wake-ups that stay on the queue are delivered again.
      await this.#remove(queue, taken).finally(() => void this.#goOn(queue));
      return;
    }
    const last = waiting.at(-1);
    if (last && last.taken.length + taken.length <= AT_ONCE) {
      last.taken.push(...taken);
      return last.gone.promise;
    }
    const next = { taken: [...taken], gone: Promise.withResolvers<void>() };
    waiting.push(next);
    return next.gone.promise;
  }

  async #goOn(queue: number): Promise<void> {
    for (let next = this.#waiting.get(queue)?.shift(); next; next = this.#waiting.get(queue)?.shift()) {
      await this.#remove(queue, next.taken).catch(() => {});
      next.gone.resolve();
    }
    this.#waiting.delete(queue);
  }
}
