/** Questions to the parent process that are still waiting for an answer. */
export class PendingAnswers<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  /**
   * Sends a question and waits for its answer. @param send sends the question with the given id, which the answer will
   * repeat.
   */
  ask(send: (id: number) => void): Promise<Answer> {
    return new Promise((resolve) => {
      const id = this.#waiting.size === 0 ? 1 : Math.max(...this.#waiting.keys()) + 1;
      this.#waiting.set(id, resolve);
      send(id);
    });
  }

  /** Resolves the question with this id. Drops an answer that nothing is waiting for. */
  answered(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
