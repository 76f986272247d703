/**
 * Notifies a task's sessions that the network is reachable again. When one session gets through, those that could not
 * reach it retry at once instead of waiting for their own next attempt, each in its turn at the connect gate.
 */
export class Reach {
  readonly #listeners = new Set<() => void>();

  /** Calls `tryNow` whenever anyone got through, until `ending` aborts. */
  whenBack(tryNow: () => void, ending: AbortSignal): void {
    if (ending.aborted) return;
    this.#listeners.add(tryNow);
    ending.addEventListener("abort", () => this.#listeners.delete(tryNow), { once: true });
  }

  /** Reports that a session got through after a time without a connection. */
  back(): void {
    for (const tryNow of this.#listeners) tryNow();
  }
}
