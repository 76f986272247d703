import { AsyncLocalStorage } from "node:async_hooks";
import type { SignalKeyStoreWithTransaction, WASocket } from "@whiskeysockets/baileys";
import { failureKind } from "../../../core/failure-kind.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { AuthStoreClosed } from "../keys/write-queue.ts";

/** The library's events for stanzas that it acknowledges once it has handled them. */
const ACKNOWLEDGED = /^CB:(message|receipt|notification|call)/;

/** Set while the library handles one of these stanzas. */
const handling = new AsyncLocalStorage<true>();

/**
 * Whether an error means that keys can't be read or stored right now, through no fault of the message that needs them.
 */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof FenceLost || error instanceof AuthStoreClosed || failureKind(error) === "passing";

/** Runs a request to the key store, and cuts the line if it fails while a stanza is handled. */
export type StanzaWatch = <T>(request: () => T | Promise<T>) => Promise<T>;

/**
 * Leaves a stanza to the network if the keys it needs can't be read or stored right now. The library mistakes such a
 * failure for an undecryptable message: it refuses the message, which the network then drops, and asks the sender's
 * phone for another copy. The copy arrives after later messages, or never if that phone is off. With this fix, the line
 * is cut before the library can refuse anything, and no later message is decrypted on it. The network then redelivers
 * everything unacknowledged, in order, on the next line. docs/decisions/0247.
 * @param keys the library's key store for this socket. @param cut cuts the line immediately.
 * @returns the watch, for requests that don't go through `keys`.
 */
export function leaveUnstored(
  { ws }: Pick<WASocket, "ws">,
  keys: SignalKeyStoreWithTransaction,
  cut: (error: unknown) => void,
): StanzaWatch {
  let failed: { error: unknown } | null = null;
  const guarded = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (!handling.getStore()) return work();
    if (failed) throw failed.error;
    try {
      return await work();
    } catch (error) {
      if (isStoreFailure(error) && !failed) {
        failed = { error };
        cut(error);
      }
      throw error;
    }
  };
  const { get, set, transaction } = keys;
  keys.get = (category, ids) => guarded(() => get.call(keys, category, ids)) as never; // the type follows the category
  keys.set = (data) => guarded(() => set.call(keys, data));
  keys.transaction = <T>(work: () => Promise<T>, name: string) =>
    guarded(() => transaction.call(keys, work, name) as Promise<T>);
  const emit = ws.emit.bind(ws);
  ws.emit = (event: string | symbol, ...args: unknown[]) =>
    typeof event === "string" && ACKNOWLEDGED.test(event)
      ? handling.run(true, () => emit(event, ...args))
      : emit(event, ...args);
  return guarded;
}
