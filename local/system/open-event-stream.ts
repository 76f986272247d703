import { BUS_MARKERS } from "../../core/contracts/bus-events.ts";
import { deps as functionDeps } from "../../functions/deps.ts";
import { connectHandler } from "../../functions/stream/connect.ts";
import { EventStream } from "./event-stream.ts";
import type { Gateway } from "./gateway.ts";

/**
 * Whether this gateway serves the local event stream. A gateway whose functions run as deployed uses a stage's event
 * stream instead.
 */
export const hasStream = ({ runtimes }: Gateway): boolean => runtimes === undefined;

/** Matches the partition of an account's events. */
const EVENTS = /^ACC#(.+)#EVT$/;

/** Starts the event stream. The embedded table notifies it of each event. */
export function openEventStream({ aws, clock, logged }: Gateway): EventStream {
  const stream = new EventStream({
    clock,
    log: logged.log,
    table: () => functionDeps().table,
    connect: (connections) => {
      const handler = connectHandler(functionDeps, connections);
      // The handler's first step fills in the remaining fields of an ApiEvent.
      return (event, context) => handler(event as Parameters<typeof handler>[0], context);
    },
  });
  aws.stream.onCommit((changes) => {
    for (const { after } of changes) {
      if (after?.bus?.S !== BUS_MARKERS.events) continue;
      const account = EVENTS.exec(String(after.pk?.S))?.[1];
      if (account !== undefined) stream.committed(account, String(after.sk?.S));
    }
  });
  return stream;
}
