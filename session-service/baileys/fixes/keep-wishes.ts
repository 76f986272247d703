import type { WASocket } from "@whiskeysockets/baileys";
import type { LibraryLog } from "../library-log.ts";
import type { SessionCaches } from "../ttl-cache.ts";
import { cutLine } from "./flush-before-end.ts";

/** What the library says when it could not send a copy. */
const COPY_FAILED = "error in sending message again";
/** A wish that fails this often is acknowledged all the same: it may be one that can't be fulfilled. */
const TRIES = 3;

/**
 * A phone that could not read a message asks for another copy. When making it fails (the table is busy, the lease is
 * over), the library acknowledges the wish nonetheless, and the person never sees the message. Cutting the line before
 * that acknowledgement is written makes the network bring the wish again, to whoever connects next.
 */
export function keepWishes(sock: WASocket, log: LibraryLog, { wishes }: Pick<SessionCaches, "wishes">): void {
  const report = log.error;
  log.error = (fields, message) => {
    report(fields, message);
    if (message !== COPY_FAILED) return;
    const wish = wishedIn(fields);
    const failures = (wishes.get<number>(wish) ?? 0) + 1;
    wishes.set(wish, failures);
    if (failures < TRIES) cutLine(sock);
  };
}

/** Which message: the library names the ids it was asked for. */
function wishedIn(fields: unknown): string {
  const ids: unknown = typeof fields === "object" && fields !== null ? Reflect.get(fields, "ids") : null;
  return Array.isArray(ids) ? ids.join(",") : "";
}
