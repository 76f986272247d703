import { LIMITS } from "../../../core/contracts/limits.ts";
import { type FollowDeps, followEvents } from "../../../core/operations/events/follow-events.ts";
import type { Clock } from "../../../core/ports.ts";
import type { StreamConnectionRecord } from "../../../core/records/stream.ts";
import type { StreamSocket } from "./stream-socket.ts";
import type { WaitingEvents } from "./waiting-events.ts";

/** An open connection to the event stream. */
export interface FollowedConnection {
  record: StreamConnectionRecord;
  socket: StreamSocket;
  waiting: WaitingEvents;
  /** Makes the connection check for waiting events. */
  wake: () => void;
}

/** Sends events on a connection as soon as polling would return them, until the connection ends. */
export async function followStream(deps: FollowDeps & { clock: Clock }, connection: FollowedConnection): Promise<void> {
  const { record, socket } = connection;
  for (let { after } = record; socket.isOpen(); ) {
    const now = deps.clock.now();
    const followed = await followEvents(deps, record, after, now);
    if (followed === null) return;
    after = followed.after;
    if (!followed.has_more)
      await untilNext(deps.clock, connection, after, now.getTime() + LIMITS.streamCheckSec * 1000);
  }
}

/** Waits until another event can be read or the next regular check is due. */
async function untilNext(clock: Clock, connection: FollowedConnection, after: string | null, checkMs: number) {
  const { waiting, socket } = connection;
  while (socket.isOpen()) {
    const nowMs = clock.now().getTime();
    const atMs = Math.min(checkMs, waiting.nextMs(after, nowMs) ?? checkMs);
    if (atMs <= nowMs) return;
    const woken = new AbortController();
    connection.wake = () => woken.abort();
    await clock.until(new Date(atMs), AbortSignal.any([woken.signal, socket.closed]));
    if (!woken.signal.aborted) return;
  }
}
