import { AsyncLocalStorage } from "node:async_hooks";
import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { Clock } from "../../../core/ports.ts";
import type { LibraryLog } from "../shared/library-log.ts";
import { type Attributes, FAILURE_REFILL_MS, type Writers, writerOf } from "../shared/writers.ts";
import { isStoreFailure } from "./leave-unstored.ts";

/** The line that the library logs when it fails to decrypt a message, right before it requests another copy. */
const UNREADABLE = "failed to decrypt message";
/**
 * The library's error text for a message that was already decrypted. Such a message is refused without requesting a
 * copy.
 */
const NO_COPY = "Key used already or never filled";

/** Runs work outside the library's asynchronous contexts, which contain its key transactions. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Thrown for a message that we don't try to decrypt, and for bytes that aren't a message. The network then receives a
 * refusal and drops the message, and no copy of it is requested.
 */
export class RetryRefused extends Error {
  constructor() {
    super(NO_COPY);
    this.name = "Refused";
  }
}

/** Requests copies of refused messages, one at a time. Can be called from any context and never throws. */
export type AskForRefused = (refused: Attributes[]) => void;

/**
 * Counts undecryptable messages per sender, and stops requesting copies once a sender's budget is spent. The library
 * requests up to five copies of each such message, so a single person who sends garbage could keep the whole session
 * busy.
 */
export function limitRetries(sock: WASocket, log: LibraryLog, writers: Writers, clock: Clock): AskForRefused {
  const { failures } = writers;
  const report = log.error;
  /**
   * The sender of the message being decrypted. A single variable is enough because the library decrypts one message at
   * a time.
   */
  let writer = "";
  log.error = (fields, message) => {
    if (message !== UNREADABLE) return report(fields, message);
    const { author, err } = fields as { author?: unknown; err?: unknown }; // as the library writes this line
    if (err instanceof RetryRefused || isStoreFailure(err)) return; // reported already
    writer = typeof author === "string" ? writerOf({ from: author }) : "";
    const wasDecrypted = err instanceof Error && err.message === NO_COPY;
    if (!wasDecrypted && failures.spend(writer) && failures.isSpent(writer)) {
      report({}, "too many messages from one person can't be decrypted; decryption is not attempted for a while");
    }
    if (wasDecrypted || !failures.isSpent(writer)) report(fields, message);
  };
  const asked = new Set<string>();
  const retries = sock.messageRetryManager;
  if (retries) {
    const hasExceeded = retries.hasExceededMaxRetries.bind(retries);
    retries.hasExceededMaxRetries = (id) => {
      if (asked.has(id) || !failures.isSpent(writer)) return hasExceeded(id);
      writers.refuseFailed(writer, id);
      return true;
    };
  }
  const ask: AskForRefused = (refused) => outside(() => void askForEach(sock, refused, asked));
  askUnprompted(sock, writers, clock, ask);
  return ask;
}

/**
 * Requests a copy of a sender's last refused message as soon as their budget allows another attempt. Otherwise, the
 * message would never be decrypted if that person didn't send anything afterwards.
 */
function askUnprompted(sock: WASocket, writers: Writers, clock: Clock, ask: AskForRefused): void {
  const over = new AbortController();
  sock.ws.on("close", () => over.abort());
  const planned = new Set<string>();
  const askLater = async (writer: string) => {
    await clock.until(new Date(clock.now().getTime() + FAILURE_REFILL_MS), over.signal);
    planned.delete(writer);
    const newest = over.signal.aborted ? null : writers.newestRefused(writer);
    if (newest) ask([newest]);
  };
  writers.onRefused = (writer) => {
    if (over.signal.aborted || planned.has(writer) || !writers.asks.spend(writer)) return;
    planned.add(writer);
    outside(() => void askLater(writer));
  };
  // Includes senders whose copies an earlier connection did not get around to requesting.
  for (const writer of writers.refusedWriters) writers.onRefused(writer);
}

async function askForEach(sock: WASocket, refused: Attributes[], asked: Set<string>): Promise<void> {
  for (const attrs of refused) {
    const { id = "" } = attrs;
    asked.add(id);
    const stanza: BinaryNode = { tag: "message", attrs, content: [] };
    // The request contains our keys, so the copy starts a new session. If the request fails, it is dropped, and the
    // message stays undecrypted.
    await sock.sendRetryRequest(stanza, true).catch(() => {});
    asked.delete(id);
  }
}
