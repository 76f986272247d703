import { BEHIND_FRAME, eventFrame } from "../../contracts/events/stream-frames.ts";
import type { EventId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { isKeyAllowed } from "../../domain/accounts/key-scope.ts";
import { ApiError } from "../../errors.ts";
import type { StreamConnections, StreamEnd } from "../../ports.ts";
import { type StreamConnectionRecord, streamConnections } from "../../records/stream.ts";
import type { Table } from "../../store/table.ts";
import { readInstance } from "../access/read-instance.ts";
import { authenticateAgain } from "../accounts/authenticate-key.ts";
import { closeConnection } from "./close-connection.ts";
import { readEvents } from "./read-events.ts";

/** Dependencies for following events. */
export interface FollowDeps {
  table: Table;
  connections: StreamConnections;
}

/**
 * A connection's progress. `has_more` means that the caller should continue immediately. Null means that the connection
 * has ended.
 */
export type Followed = { after: EventId | null; has_more: boolean } | null;

/**
 * Sends a connection the next events after `after`: exactly those that polling would return, in the same order. The
 * connection's rights are checked first, so nothing is sent once its key is revoked. If the caller dies before storing
 * the new place, the same events are sent again.
 * @returns where the next call begins, or null once the connection has ended and its record has been removed.
 */
export async function followEvents(
  deps: FollowDeps,
  connection: Pick<StreamConnectionRecord, "account_id" | "id">,
  after: EventId | null,
  now: Date,
): Promise<Followed> {
  const record = await streamConnections.read(deps.table, connection.account_id, connection.id);
  if (!record) return endConnection(deps, connection, "ended");
  if (now >= new Date(record.ends_at)) return endConnection(deps, record, "ended");
  if (!(await isAllowed(deps.table, record, now))) return endConnection(deps, record, "refused");
  const page = await readEvents(deps, record, { after, limit: LIMITS.streamPageEvents }, now);
  for (const body of page.bodies) {
    const posted = await deps.connections.post(record.id, eventFrame(body));
    if (posted === "behind") return endConnection(deps, record, "behind", BEHIND_FRAME);
    if (posted === "gone") return endConnection(deps, record, "ended");
  }
  return { after: page.next_after, has_more: page.has_more };
}

/** Whether the key that opened the connection still has access to the events that the connection requests. */
async function isAllowed(table: Table, record: StreamConnectionRecord, now: Date): Promise<boolean> {
  try {
    const caller = await authenticateAgain(table, record, record.source, now);
    if (!isKeyAllowed("read", caller)) return false;
    if (record.instance_id !== null) await readInstance({ table }, caller, record.instance_id);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

async function endConnection(
  { table, connections }: FollowDeps,
  connection: Pick<StreamConnectionRecord, "account_id" | "id">,
  why: StreamEnd,
  last?: string,
): Promise<null> {
  await closeConnection(table, connection);
  await connections.close(connection.id, why, last);
  return null;
}
