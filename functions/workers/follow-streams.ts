import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { followStreams, type StreamWake } from "../../core/operations/events/follow-streams.ts";
import { ownDeps } from "../own-deps.ts";
import { tablePart } from "../parts/table-part.ts";
import { stageConnections } from "../stream-deps.ts";

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart];

const deps = ownDeps(parts);

/**
 * How long a call sends events. Remaining events are left for the next call. A call may also wait up to 20 seconds for
 * another call that has crashed.
 */
const WORK_MS = 30_000;

/** Matches the partitions that hold an account's events and connections. */
const PLACE = /^ACC#(.+)#(EVT|STREAM)$/;

/**
 * The Lambda handler on the table's stream that sends events to WebSockets. It is called for new events of accounts
 * that have a connection, and for connections that need a step. If the table doesn't respond, the stream retries from
 * the first record whose account couldn't be loaded. Events already sent aren't sent again, because each connection's
 * position is stored.
 */
export async function handler(event: Pick<DynamoDBStreamEvent, "Records">): Promise<DynamoDBBatchResponse> {
  const { table, clock, ids, log } = deps();
  const wakes = new Map<string, StreamWake>();
  const firsts = new Map<string, string>();
  for (const record of event.Records) {
    const wake = wakeOf(record);
    if (wake === null) continue;
    const { account_id, connections } = wake;
    const name = `${account_id} ${connections ?? ""}`;
    if (!firsts.has(name)) firsts.set(name, record.dynamodb?.SequenceNumber ?? "");
    wakes.set(name, wake); // records of a partition come in order, so the last one has the newest event
  }
  const all = [...wakes.values()];
  const until = new Date(clock.now().getTime() + WORK_MS);
  const failed = await followStreams({ table, clock, ids, log, connections: stageConnections() }, all, until);
  const numbers = [...wakes].filter(([, wake]) => failed.includes(wake)).map(([name]) => firsts.get(name) ?? "");
  return { batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })) };
}

/** @returns null for a change that doesn't concern a connection. */
function wakeOf({ eventName, dynamodb }: DynamoDBRecord): StreamWake | null {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const [, account_id, kind] = PLACE.exec(pk?.S ?? "") ?? [];
  if (account_id === undefined || sk?.S === undefined) return null;
  if (kind === "STREAM") return { account_id, up_to: null, connections: [sk.S] };
  // Only inserts count as new events. Events are never modified, and even if one were, it wouldn't have happened again.
  return eventName === "INSERT" ? { account_id, up_to: sk.S, connections: null } : null;
}
