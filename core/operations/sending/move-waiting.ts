import type { InstanceId } from "../../contracts/ids.ts";
import { chatMark } from "../../domain/protection/send-slots.ts";
import { textHash } from "../../domain/protection/text-hash.ts";
import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import { underForm } from "../../records/message-form.ts";
import type { Owner } from "../../records/owner.ts";
import { countWaiting, uncountWaiting } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { INSTANCE_QUEUES, type InstanceQueue, instanceQueue } from "../../store/lane-queues.ts";
import type { SomeWrites, Write } from "../../store/table.ts";
import { placeMessage } from "./place-message.ts";
import { committed, type StepOutcome, takeRow, waitingAsRead } from "./send-steps.ts";

/**
 * The queues whose messages count as waiting for their recipient. In the scheduled queue, only postponed messages count
 * (`isCounted`). That queue can be long, so it is searched last.
 */
export const WAITING_QUEUES = ["first", "first_counted", "known", "scheduled"] as const;

/** Whether a row in one of those queues counts as waiting for its recipient. */
export const isCounted = (row: LaneRow): boolean => instanceQueue(row.sk) !== "scheduled" || row.postponed === true;

/** Returns the fields that a waiting row retains when it moves. */
export function rowData({
  account_id,
  message_id,
  person,
  chat,
  needs_prepare,
  text_hash,
}: LaneRow): Record<string, unknown> {
  return {
    account_id,
    message_id,
    person,
    ...(chat !== undefined && { chat }),
    ...(needs_prepare !== undefined && { needs_prepare }),
    ...(text_hash !== undefined && { text_hash }),
  };
}

/** Returns the row field that keeps a group's or channel's messages in order. */
export function chatData({ person, chat_id }: Pick<MessageRecord, "person" | "chat_id">): { chat?: string } {
  return person === null && chat_id !== null ? { chat: chatMark(chat_id) } : {};
}

/** Returns the row field used by the rule against sending the same text to many new people. */
export function hashData(message: Pick<MessageRecord, "body">): { text_hash?: string } {
  const hash = textHash(message.body);
  return hash === null ? {} : { text_hash: hash };
}

/**
 * Builds the write that moves a waiting message within its lane. The message's time limit still runs from when it was
 * accepted.
 */
function movedRow(row: LaneRow, queue: InstanceQueue, now: Date, more: { expires_at?: Date } = {}) {
  return putRow(
    {
      lane: row.pk,
      queue: INSTANCE_QUEUES[queue],
      id: String(row.message_id),
      due: now,
      expires_at: more.expires_at ?? new Date(row.expires_at),
      data: rowData(row),
    },
    now,
  );
}

/**
 * Moves a scheduled message that has become due to the queue for its recipient's current class.
 * @param also further writes for the same transaction. @throws FenceLost
 */
export async function releaseScheduled(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  also: readonly Write[] = [],
): Promise<StepOutcome> {
  const writes = [...(await releaseWrites(deps, own.instance_id, row, message, {})), ...also];
  return committed(transactFenced(deps.table, own.instance_id, own.fence, writes));
}

/**
 * Builds the writes that queue a scheduled (or postponed) message now. @param change further changes to the message.
 * @param carried the row to use from here on, if it differs from the row that was read.
 */
export async function releaseWrites(
  deps: LaneDeps,
  instance: InstanceId,
  row: LaneRow,
  message: MessageRecord,
  change: Partial<MessageRecord>,
  carried: LaneRow = row,
): Promise<SomeWrites> {
  const now = deps.clock.now();
  const place = await placeMessage(deps.table, instance, message.person, now);
  const person = place.found?.person ?? null;
  // A postponed message has been queued before, so its time limit is already running.
  const wasQueued = message.status === "queued";
  const expires_at = wasQueued ? new Date(row.expires_at) : new Date(now.getTime() + place.patience_ms);
  const changed = { ...message, ...change };
  const moved = movedRow({ ...carried, ...hashData(changed), person }, place.queue, now, { expires_at });
  const released = {
    status: "queued",
    class: place.class,
    person,
    row: moved.put.sk,
    waiting_reason: place.class === "reply" ? null : "spacing",
    ...(place.found && underForm(message, place.found)),
  };
  const writes: SomeWrites = [
    takeRow(row),
    moved,
    {
      update: keys.message(message.account_id, message.id),
      set: { ...released, ...change },
      if: waitingAsRead(message),
    },
  ];
  const counts = place.class !== "reply";
  if (place.found && counts && !wasQueued) writes.push(countWaiting(instance, place.found));
  if (!counts && wasQueued) writes.push(...uncountWaiting(instance, message));
  return writes;
}

/** Turns a waiting message into a reply, because its recipient has written to us. @throws FenceLost */
export function turnIntoReply(deps: LaneDeps, own: Owner, row: LaneRow, message: MessageRecord): Promise<StepOutcome> {
  const moved = movedRow(row, "reply", deps.clock.now());
  const set = { class: "reply", row: moved.put.sk, waiting_reason: null, expected_at: null };
  return moveTo(deps, own, row, message, moved, set, uncountWaiting(own.instance_id, message));
}

/**
 * Turns a waiting first message into a message to a known person, because its recipient turns out to have written more
 * than a day ago.
 * @throws FenceLost
 */
export function turnIntoKnown(deps: LaneDeps, own: Owner, row: LaneRow, message: MessageRecord): Promise<StepOutcome> {
  const moved = movedRow(row, "known", deps.clock.now());
  const set = { class: "known", row: moved.put.sk, waiting_reason: "spacing", expected_at: null };
  return moveTo(deps, own, row, message, moved, set);
}

/**
 * Moves a first message to the other first-message queue once its recipient counts toward the day's limit, or stops
 * counting because a new day has begun.
 */
export function moveFirst(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  to: "first" | "first_counted",
): Promise<StepOutcome> {
  const moved = movedRow(row, to, deps.clock.now());
  return moveTo(deps, own, row, message, moved, { row: moved.put.sk });
}

/**
 * Postpones a first message that has to rest while later messages don't. It joins the scheduled messages in the
 * meantime, but still counts as queued and as waiting for its recipient. @throws FenceLost
 */
export function postponeFirst(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  until: Date,
): Promise<StepOutcome> {
  const due = new Date(Math.min(until.getTime(), Date.parse(row.expires_at)));
  const moved = putRow(
    {
      lane: row.pk,
      queue: INSTANCE_QUEUES.scheduled,
      order: due.toISOString(),
      id: String(row.message_id),
      due,
      expires_at: new Date(row.expires_at),
      data: { ...rowData(row), postponed: true },
    },
    deps.clock.now(),
  );
  return moveTo(deps, own, row, message, moved, { row: moved.put.sk });
}

function moveTo(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  moved: ReturnType<typeof putRow>,
  set: Record<string, unknown>,
  also: Write[] = [],
): Promise<StepOutcome> {
  const update = { update: keys.message(message.account_id, message.id), set, if: waitingAsRead(message) };
  return committed(transactFenced(deps.table, own.instance_id, own.fence, [takeRow(row), moved, update, ...also]));
}
