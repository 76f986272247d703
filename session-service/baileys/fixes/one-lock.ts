import { AsyncLocalStorage } from "node:async_hooks";
import type { SignalKeyStoreWithTransaction } from "@whiskeysockets/baileys";
import { isStoreFailure } from "./leave-unstored.ts";

/**
 * A transaction as seen by the work inside it. `ended` is set once that work is finished; later writes to the
 * transaction would be lost.
 */
interface Mark {
  committed: Promise<void>;
  ended: boolean;
  /** The first failure to read a key in this transaction, or null if there was none. */
  unread: { error: unknown } | null;
  /** Whether the transaction has sent a message. */
  departed: boolean;
  /** The devices for which this transaction tried to encrypt something, grouped by success and failure. */
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

/** Whether a key could not be read in the current transaction. */
export const lacksKeys = (): boolean => (current.getStore()?.unread ?? null) !== null;

/** Records that the current transaction has sent a message, so its keys must be stored in any case. */
export function noteDeparted(): void {
  const mark = current.getStore();
  if (mark) mark.departed = true;
}

/** The lock from the point of view of the session's watchdog. */
export interface LockWatch {
  /** Returns how long the oldest transaction has been waiting for the lock, in ms, or 0 if none is waiting. */
  oldestWaitMs(): number;
}

/**
 * Fixes three faults in the library's key transactions, on the store that the library created for one socket.
 * - Receiving, sending and migrating take locks with different names for the same session rows, so a send to a person
 *   and a receive from them overwrite each other's ratchet. Every name is therefore mapped to a single lock. Only
 *   `lid-mapping` has its own lock, because a send that has acquired the lock may wait for a mapping lookup started
 *   outside it.
 * - Writes by work that outlives its transaction are lost. With this fix, they go to the store after the commit.
 * - A session that can't be read right now counts as one that doesn't exist, so a message seems undecryptable, or a new
 *   session replaces the stored one. With this fix, a failure to read fails the whole transaction, unless it has
 *   already sent a message.
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

  /** Reads keys, and records a failure in the live transaction. */
  async function reading<T>(read: () => T | Promise<T>): Promise<T> {
    try {
      return await inContext(read);
    } catch (error) {
      const mark = current.getStore();
      if (mark && !mark.ended && isStoreFailure(error)) mark.unread ??= { error };
      throw error;
    }
  }

  keys.get = (category, ids) => reading(() => get.call(keys, category, ids)) as never; // the type follows the category
  keys.set = (data) => inContext(() => set.call(keys, data));
  keys.transaction = <T>(work: () => Promise<T>, name: string): Promise<T> => {
    const mark = current.getStore();
    if (mark && !mark.ended) return transaction.call(keys, work, name) as Promise<T>; // part of the one that runs
    const { promise: committed, resolve } = Promise.withResolvers<void>();
    const own: Mark = {
      committed,
      ended: false,
      unread: null,
      departed: false,
      encrypted: { done: new Set(), failed: new Set() },
    };
    const since = waitingSince(waiting, monotonicMs());
    const locked = async () => {
      waiting.delete(since);
      try {
        const value = await current.run(own, work);
        if (own.unread && !own.departed) throw own.unread.error;
        return value;
      } catch (error) {
        throw own.unread && !own.departed ? own.unread.error : error;
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
 * Adds a start time that differs from those of all other waiting transactions, so each can remove its own time.
 * @returns the time.
 */
function waitingSince(waiting: Set<number>, now: number): number {
  let since = now;
  while (waiting.has(since)) since += 1e-6;
  waiting.add(since);
  return since;
}
