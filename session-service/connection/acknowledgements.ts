import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { Acknowledgement } from "../baileys/socket/connection.ts";

const KEPT = 100;
const KEPT_MS = 5 * MINUTE_MS;

/**
 * A session's acknowledgements. The last hundred are retained for five minutes, because an acknowledgement can arrive
 * before anyone waits for it.
 */
export class Acknowledgements {
  readonly #came = new Map<string, { answer: Acknowledgement; at: number }>();
  readonly #waiting = new Map<string, Set<(answer: Acknowledgement) => void>>();
  readonly #since = new Map<string, number>();
  readonly #monotonicMs: () => number;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** The number of messages still to be acknowledged. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Whether any message has been waiting for its acknowledgement for less than `withinMs`. After a longer wait, the
   * acknowledgement is unlikely to arrive.
   */
  isExpected(withinMs: number): boolean {
    const now = this.#monotonicMs();
    return [...this.#since.values()].some((since) => now - since < withinMs);
  }

  /** Records an acknowledgement. @param more further data from the network. */
  note(id: string, error: string | null, more: Omit<Acknowledgement, "error"> = {}): void {
    const answer = { ...more, error };
    const at = this.#monotonicMs();
    this.#came.delete(id);
    this.#came.set(id, { answer, at });
    for (const [old, { at: cameAt }] of this.#came) {
      if (this.#came.size <= KEPT && at - cameAt <= KEPT_MS) break;
      this.#came.delete(old);
    }
    for (const tell of this.#waiting.get(id) ?? []) tell(answer);
  }

  /** Drops an earlier answer for this ID, because a new relay is starting under the same ID. */
  forget(id: string): void {
    this.#came.delete(id);
  }

  /** Waits for a message's acknowledgement. @returns null if `signal` aborts first. */
  wait(id: string, signal: AbortSignal): Promise<Acknowledgement | null> {
    const came = this.#came.get(id);
    if (came) return Promise.resolve(came.answer);
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiting);
      this.#since.set(id, this.#monotonicMs());
      const finish = (answer: Acknowledgement | null) => {
        waiting.delete(finish);
        if (waiting.size === 0) {
          this.#waiting.delete(id);
          this.#since.delete(id);
        }
        signal.removeEventListener("abort", abort);
        resolve(answer);
      };
      const abort = () => finish(null);
      waiting.add(finish);
      signal.addEventListener("abort", abort, { once: true });
    });
  }
}
