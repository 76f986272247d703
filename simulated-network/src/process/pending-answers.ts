/** Questions that the parent process has not answered yet. */
export class PendingAnswers<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  /** @param send sends the question with the id that the answer will repeat. */
  ask(send: (id: number) => void): Promise<Answer> {
    return new Promise((resolve) => {
      const id = this.#waiting.size === 0 ? 1 : Math.max(...this.#waiting.keys()) + 1;
      this.#waiting.set(id, resolve);
      send(id);
    });
  }

  /** Takes the answer to the question with this id; drops it if nobody waits for it. */
  answered(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
