import type { TakenWakeup } from "./shard-queues.ts";

/** SQS deletes this many from a queue at once. */
const AT_ONCE = 10;

/** Wake-ups that wait for their queue's next request. */
interface Waiting {
  taken: TakenWakeup[];
  gone: PromiseWithResolvers<void>;
}

/**
 * Deletes handled wake-ups from their queues, with one request at a time for each queue. A wake-up that is handled
 * while a request is on its way joins the next request, so under load many share one and none waits longer than for the
 * request before it.
 */
export class Removals {
  readonly #remove: (queue: number, taken: TakenWakeup[]) => Promise<void>;
  /** Queues with a request on its way. */
  readonly #waiting = new Map<number, Waiting[]>();

  /** @param remove sends one request; never rejects. */
  constructor(remove: (queue: number, taken: TakenWakeup[]) => Promise<void>) {
    this.#remove = remove;
  }

  /**
   * Deletes wake-ups. Resolves when they are deleted, or the attempt failed and they will arrive again. @param taken at
   * most ten.
   */
  async remove(queue: number, taken: TakenWakeup[]): Promise<void> {
    if (taken.length === 0) return;
    const waiting = this.#waiting.get(queue);
    if (!waiting) {
      this.#waiting.set(queue, []);
      // Even if the request fails, the following ones are sent; what stays on the queue arrives again.
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
