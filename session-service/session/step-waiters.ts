/** The callers waiting for a session's next step. */
export class StepWaiters {
  readonly #waiting = new Set<() => void>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves when a step that starts after this call has finished, but no later than `withinMs`. */
  async wait(withinMs: number): Promise<void> {
    const { promise: stepped, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const timer = setTimeout(resolve, withinMs);
    await stepped;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }

  /** Call this when a step starts, and call the returned function when the step has finished. */
  stepBegins(): () => void {
    const waiting = [...this.#waiting];
    return () => {
      for (const resolve of waiting) resolve();
    };
  }

  /** Releases all waiting callers, because there will be no more steps. */
  release(): void {
    this.stepBegins()();
  }
}
