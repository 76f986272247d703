import type { WASocket } from "@whiskeysockets/baileys";
import type { LibraryLog } from "../library-log.ts";
import type { SessionCaches } from "../ttl-cache.ts";
import { cutLine } from "./flush-before-end.ts";

/** What the library says when it could not send a copy. */
const COPY_FAILED = "error in sending message again";
/** A wish that fails this often is acknowledged all the same: it may be one that can't be fulfilled. */
const TRIES = 3;
/** So many lines are cut within ten minutes: who asks is anybody, and must not keep a number away. */
const CUTS = 5;
const CUTS_WITHIN_MS = 600_000;
const CUTS_KEY = "lines cut";
/**
 * Bringing it again makes it no better: the stanza lacks what a wish has, or the network refuses the keys of the device
 * that asks.
 */
const HOPELESS =
  /^((TypeError|RangeError|SyntaxError)\b|Error: (item-not-found|not-acceptable|bad-request|forbidden)\b)/;

/**
 * A phone that could not read a message asks for another copy. When making it fails (the table is busy, the lease is
 * over), the library acknowledges the wish nonetheless, and the person never sees the message. Cutting the line before
 * that acknowledgement is written makes the network bring the wish again, to whoever connects next.
 */
export function repeatRetryRequests(
  sock: WASocket,
  log: LibraryLog,
  { wishes }: Pick<SessionCaches, "wishes">,
  monotonicMs: () => number,
): void {
  const report = log.error;
  log.error = (fields, message) => {
    report(fields, message);
    if (message !== COPY_FAILED || HOPELESS.test(traceIn(fields))) return;
    const wish = wishedIn(fields);
    const failures = (wishes.get<number>(wish) ?? 0) + 1;
    wishes.set(wish, failures);
    const cuts = wishes.get<number[]>(CUTS_KEY)?.filter((at) => monotonicMs() - at < CUTS_WITHIN_MS) ?? [];
    if (failures >= TRIES || cuts.length >= CUTS) return;
    wishes.set(CUTS_KEY, [...cuts, monotonicMs()]);
    cutLine(sock);
  };
}

/** The error's stack, which begins with its name. */
function traceIn(fields: unknown): string {
  const trace: unknown = typeof fields === "object" && fields !== null ? Reflect.get(fields, "trace") : null;
  return typeof trace === "string" ? trace : "";
}

/** Which message: the library names the ids it was asked for. */
function wishedIn(fields: unknown): string {
  const ids: unknown = typeof fields === "object" && fields !== null ? Reflect.get(fields, "ids") : null;
  return Array.isArray(ids) ? ids.join(",") : "";
}
