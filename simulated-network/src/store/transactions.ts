import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../process/clock.ts";
import { makeStore, type Store } from "./store.ts";

/**
 * One step of the network: handling a stanza or answering a sandbox request. External effects (frames, timers) run
 * after the commit, in the order in which they were registered, and not at all if the transaction fails.
 */
export interface Transaction {
  readonly store: Store;
  /** The gateway's time at the start of the transaction. */
  readonly now: Date;
  /** Registers an effect to run once everything in this transaction has been stored. The effect must not throw. */
  afterCommit(effect: () => void): void;
}

/**
 * Runs transactions one after another. All of them are short, because their asynchronous cryptography never waits for
 * anything external. Whenever the process is killed, only complete transactions remain.
 */
export class Transactions {
  readonly #database: DatabaseSync;
  readonly #store: Store;
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(database: DatabaseSync, clock: Clock) {
    this.#database = database;
    this.#store = makeStore(database);
    this.#clock = clock;
  }

  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** Runs a transaction. @throws any error from `work`. In that case, nothing is stored and no effects run. */
  run<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    this.#waiting++;
    const result = this.#last.then(() => this.#commit(work)).finally(() => this.#waiting--);
    this.#last = result.catch(() => {});
    return result;
  }

  async #commit<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    const effects: (() => void)[] = [];
    const transaction: Transaction = {
      store: this.#store,
      now: this.#clock.now(),
      afterCommit: (effect) => {
        effects.push(effect);
      },
    };
    this.#database.exec("BEGIN IMMEDIATE");
    let result: T;
    try {
      result = await work(transaction);
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
    for (const effect of effects) effect();
    return result;
  }
}
