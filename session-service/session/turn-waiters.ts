/** The callers that wait for a session's next turn. */
export class TurnWaiters {
  readonly #waiting = new Set<() => void>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves when a turn that begins from now on has ended, or after this long. */
  async wait(withinMs: number): Promise<void> {
    const { promise: turned, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const timer = setTimeout(resolve, withinMs);
    await turned;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }

  /** Call it when a turn begins, and the returned function when that turn has ended. */
  turnBegins(): () => void {
    const waiting = [...this.#waiting];
    return () => {
      for (const resolve of waiting) resolve();
    };
  }

  /** Lets everybody go: there will be no more turns. */
  release(): void {
    this.turnBegins()();
  }
}
