/** The callers that wait for a session's next step. */
export class StepWaiters {
  readonly #waiting = new Set<() => void>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves when a step that starts from now on has ended, or after this long. */
  async wait(withinMs: number): Promise<void> {
    const { promise: stepped, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const timer = setTimeout(resolve, withinMs);
    await stepped;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }

  /** Call it when a step starts, and the returned function when that step has ended. */
  stepBegins(): () => void {
    const waiting = [...this.#waiting];
    return () => {
      for (const resolve of waiting) resolve();
    };
  }

  /** Releases everyone, because there will be no further steps. */
  release(): void {
    this.stepBegins()();
  }
}
