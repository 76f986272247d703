import type { LibraryLog } from "../library-log.ts";
import { Lru } from "../lru.ts";
import { NothingLeft } from "../outbound/nothing-left.ts";

/** The library's log line, with the message's id, right before it writes the message's frame. */
const LEAVES = /^sending (newsletter )?message to /;
/** Messages remembered as having left; a relay asks about its own at once. */
const REMEMBERED = 100;

/** Runs the relay of a message. @throws NothingLeft when it failed before the message's frame was written. */
export type Departure = (networkId: string, relay: () => Promise<unknown>) => Promise<void>;

/**
 * A relay of the library may fail before the message's frame is written (a query about devices was refused) or after it
 * (the commit failed). Only the library's log tells which; the sender must know whether the network has the message.
 */
export function noticeDeparture(log: LibraryLog): Departure {
  const left = new Lru<true>(REMEMBERED);
  const { debug } = log;
  log.debug = (fields, message) => {
    debug(fields, message);
    const id: unknown = typeof fields === "object" && fields !== null ? Reflect.get(fields, "msgId") : undefined;
    if (typeof id === "string" && message !== undefined && LEAVES.test(message)) left.set(id, true);
  };
  return async (networkId, relay) => {
    left.delete(networkId);
    try {
      await relay();
    } catch (error) {
      throw left.get(networkId) ? error : new NothingLeft(refusalIn(error), String(error));
    }
  };
}

/** The network's code in the library's error of a refused query; null: none. */
export function refusalIn(error: unknown): number | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, "data") : undefined;
  return typeof code === "number" && Number.isFinite(code) ? code : null;
}
