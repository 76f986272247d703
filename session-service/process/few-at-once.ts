/** Runs only a few pieces of work concurrently. Others wait in order of arrival. */
export class FewAtOnce {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs the work as soon as a place is free. @throws the work's own errors. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      // The place is passed on directly, so that a new caller can't jump ahead of those already waiting.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
