import { createHash } from "node:crypto";
import { DAY_MS } from "../contracts/durations.ts";
import type { AccountId, BroadcastId, DraftId, InstanceId, MessageId, OtpId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import type { Clock } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item, Key, Table, Write } from "../store/table.ts";
import type { InstanceRecord } from "./instance.ts";
import { type MessageRecord, messageRecords } from "./message.ts";

/** Returns until when a retry finds what the first request with its key created now. Spec: Limits. */
export const keptUntil = (now: Date): Date => new Date(now.getTime() + LIMITS.idempotencyDays * DAY_MS);

/** Converts an instant to the table's `ttl`. */
const epochSec = (at: Date) => Math.floor(at.getTime() / 1000);

/** The kinds of things that requests create under an Idempotency-Key; the same key can create one of each kind. */
export type KeyedKind = "message" | "status" | "broadcast" | "otp" | "draft" | "group";

/** Reads the message created by the first request with this key, in its current state; null if there was none. */
export async function readIdempotent(
  deps: { table: Table; clock: Clock },
  instance: InstanceRecord,
  key: string | null,
): Promise<MessageRecord | null> {
  const id = await readMadeId(deps, instance.id, "message", key);
  return id === null ? null : messageRecords.read(deps.table, instance.account_id, id);
}

/** Reads the id of what the first request with this key created; null if there was none, or no key was given. */
export async function readMadeId(
  deps: { table: Table; clock: Clock },
  instance: InstanceId,
  kind: KeyedKind,
  key: string | null,
): Promise<string | null> {
  const record = key === null ? null : await keyRecords.read(deps.table, instance, keyPlace(kind, key));
  if (!record || record.until <= deps.clock.now().toISOString()) return null;
  return madeIdOf(record);
}

/** The record of a key. Those of earlier versions have the id, of whatever was made, in `message_id` alone. */
interface KeyRecord {
  made_id?: string;
  message_id?: string;
  until: string;
}

const keyRecords = recordsAt<KeyRecord, Parameters<typeof keys.idempotency>>(keys.idempotency);

/** @throws Error when it has no id: then nobody knows what the key made, and making it again might be a second one. */
function madeIdOf({ made_id, message_id }: KeyRecord): string {
  const id: unknown = made_id ?? message_id;
  if (typeof id !== "string" || id === "") throw new Error("The record of an Idempotency-Key has no id.");
  return id;
}

/** Returns the write that ties a key to what its first request creates; refused if the key is in use. */
export function idempotencyRecord(
  instance: InstanceId,
  kind: KeyedKind,
  key: string,
  madeId: MessageId | BroadcastId | OtpId | DraftId,
  now: Date,
): Write {
  const until = keptUntil(now);
  return {
    put: {
      ...keys.idempotency(instance, keyPlace(kind, key)),
      made_id: madeId,
      // Earlier versions read this name; they run beside us during an update, and after a rollback.
      message_id: madeId,
      until: until.toISOString(),
      ttl: epochSec(until),
    },
    if: [{ anyOf: [[{ item: "absent" }], [{ field: "until", op: "<=", value: now.toISOString() }]] }],
  };
}

/**
 * Builds an Idempotency-Key's sort key among those of its instance: a hash, because keys are opaque and up to 255
 * characters. A message's is the hash of the key alone; the other kinds are kept apart by a line break, which no header
 * can contain.
 */
export const keyPlace = (kind: KeyedKind, key: string): string => hashKey(kind === "message" ? key : `${kind}\n${key}`);

/** Hashes a key into the form used in stored keys. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/** The place of a key used to replace a webhook's secret; its record has no id, as no secret is shown twice. */
export const replacementPlace = (account: AccountId, owner: string, key: string): Key =>
  keys.webhookIdempotency(account, owner, hashKey(key));

/** Whether such a key's record is still valid. */
export const isReplacementKept = ({ ttl }: Item, now: Date): boolean => Number(ttl) * 1000 > now.getTime();

/** Returns the write that ties such a key to its replacement; refused if the key is in use. */
export const replacementRecord = (place: Key, now: Date): Write => ({
  put: { ...place, ttl: epochSec(keptUntil(now)) },
  if: [{ anyOf: [[{ item: "absent" }], [{ field: "ttl", op: "<=", value: epochSec(now) }]] }],
});
