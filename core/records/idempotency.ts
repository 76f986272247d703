import { createHash } from "node:crypto";
import { DAY_MS } from "../contracts/durations.ts";
import type { AccountId, BroadcastId, DraftId, InstanceId, MessageId, NoteId, OtpId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { ApiError } from "../errors.ts";
import type { Clock } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item, Key, Table, Write } from "../store/table.ts";
import type { InstanceRecord } from "./instance.ts";
import { type MessageRecord, messageRecords } from "./message.ts";

/** Returns the time until which a result created now can be found by repeated requests. Spec: Limits. */
export const keptUntil = (now: Date): Date => new Date(now.getTime() + LIMITS.idempotencyDays * DAY_MS);

/** Converts a timestamp to the table's `ttl`. */
const epochSec = (at: Date) => Math.floor(at.getTime() / 1000);

/**
 * The kinds of results that requests create under an Idempotency-Key. The same key can create a result of each kind.
 */
export type KeyedKind = "message" | "status" | "broadcast" | "otp" | "draft" | "group" | "note";

/**
 * The kinds for which a request that repeats the key gets the first result, with the error code to return if that
 * result no longer exists.
 */
const GONE_CODES = {
  message: "message_not_found",
  status: "status_not_found",
  broadcast: "broadcast_not_found",
  otp: "otp_not_found",
} as const;

/** Returns the error for a request whose key is still known but whose first result no longer exists. */
export function keyOutlived(kind: keyof typeof GONE_CODES): ApiError {
  const [first, another] = kind === "otp" ? ["an OTP", "OTP"] : [`a ${kind}`, kind];
  const message = `This Idempotency-Key has already created ${first}, which has since been deleted. No new ${another} was created.`;
  return new ApiError(GONE_CODES[kind], { message });
}

/**
 * Reads the message that an earlier request with this key created, in its current state. Returns null if there was no
 * such request.
 * @throws ApiError `message_not_found` if the message is no longer stored. This happens in accounts with a shorter
 * retention, where keys outlive messages.
 */
export async function readIdempotent(
  deps: { table: Table; clock: Clock },
  instance: InstanceRecord,
  key: string | null,
): Promise<MessageRecord | null> {
  const id = await readMadeId(deps, instance.id, "message", key);
  if (id === null) return null;
  const message = await messageRecords.read(deps.table, instance.account_id, id);
  if (message === null) throw keyOutlived("message");
  return message;
}

/**
 * Reads the id of the result that an earlier request with this key created. Returns null if nothing was created or no
 * key was specified.
 */
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

/** A key's record. In records from earlier versions, `message_id` contains the id, regardless of the kind of result. */
interface KeyRecord {
  made_id?: string;
  message_id?: string;
  until: string;
}

const keyRecords = recordsAt<KeyRecord, Parameters<typeof keys.idempotency>>(keys.idempotency);

/**
 * Returns the id of the result that the key created. @throws Error if there is none, because repeating the request
 * might create a second result.
 */
function madeIdOf({ made_id, message_id }: KeyRecord): string {
  const id: unknown = made_id ?? message_id;
  if (typeof id !== "string" || id === "") throw new Error("The record of an Idempotency-Key has no id.");
  return id;
}

/** Returns the write that ties a key to its first request's result. The write is refused if the key is in use. */
export function idempotencyRecord(
  instance: InstanceId,
  kind: KeyedKind,
  key: string,
  madeId: MessageId | BroadcastId | OtpId | DraftId | NoteId,
  now: Date,
): Write {
  const until = keptUntil(now);
  return {
    put: {
      ...keys.idempotency(instance, keyPlace(kind, key)),
      made_id: madeId,
      // Earlier versions read this field. They run alongside this version during an update, and again after a rollback.
      message_id: madeId,
      until: until.toISOString(),
      ttl: epochSec(until),
    },
    if: [{ anyOf: [[{ item: "absent" }], [{ field: "until", op: "<=", value: now.toISOString() }]] }],
  };
}

/**
 * Builds the sort key of an Idempotency-Key within its instance. It is a hash, because Idempotency-Keys are opaque and
 * can be up to 255 characters long. For messages, only the key itself is hashed. For all other kinds, it is prefixed
 * with the kind and a line break, which no header can contain.
 */
export const keyPlace = (kind: KeyedKind, key: string): string => hashKey(kind === "message" ? key : `${kind}\n${key}`);

/** Hashes a key into the form used in record keys. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/**
 * Returns the place of a key used to replace a webhook's secret. Its record has no id, because a secret is shown only
 * once.
 */
export const replacementPlace = (account: AccountId, owner: string, key: string): Key =>
  keys.webhookIdempotency(account, owner, hashKey(key));

/** Returns the partition that holds the keys used to replace a webhook's secret. */
export const replacementsOf = (account: AccountId, owner: string): string =>
  keys.webhookIdempotency(account, owner, "").pk;

/** Whether the record of a key used to replace a secret is still valid. */
export const isReplacementKept = ({ ttl }: Item, now: Date): boolean => Number(ttl) * 1000 > now.getTime();

/** Returns the write that ties a key to a secret's replacement. The write is refused if the key is in use. */
export const replacementRecord = (place: Key, now: Date): Write => ({
  put: { ...place, ttl: epochSec(keptUntil(now)) },
  if: [{ anyOf: [[{ item: "absent" }], [{ field: "ttl", op: "<=", value: epochSec(now) }]] }],
});
