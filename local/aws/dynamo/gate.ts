/**
 * Lets many readers in, or one commit. A waiting commit holds back later readers, so it is never starved; since a
 * commit is one short write, nobody waits long.
 */
export class Gate {
  #readers = 0;
  #committing = false;
  #waiting: { commit: boolean; enter: () => void }[] = [];

  /** Runs while no commit does. */
  async read<T>(run: () => Promise<T>): Promise<T> {
    if (this.#committing || this.#waiting.length > 0) {
      await new Promise<void>((enter) => this.#waiting.push({ commit: false, enter }));
    } else this.#readers++;
    try {
      return await run();
    } finally {
      this.#readers--;
      this.#letIn();
    }
  }

  /** Runs alone. */
  async commit<T>(run: () => Promise<T>): Promise<T> {
    if (this.#committing || this.#readers > 0 || this.#waiting.length > 0) {
      await new Promise<void>((enter) => this.#waiting.push({ commit: true, enter }));
    } else this.#committing = true;
    try {
      return await run();
    } finally {
      this.#committing = false;
      this.#letIn();
    }
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next && !this.#committing; next = this.#waiting[0]) {
      if (next.commit) {
        if (this.#readers > 0) return;
        this.#committing = true;
      } else this.#readers++;
      this.#waiting.shift();
      next.enter();
    }
  }
}
