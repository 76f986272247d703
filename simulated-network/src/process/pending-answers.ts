/** Questions to the parent process that it has not answered yet. */
export class PendingAnswers<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  /** @param send puts the question, under the id that the answer repeats. */
  ask(send: (id: number) => void): Promise<Answer> {
    return new Promise((resolve) => {
      const id = this.#waiting.size === 0 ? 1 : Math.max(...this.#waiting.keys()) + 1;
      this.#waiting.set(id, resolve);
      send(id);
    });
  }

  /** The answer to the question with this id; one that nobody waits for is dropped. */
  answered(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
