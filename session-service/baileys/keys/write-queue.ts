import { FenceLost } from "../../../core/records/fence.ts";

/** Thrown if the store was closed, either by us or because another task now owns the instance. */
export class AuthStoreClosed extends Error {
  constructor() {
    super("The key store of this session is closed.");
    this.name = "AuthStoreClosed";
  }
}

/** Runs a key store's writes one at a time. A failed fence check closes the store permanently. */
export class WriteQueue {
  readonly #onFenceLost: () => void;
  #isClosed = false;
  #last: Promise<unknown> = Promise.resolve();

  /** @param onFenceLost called once if another task turns out to own the instance. */
  constructor(onFenceLost: () => void) {
    this.#onFenceLost = onFenceLost;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closes the queue. Every later call rejects. */
  close(): void {
    this.#isClosed = true;
  }

  /** @throws AuthStoreClosed */
  requireOpen(): void {
    if (this.#isClosed) throw new AuthStoreClosed();
  }

  /** Runs the work after all earlier writes are done. @throws AuthStoreClosed, FenceLost */
  add<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      this.requireOpen();
      try {
        return await work();
      } catch (error) {
        if (error instanceof FenceLost && !this.#isClosed) {
          this.#isClosed = true;
          this.#onFenceLost();
        }
        throw error;
      }
    });
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when every write that has started is durable or has failed. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
