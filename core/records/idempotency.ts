import { createHash } from "node:crypto";
import { DAY_MS } from "../contracts/durations.ts";
import type { BroadcastId, DraftId, InstanceId, MessageId, OtpId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import type { Clock } from "../ports.ts";
import { keys } from "../store/keys.ts";
import type { Table, Write } from "../store/table.ts";
import type { InstanceRecord } from "./instance.ts";
import type { MessageRecord } from "./message.ts";
import { messageRecords } from "./message.ts";

/** The message made by the first request with this key, in its current state; null when there was none. */
export async function readIdempotent(
  deps: { table: Table; clock: Clock },
  instance: InstanceRecord,
  key: string,
): Promise<MessageRecord | null> {
  const id = await readMadeId(deps, instance.id, key);
  return id === null ? null : messageRecords.read(deps.table, instance.account_id, id);
}

/** The id of what the first request with this key made; null when there was none. */
export async function readMadeId(
  deps: { table: Table; clock: Clock },
  instance: InstanceId,
  key: string,
): Promise<string | null> {
  const record = await deps.table.get(keys.idempotency(instance, hashKey(key)));
  if (!record || String(record.until) <= deps.clock.now().toISOString()) return null;
  return String(record.message_id);
}

/** The write that ties a key to what its first request makes; refused when the key is in use. */
export function idempotencyRecord(
  instance: InstanceId,
  key: string,
  madeId: MessageId | BroadcastId | OtpId | DraftId,
  now: Date,
): Write {
  const until = new Date(now.getTime() + LIMITS.idempotencyDays * DAY_MS);
  return {
    put: {
      ...keys.idempotency(instance, hashKey(key)),
      message_id: madeId,
      until: until.toISOString(),
      ttl: Math.floor(until.getTime() / 1000),
    },
    if: [{ anyOf: [[{ item: "absent" }], [{ field: "until", op: "<=", value: now.toISOString() }]] }],
  };
}

/** Keys are opaque and up to 255 characters: their hash is the sort key. */
const hashKey = (key: string) => createHash("sha256").update(key).digest("hex");
