/** Runs a few pieces of work at a time; the others wait in the order of their arrival. */
export class FewAtOnce {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs the work once earlier work frees a place. @throws the work's own errors. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      // The place is passed on directly, so that a new caller can't take it ahead of those that wait.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
