import {
  type BinaryNode,
  makeWASocket,
  type SignalKeyStoreWithTransaction,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { Owner } from "../../../core/records/owner.ts";
import { acknowledgeStatuses } from "../fixes/acknowledge-statuses.ts";
import { answerSilence } from "../fixes/answer-silence.ts";
import { requireCompleteAnswers } from "../fixes/complete-answers.ts";
import { containedSocket } from "../fixes/contain-listeners.ts";
import { cutLine } from "../fixes/flush-before-end.ts";
import { forgetStatusKeys } from "../fixes/forget-status-keys.ts";
import { HeldMessages } from "../fixes/held-messages.ts";
import { keepOwnName } from "../fixes/keep-own-name.ts";
import { leaveUnstored } from "../fixes/leave-unstored.ts";
import { limitRetries } from "../fixes/limit-retries.ts";
import { type Departure, noticeDeparture } from "../fixes/notice-departure.ts";
import { type LockWatch, useOneLock } from "../fixes/one-lock.ts";
import { type CopyFailed, repeatRetryRequests } from "../fixes/repeat-retry-requests.ts";
import { shareMessages } from "../fixes/share-messages.ts";
import { trySessionsApart } from "../fixes/try-sessions-apart.ts";
import { Journal } from "../journal/journal.ts";
import type { AuthStore } from "../keys/auth-store.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { QUERY_TIMEOUT_MS } from "../shared/known-answer.ts";
import { libraryLog, reportErrors } from "../shared/library-log.ts";
import type { ClientVersion } from "../shared/network-settings.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";
import { socketOptions } from "./socket-options.ts";

trySessionsApart();
requireCompleteAnswers();

/**
 * Returns the library's socket, with its faults repaired from the outside. The socket doesn't start to connect until
 * this function has returned, so no event is missed.
 */
export function repairedSocket(
  deps: ConnectionDeps,
  owner: Owner,
  parts: { store: AuthStore; caches: SessionCaches; version: ClientVersion },
): { sock: WASocket; lock: LockWatch; departure: Departure; copyFailed: CopyFailed } {
  const journal = new Journal(deps.clock.now().getTime(), parts.store);
  const log = libraryLog(deps.log, owner.instance_id);
  const report = reportErrors(deps, owner.instance_id);
  const options = socketOptions(deps, owner, { ...parts, journal, log });
  const sock = containedSocket(() => makeWASocket(options), report);
  answerSilence(sock, deps.network.queryMs ?? QUERY_TIMEOUT_MS);
  const departure = noticeDeparture(log);
  const copyFailed = repeatRetryRequests(sock, log, parts.caches, deps.monotonicMs);
  journal.onRecovery = limitRetries(sock, log, parts.store.writers, deps.clock);
  // The declared type doesn't include transactions.
  const keys = sock.authState.keys as SignalKeyStoreWithTransaction;
  const lock = useOneLock(keys, deps.monotonicMs);
  forgetStatusKeys(keys);
  keepOwnName(sock);
  acknowledgeStatuses(sock);
  sock.ws.prependListener("CB:message", (node: BinaryNode) => journal.note(node));
  const cut = (why: string, error?: unknown) => {
    deps.log.warn({ instance_id: owner.instance_id, ...(error !== undefined && { error: String(error) }) }, why);
    cutLine(sock);
  };
  shareMessages(sock, {
    monotonicMs: deps.monotonicMs,
    report,
    held: new HeldMessages(log),
    cut: () =>
      cut(
        "more messages arrived than the limit allows; the connection is closed, and the rest arrives with the next one",
      ),
  });
  journal.watch = leaveUnstored(sock, keys, (error) =>
    cut(
      "what arrived can't be stored right now; the connection is closed, and it arrives again with the next one",
      error,
    ),
  );
  return { sock, lock, departure, copyFailed };
}
