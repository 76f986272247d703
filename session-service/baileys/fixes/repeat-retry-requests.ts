import type { WASocket } from "@whiskeysockets/baileys";
import type { LibraryLog } from "../shared/library-log.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";
import { cutLine } from "./flush-before-end.ts";

/** The line that the library logs when it fails to send a copy. */
const COPY_FAILED = "error in sending message again";
/** After this many failures, a request is acknowledged anyway, because it may be impossible to fulfill. */
const TRIES = 3;
/**
 * How many times a line may be cut within ten minutes. Anyone can request copies, so without a limit, anyone could keep
 * a number offline.
 */
const CUTS = 5;
const CUTS_WITHIN_MS = 600_000;
const CUTS_KEY = "lines cut";
/**
 * Errors that would occur again on another attempt, because the request is malformed or the network refuses the
 * requesting device's keys.
 */
const HOPELESS =
  /^((TypeError|RangeError|SyntaxError)\b|Error: (item-not-found|not-acceptable|bad-request|forbidden)\b)/;

/**
 * Makes the network repeat a phone's request for another copy of a message if the copy could not be created (for
 * example, because the table is busy or the lease has ended). The library would acknowledge the request anyway, and the
 * person would never see the message. To prevent this, the connection is cut before the acknowledgement is written.
 * @returns the function to call for failures outside the library; see CopyFailed.
 */
export function repeatRetryRequests(
  sock: WASocket,
  log: LibraryLog,
  { copyRequests }: Pick<SessionCaches, "copyRequests">,
  monotonicMs: () => number,
): CopyFailed {
  const report = log.error;
  log.error = (fields, message) => {
    report(fields, message);
    if (message === COPY_FAILED) failed(traceIn(fields), requestedIn(fields));
  };
  function failed(trace: string, request: string): boolean {
    if (HOPELESS.test(trace)) return false;
    const failures = (copyRequests.get<number>(request) ?? 0) + 1;
    copyRequests.set(request, failures);
    const cuts = copyRequests.get<number[]>(CUTS_KEY)?.filter((at) => monotonicMs() - at < CUTS_WITHIN_MS) ?? [];
    if (failures >= TRIES || cuts.length >= CUTS) return false;
    copyRequests.set(CUTS_KEY, [...cuts, monotonicMs()]);
    cutLine(sock);
    return true;
  }
  return (error, ids) => {
    const trace = error instanceof Error ? (error.stack ?? "") : "";
    log.warn({ error }, "a request for a copy could not be judged");
    return failed(trace, ids.join(","));
  };
}

/**
 * Records that a request for copies of these messages failed. @returns whether the connection was cut to make the
 * network send the request again.
 */
export type CopyFailed = (error: unknown, networkIds: string[]) => boolean;

/** Returns the error's stack, which starts with the error's name. */
function traceIn(fields: unknown): string {
  const trace: unknown = typeof fields === "object" && fields !== null ? Reflect.get(fields, "trace") : null;
  return typeof trace === "string" ? trace : "";
}

/** Returns the ids of the requested messages. */
function requestedIn(fields: unknown): string {
  const ids: unknown = typeof fields === "object" && fields !== null ? Reflect.get(fields, "ids") : null;
  return Array.isArray(ids) ? ids.join(",") : "";
}
