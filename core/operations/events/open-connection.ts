import { HOUR_MS } from "../../contracts/durations.ts";
import { STREAM_MARKER } from "../../contracts/events/stream-marker.ts";
import type { AccountId, ConnectionId, EventId, InstanceId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { PLANS } from "../../contracts/plans.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { Ids, StreamConnections } from "../../ports.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import { type StreamConnectionRecord, streamConnections } from "../../records/stream.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";
import { readInstance } from "../access/read-instance.ts";
import { closeConnection } from "./close-connection.ts";

/** Dependencies for opening connections. */
export interface OpenDeps {
  table: Table;
  ids: Ids;
  connections: Pick<StreamConnections, "isOpen">;
}

/** The events that a connection should receive. */
export interface StreamWish {
  /** API Gateway's own id for the connection. Omitted if a process on a single machine holds the connection. */
  id?: ConnectionId;
  source: string;
  instance_id: InstanceId | null;
  types: readonly string[] | null;
  after: EventId | null;
}

const PAGE = 200;
/** How long to retain a connection's record after the connection ends. */
const KEPT_AFTER_MS = HOUR_MS;
/** The number of seconds after which a refused client may try again. */
const AGAIN_SEC = 30;

/**
 * Stores a new event stream connection if the plan allows one more. The record is written before the connections are
 * counted, so if several connections are opened at the same time, the last one written sees all the rest. At the limit,
 * all of them may be refused.
 * @throws ApiError `instance_not_found`, `key_not_allowed`, 429 `plan_limit`.
 */
export async function openConnection(
  deps: OpenDeps,
  caller: Caller,
  wish: StreamWish,
  now: Date,
): Promise<StreamConnectionRecord> {
  const { account_id, key_id } = caller;
  const instance = wish.instance_id ?? caller.instance_id;
  if (key_id === null) throw new ApiError("key_not_allowed");
  if (instance !== null) await readInstance(deps, caller, instance);
  const ends = new Date(now.getTime() + LIMITS.streamHours * HOUR_MS);
  const record: StreamConnectionRecord = {
    account_id,
    key_id,
    ...wish,
    id: wish.id ?? deps.ids.next(ID_PREFIXES.connection, now),
    instance_id: instance,
    opened_at: wireTime(now),
    ends_at: wireTime(ends),
    ttl: Math.floor((ends.getTime() + KEPT_AFTER_MS) / 1000),
  };
  if (wish.id === undefined) await deps.table.write(storing(record));
  else await deps.table.transact([storing({ ...record, live: STREAM_MARKER }), marking(record)]);
  const refusal = await refusalOf(deps, caller, record, now);
  if (refusal === null) return record;
  await closeConnection(deps.table, record);
  throw refusal;
}

const storing = (record: StreamConnectionRecord): Write => ({
  put: { ...keys.streamConnection(record.account_id, record.id), ...record },
});

/**
 * Builds the write that causes the account's events to be marked until the connection ends. An earlier end never
 * replaces a later one, because all connections last equally long. If clocks differ, the marking ends early by the
 * difference, and the client reconnects.
 */
const marking = ({ account_id, ends_at }: { account_id: AccountId; ends_at: string }): Write => ({
  update: keys.webhook(account_id, "account"),
  set: { account_id, owner: "account", streamed_until: ends_at },
});

/** Returns the error if the new connection exceeds the plan's limit. */
async function refusalOf(
  deps: OpenDeps,
  { plan, account_id, key_id }: Caller,
  own: StreamConnectionRecord,
  now: Date,
): Promise<ApiError | null> {
  const { streams, streamsOfKey } = PLANS[plan];
  const isOver = (all: StreamConnectionRecord[]) =>
    all.length > streams || all.filter((one) => one.key_id === key_id).length > streamsOfKey;
  const stored = (await connectionsOf(deps.table, account_id)).filter(({ ends_at }) => new Date(ends_at) > now);
  if (!isOver(stored)) return null;
  // Only check this now, because each connection costs a request. Connections whose process or client disappeared
  // without closing them don't count.
  const open: StreamConnectionRecord[] = [];
  for (const one of stored) {
    if (one.id === own.id || isOpening(one, now) || (await deps.connections.isOpen(one.id))) open.push(one);
    else await closeConnection(deps.table, one);
  }
  if (!isOver(open)) return null;
  const message = `The plan includes ${streams} connections to the stream at a time, ${streamsOfKey} for each key, and all of them are in use. Close one, choose a larger plan, or fetch events with GET /v1/events.`;
  return new ApiError("plan_limit", { status: 429, message, retryAfterSec: AGAIN_SEC });
}

const isOpening = ({ opened_at }: StreamConnectionRecord, now: Date) =>
  now.getTime() - Date.parse(opened_at) < LIMITS.streamOpeningSec * 1000;

/** Lists an account's stored connections, some of which might already be closed. */
export async function connectionsOf(table: Table, account: string): Promise<StreamConnectionRecord[]> {
  const { pk } = keys.streamConnection(account, "");
  const found: StreamConnectionRecord[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...items.map(streamConnections.of));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return found;
  }
}
