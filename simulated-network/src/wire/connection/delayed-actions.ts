/** Runs actions later, strictly in order. Separate timers of almost equal length could fire out of order. */
export class DelayedActions {
  readonly #waiting: { readonly at: number; readonly action: () => void }[] = [];
  #timer: NodeJS.Timeout | null = null;

  /**
   * Runs the action immediately if `delayMs` is 0 and no other action is waiting. Otherwise, runs it after the delay
   * and after all earlier actions.
   */
  add(action: () => void, delayMs: number): void {
    if (delayMs === 0 && this.#waiting.length === 0) {
      action();
      return;
    }
    this.#waiting.push({ at: performance.now() + delayMs, action });
    if (!this.#timer) this.#wait();
  }

  #wait(): void {
    const next = this.#waiting[0];
    if (!next) return;
    this.#timer = setTimeout(() => this.#drain(), Math.max(0, next.at - performance.now()));
  }

  #drain(): void {
    this.#timer = null;
    while (this.#waiting[0] && this.#waiting[0].at <= performance.now()) this.#waiting.shift()?.action();
    this.#wait();
  }
}
