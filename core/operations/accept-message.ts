import { createHash } from "node:crypto";
import { ID_PREFIXES } from "../contracts/ids.ts";
import type { InstanceRecord } from "../contracts/instance.ts";
import { LIMITS } from "../contracts/limits.ts";
import { type Message, type MessageRecord, messageView } from "../contracts/message.ts";
import type { PersonRecord } from "../contracts/person.ts";
import { classify, QUEUE_OF_CLASS } from "../domain/message-class.ts";
import { wireTime } from "../domain/wire-time.ts";
import { ApiError } from "../errors.ts";
import { ensureWake } from "../lanes/ensure-wake.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import { putRow, rowSortKey } from "../lanes/put-row.ts";
import { keys, lists } from "../store/keys.ts";
import { instanceLane } from "../store/lane-names.ts";
import { type Condition, TransactionRefused, type Write } from "../store/table.ts";

/** A send request that has been validated and whose caller may use the instance. */
export interface SendRequest {
  caller_account: string;
  instance: InstanceRecord;
  /** A person's phone, digits; or null when `chat_id` is given. */
  to: string | null;
  chat_id: string | null;
  text: string;
  idempotency_key: string | null;
  origin: "api";
  /** null: now. */
  send_at: Date | null;
  link_preview: boolean;
}

const DAY_MS = 86_400_000;
/** A first message that could not go for this long ends as `waited_too_long`. Our choice: docs/decisions. */
const HOLD_HOURS = 72;
const TRIES = 8;

/**
 * Accepts one message: the message, its idempotency record and its row in the instance lane, all or nothing; then the
 * lane is woken. N racing calls with one key make one message. Spec: Endpoints › Messages; Number-protection rule.
 * @throws ApiError `unavailable` when the person's record changes faster than it can be read.
 */
export async function acceptMessage(
  deps: LaneDeps,
  request: SendRequest,
): Promise<{ message: Message; replayed: boolean }> {
  const { instance, idempotency_key: key } = request;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const plan = await planAcceptance(deps, request);
    try {
      await deps.table.transact(plan.writes);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const first = key === null ? null : await readIdempotent(deps, instance, key);
      if (first) return { message: first, replayed: true };
      continue; // the person wrote, or a message to them went, in between: classify again
    }
    await ensureWake(deps, instanceLane(instance.id), plan.due, plan.queue);
    return { message: messageView(plan.message), replayed: false };
  }
  throw new ApiError("unavailable", { retryAfterSec: 1 });
}

/** @returns the message that the first request with this key made, as it is now; null when there was none. */
export async function readIdempotent(
  deps: Pick<LaneDeps, "table" | "clock">,
  instance: InstanceRecord,
  key: string,
): Promise<Message | null> {
  const record = await deps.table.get(keys.idempotency(instance.id, hashKey(key)));
  if (!record || String(record.until) <= deps.clock.now().toISOString()) return null;
  const message = await deps.table.get(keys.message(instance.account_id, String(record.message_id)));
  return message ? messageView(message) : null;
}

/** Keys are opaque and up to 255 characters: their hash is the sort key. */
const hashKey = (key: string) => createHash("sha256").update(key).digest("hex");

async function planAcceptance(deps: LaneDeps, request: SendRequest) {
  const { instance } = request;
  const person = personKey(request.to, request.chat_id);
  const known = person
    ? ((await deps.table.get(keys.person(instance.id, person))) as PersonRecord | null) // written by these operations
    : null;
  const now = deps.clock.now();
  const scheduled = request.send_at !== null && request.send_at.getTime() > now.getTime();
  const messageClass = person ? classify(known?.last_in_at, now) : "known";
  const queue = scheduled ? "S" : QUEUE_OF_CLASS[messageClass];
  const due = scheduled && request.send_at ? request.send_at : now;
  const id = deps.ids.next(ID_PREFIXES.message, now);
  const order = scheduled ? due.toISOString() : undefined;

  const message: MessageRecord = {
    ...(messageView({}) as MessageRecord), // every public key, null
    id,
    account_id: request.caller_account,
    instance_id: instance.id,
    phone: request.to ?? known?.phone ?? null,
    chat_id: known?.chat_id ?? request.chat_id ?? (request.to ? `${request.to}@s.whatsapp.net` : null),
    contact_name: known?.contact_name ?? null,
    direction: "out",
    status: scheduled ? "scheduled" : "queued",
    type: "text",
    origin: request.origin,
    body: request.text,
    link_preview: request.link_preview,
    waiting_reason: waitingReason(scheduled, instance, messageClass),
    send_at: scheduled ? wireTime(due) : null,
    created_at: wireTime(now),
    person,
    class: scheduled ? null : messageClass,
    step: "waiting",
    row: rowSortKey(queue, id, order),
    text_version: 0,
    network_id: null,
    network_chat: null,
    network_bytes: null,
    ttl: Math.floor((due.getTime() + LIMITS.retentionDays * DAY_MS) / 1000),
  };
  const row = putRow(
    {
      lane: instanceLane(instance.id),
      queue,
      ...(order !== undefined && { order }),
      id,
      due,
      expires_at: new Date(due.getTime() + HOLD_HOURS * 3_600_000),
      data: { account_id: request.caller_account, message_id: id, person },
    },
    now,
  );
  const writes: Write[] = [
    {
      put: { ...keys.message(message.account_id, id), ...messageIndex(message), ...message },
      if: [{ item: "absent" }],
    },
    row,
  ];
  if (request.idempotency_key !== null) writes.push(idempotencyRecord(instance.id, request.idempotency_key, id, now));
  // A reply leaves the person alone; anything else counts as waiting for them, if they have not written meanwhile.
  if (person && !scheduled && messageClass !== "reply") writes.push(countWaiting(instance.id, person, known));
  return { message, writes, due, queue };
}

function waitingReason(scheduled: boolean, instance: InstanceRecord, messageClass: string) {
  if (scheduled) return "scheduled" as const;
  if (instance.status !== "working") return "offline" as const;
  return messageClass === "reply" ? null : ("spacing" as const);
}

/** A person's key: the phone when it is known, else the private id. Groups and channels are nobody's. */
export function personKey(to: string | null, chatId: string | null): string | null {
  if (to !== null) return to;
  const person = /^(\d+)@s\.whatsapp\.net$/.exec(chatId ?? "");
  if (person?.[1]) return person[1];
  return chatId?.endsWith("@lid") ? chatId : null;
}

/** Index attributes by which the lists find a message. */
export function messageIndex(message: Pick<MessageRecord, "id" | "instance_id" | "account_id" | "phone">) {
  return {
    gsi2pk: lists.messagesOfInstance(message.instance_id),
    gsi2sk: message.id,
    ...(message.phone && { gsi3pk: lists.messagesOfPhone(message.account_id, message.phone), gsi3sk: message.id }),
  };
}

/** The claim that the person's last message is the one that was read. */
export const lastInAsRead = (known: PersonRecord | null): Condition => [
  known?.last_in_at === undefined
    ? { field: "last_in_at", is: "missing" }
    : { field: "last_in_at", op: "=", value: known.last_in_at },
];

/** Counts one more message that waits for this person, refused when they wrote since they were read. */
export function countWaiting(instance: string, person: string, known: PersonRecord | null): Write {
  return { update: keys.person(instance, person), add: { waiting: 1 }, if: lastInAsRead(known) };
}

function idempotencyRecord(instance: string, key: string, messageId: string, now: Date): Write {
  const until = new Date(now.getTime() + LIMITS.idempotencyDays * DAY_MS);
  return {
    put: {
      ...keys.idempotency(instance, hashKey(key)),
      message_id: messageId,
      until: until.toISOString(),
      ttl: Math.floor(until.getTime() / 1000),
    },
    if: [{ anyOf: [[{ item: "absent" }], [{ field: "until", op: "<=", value: now.toISOString() }]] }],
  };
}
