import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../../core/ports.ts";
import { makeStore, type Store } from "./store.ts";

/**
 * One step of the network: handling a stanza, or answering a request of the sandbox. It is one transaction. Its effects
 * on others (frames, timers) happen after the commit, in the order they were registered, and not at all on failure.
 */
export interface Turn {
  readonly store: Store;
  /** The gateway's time when the turn began. */
  readonly now: Date;
  /** Runs `effect` once everything of this turn is stored. It must not throw. */
  afterCommit(effect: () => void): void;
}

/**
 * Runs turns one after another. A turn is short, because its asynchronous cryptography waits for nothing outside. A
 * process that is killed at any moment leaves only whole turns behind.
 */
export class Turns {
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

  /** @throws whatever `work` throws; then nothing of the turn is stored and none of its effects happen. */
  take<T>(work: (turn: Turn) => T | Promise<T>): Promise<T> {
    this.#waiting++;
    const result = this.#last.then(() => this.#run(work)).finally(() => this.#waiting--);
    this.#last = result.catch(() => {});
    return result;
  }

  async #run<T>(work: (turn: Turn) => T | Promise<T>): Promise<T> {
    const effects: (() => void)[] = [];
    const turn: Turn = {
      store: this.#store,
      now: this.#clock.now(),
      afterCommit: (effect) => {
        effects.push(effect);
      },
    };
    this.#database.exec("BEGIN IMMEDIATE");
    let result: T;
    try {
      result = await work(turn);
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
    for (const effect of effects) effect();
    return result;
  }
}
