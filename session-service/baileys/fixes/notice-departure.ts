import type { SignalRepositoryWithLIDStore } from "@whiskeysockets/baileys";
import { AnswerUnknown, isUnanswered } from "../shared/known-answer.ts";
import type { LibraryLog } from "../shared/library-log.ts";
import { Lru } from "../shared/lru.ts";
import { NothingLeft } from "../shared/nothing-left.ts";
import { isStoreFailure } from "./leave-unstored.ts";
import { type Encrypted, encryptedNow, lacksKeys, noteDeparted } from "./one-lock.ts";

/** Matches the line that the library logs, with the message's id, right before it writes the message's frame. */
const LEAVES = /^sending (newsletter )?message to /;
/**
 * How many sent messages are remembered. A few are enough, because each relay looks up its own message as soon as the
 * library returns.
 */
const REMEMBERED = 100;

/**
 * Runs a message's relay. @param person the recipient, or null if the message has many recipients. A message to one
 * person isn't sent without a copy for at least one of their devices.
 * @throws NothingLeft if the relay failed before the message's frame was written.
 */
export type Departure = (networkId: string, person: string | null, relay: () => Promise<unknown>) => Promise<void>;

/**
 * Determines whether a failed relay wrote its message to the network. The library's relay can fail before the write (a
 * device query was refused) or after it (the commit failed), and only the library's log distinguishes the two cases.
 * The log line just before the frame is also the last chance to stop a message that lacks a copy for one of its
 * recipients, which the network would acknowledge anyway. A stopped message leaves nothing stored and can be sent
 * again.
 */
export function noticeDeparture(log: LibraryLog): Departure {
  const left = new Lru<true>(REMEMBERED);
  const relayed = new Map<string, { person: string | null }>();
  const { debug } = log;
  log.debug = (fields, message) => {
    debug(fields, message);
    const id: unknown = typeof fields === "object" && fields !== null ? Reflect.get(fields, "msgId") : undefined;
    if (typeof id !== "string" || message === undefined || !LEAVES.test(message)) return;
    const relay = relayed.get(id);
    if (lacksKeys()) throw new AnswerUnknown("the keys of each device");
    if (relay && lacksSomebody(encryptedNow(), relay.person)) throw new AnswerUnknown("a device of each recipient");
    left.set(id, true);
    noteDeparted();
  };
  return async (networkId, person, relay) => {
    left.delete(networkId);
    relayed.set(networkId, { person });
    try {
      await relay();
    } catch (error) {
      throw left.get(networkId) ? error : new NothingLeft(refusalIn(error), String(error), mayPass(error));
    } finally {
      relayed.delete(networkId);
    }
  };
}

/** Makes each encryption record in its transaction which device it was for and whether it failed. */
export function noteEncryptions(repository: SignalRepositoryWithLIDStore): SignalRepositoryWithLIDStore {
  return {
    ...repository,
    async encryptMessage(opts) {
      const noted = encryptedNow();
      try {
        const encrypted = await repository.encryptMessage(opts);
        noted?.done.add(opts.jid);
        return encrypted;
      } catch (error) {
        noted?.failed.add(opts.jid);
        throw error;
      }
    },
  };
}

/** Whether the message has no copy for the recipient, or encryption failed for all devices of some person. */
function lacksSomebody(encrypted: Encrypted | null, person: string | null): boolean {
  if (!encrypted) return person !== null;
  const reached = new Set([...encrypted.done].map(userOf));
  if (person !== null && !reached.has(userOf(person))) return true;
  return [...encrypted.failed].some((device) => !reached.has(userOf(device)));
}

/** Whether the message may be sent later: the network was silent, or keys can't be read or stored right now. */
const mayPass = (error: unknown): boolean => isUnanswered(error) || isStoreFailure(error);

/** Returns the part of an address shared by all of a person's devices. */
const userOf = (address: string) => address.split(/[:@]/, 1)[0] ?? "";

/**
 * Extracts the network's code from the library's error for a refused query, or returns null if the error has no code.
 */
export function refusalIn(error: unknown): number | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, "data") : undefined;
  return typeof code === "number" && Number.isFinite(code) ? code : null;
}
