/**
 * What the sessions of a task know together of the network: as soon as one gets through, those that could not reach it
 * try at once instead of waiting for their own next time, one after the other through the gate for connections.
 */
export class Reach {
  readonly #listeners = new Set<() => void>();

  /** Calls `tryNow` whenever somebody got through, until `ending` aborts. */
  whenBack(tryNow: () => void, ending: AbortSignal): void {
    if (ending.aborted) return;
    this.#listeners.add(tryNow);
    ending.addEventListener("abort", () => this.#listeners.delete(tryNow), { once: true });
  }

  /** A session got through after a time without a connection. */
  back(): void {
    for (const tryNow of this.#listeners) tryNow();
  }
}
