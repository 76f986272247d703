import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Log } from "../../core/ports.ts";
import { CountedLine } from "../process/counted-line.ts";

/**
 * Writes the log lines that strangers can trigger by messaging a number. Each kind of line is logged immediately the
 * first time, and then at most once a minute.
 */
export function strangerLines(log: Log, instance: InstanceId) {
  const line = (what: string) =>
    new CountedLine((count, latest) =>
      log.warn({ instance_id: instance, count, ...(latest !== undefined && { latest }) }, what),
    );
  return {
    actsRefused: line("some acts on messages were refused"),
    actsUnreadable: line("some acts on messages could not be read"),
    actsInDoubt: line("the network did not return a group's admins; acts wait in the journal"),
    notShown: line("some messages are of a kind that is not supported"),
    notFetched: line("some received files could not be fetched"),
    notToldOf: line("some unreadable messages were not reported"),
    callsNotDeclined: line("some calls were not declined"),
    noMessages: line("some people send input that is not a message; it is not reported for a while"),
  };
}

/** See strangerLines. */
export type StrangerLines = ReturnType<typeof strangerLines>;
