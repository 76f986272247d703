import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Log } from "../../core/ports.ts";
import { CountedLine } from "../process/counted-line.ts";

/**
 * Writes the log lines that anyone can cause by writing to a number. Each kind of line is logged immediately the first
 * time, and then at most once a minute.
 */
export function strangerLines(log: Log, instance: InstanceId) {
  const line = (what: string) =>
    new CountedLine((count, latest) =>
      log.warn({ instance_id: instance, count, ...(latest !== undefined && { latest }) }, what),
    );
  return {
    actsRefused: line("acts on messages were refused"),
    actsUnreadable: line("acts on messages could not be read"),
    actsInDoubt: line("the network did not say who is an admin of a group; acts wait in the journal"),
    notShown: line("messages are of no kind that is shown"),
    notFetched: line("received files could not be fetched"),
    notToldOf: line("unreadable messages were not told of"),
    callsNotDeclined: line("calls were not declined"),
    noMessages: line("what some people send is no message; it is not reported any more for a while"),
  };
}

/** See strangerLines. */
export type StrangerLines = ReturnType<typeof strangerLines>;
