import type { TakenWakeup } from "./shard-queues.ts";

/** SQS deletes this many from a queue at once. */
const AT_ONCE = 10;

/** Wake-ups that wait for their queue's next request. */
interface Waiting {
  taken: TakenWakeup[];
  gone: PromiseWithResolvers<void>;
}

/**
 * Deletes wake-ups from their queues, one request at a time for each queue; what is finished in the meantime joins the
 * next. At rest each goes at once; many in a short time share requests, and none waits longer than for the previous
 * one.
 */
export class Removals {
  readonly #remove: (queue: number, taken: TakenWakeup[]) => Promise<void>;
  /** Queues with a request on its way. */
  readonly #waiting = new Map<number, Waiting[]>();

  /** @param remove sends one request; never rejects. */
  constructor(remove: (queue: number, taken: TakenWakeup[]) => Promise<void>) {
    this.#remove = remove;
  }

  /** @param taken at most ten. Resolves when they are off the queue, or will arrive again. */
  async remove(queue: number, taken: TakenWakeup[]): Promise<void> {
    if (taken.length === 0) return;
    const waiting = this.#waiting.get(queue);
    if (!waiting) {
      this.#waiting.set(queue, []);
      // However it ends, the following ones continue; what stays on the queue arrives again.
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
