/**
 * Notifies a task's sessions that the network is reachable again. When one session connects, those that could not reach
 * the network retry right away, each waiting its turn at the connect gate, instead of waiting for their next scheduled
 * attempt.
 */
export class Reach {
  readonly #listeners = new Set<() => void>();

  /** Calls `tryNow` whenever a session has connected, until `ending` aborts. */
  whenBack(tryNow: () => void, ending: AbortSignal): void {
    if (ending.aborted) return;
    this.#listeners.add(tryNow);
    ending.addEventListener("abort", () => this.#listeners.delete(tryNow), { once: true });
  }

  /** Reports that a session has reconnected. */
  back(): void {
    for (const tryNow of this.#listeners) tryNow();
  }
}
