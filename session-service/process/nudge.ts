import { orAborted } from "./or-aborted.ts";

/** Wakes a loop. If the loop is busy, the nudge is remembered for its next wait. */
export class Nudge {
  #set = false;
  #wake: (() => void) | null = null;

  give(): void {
    this.#set = true;
    this.#wake?.();
  }

  /**
   * Resolves at the next nudge, or immediately if a nudge has arrived since the last `wait`. Also resolves when
   * `signal` aborts.
   */
  async wait(signal: AbortSignal): Promise<void> {
    if (!this.#set && !signal.aborted) {
      const { promise: nudged, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await orAborted(nudged, signal);
      this.#wake = null;
    }
    this.#set = false;
  }
}
