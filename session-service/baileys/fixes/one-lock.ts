import { AsyncLocalStorage } from "node:async_hooks";
import type { SignalKeyStoreWithTransaction } from "@whiskeysockets/baileys";

/**
 * A transaction as seen by the work inside it. `ended` is set once that work is finished; later writes to the
 * transaction would be lost.
 */
interface Mark {
  committed: Promise<void>;
  ended: boolean;
  /** The devices for which this transaction tried to encrypt something, by success or failure. */
  readonly encrypted: Encrypted;
}

/** The addresses of devices for which encryption succeeded or failed. */
export interface Encrypted {
  readonly done: Set<string>;
  readonly failed: Set<string>;
}

const current = new AsyncLocalStorage<Mark>();

/** Runs work outside any transaction, using a snapshot of the asynchronous context taken at process start. */
const outside = AsyncLocalStorage.snapshot();

/** Returns the devices for which the current transaction has encrypted something, or null outside a transaction. */
export function encryptedNow(): Encrypted | null {
  const mark = current.getStore();
  return mark && !mark.ended ? mark.encrypted : null;
}

/** The lock from the point of view of the session's watchdog. */
export interface LockWatch {
  /** Returns how long the oldest transaction has been waiting for the lock, in ms, or 0 if none is waiting. */
  oldestWaitMs(): number;
}

/**
 * Fixes two faults in the library's key transactions, on the store that the library created for one socket.
 * - Receiving, sending and migrating take locks with different names for the same session rows, so a send to a person
 *   and a receive from them overwrite each other's ratchet. Every name is therefore mapped to a single lock. Only
 *   `lid-mapping` has its own lock, because a send that has acquired the lock may wait for a mapping lookup started
 *   outside it.
 * - Writes by work that outlives its transaction are lost. With this fix, they go to the store after the commit.
 */
export function useOneLock(keys: SignalKeyStoreWithTransaction, monotonicMs: () => number): LockWatch {
  const { transaction, get, set } = keys;
  const waiting = new Set<number>();

  /** Runs the work in the live transaction or, if none is live, outside of any transaction. */
  async function inContext<T>(work: () => T | Promise<T>): Promise<T> {
    const mark = current.getStore();
    if (!mark?.ended) return work();
    await mark.committed;
    return outside(work);
  }

  keys.get = (category, ids) => inContext(() => get.call(keys, category, ids)) as never; // the type follows the category
  keys.set = (data) => inContext(() => set.call(keys, data));
  keys.transaction = <T>(work: () => Promise<T>, name: string): Promise<T> => {
    const mark = current.getStore();
    if (mark && !mark.ended) return transaction.call(keys, work, name) as Promise<T>; // part of the one that runs
    const { promise: committed, resolve } = Promise.withResolvers<void>();
    const own: Mark = { committed, ended: false, encrypted: { done: new Set(), failed: new Set() } };
    const since = waitingSince(waiting, monotonicMs());
    const locked = async () => {
      waiting.delete(since);
      try {
        return await current.run(own, work);
      } finally {
        own.ended = true;
      }
    };
    const lock = name === "lid-mapping" ? name : "one lock";
    const result = outside(() => transaction.call(keys, locked, lock) as Promise<T>);
    return result.finally(() => {
      waiting.delete(since);
      resolve();
    });
  };

  return { oldestWaitMs: () => (waiting.size === 0 ? 0 : monotonicMs() - Math.min(...waiting)) };
}

/**
 * Adds a start time that differs from those of all other waiting transactions, so each can remove its own.
 * @returns the time.
 */
function waitingSince(waiting: Set<number>, now: number): number {
  let since = now;
  while (waiting.has(since)) since += 1e-6;
  waiting.add(since);
  return since;
}
