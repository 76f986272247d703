import type { SendErrorCode } from "../contracts/error-codes.ts";
import type { MessageRecord } from "../contracts/message.ts";
import type { PaceRecord } from "../contracts/person.ts";
import { classify, QUEUE_OF_CLASS } from "../domain/message-class.ts";
import { ensureWake } from "../lanes/ensure-wake.ts";
import type { LaneDeps, LaneRow } from "../lanes/lane.ts";
import { putRow } from "../lanes/put-row.ts";
import { keys } from "../store/keys.ts";
import { instanceLane } from "../store/lane-names.ts";
import { type Condition, TransactionRefused, type Write } from "../store/table.ts";
import { transactFenced } from "./fence.ts";
import { type EventDeps, messageEvent } from "./message-events.ts";
import { countWaiting, readPerson, uncountWaiting } from "./person-record.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "./publish-event.ts";
import { SEND_ERROR_TEXTS } from "./send-error-texts.ts";

/** Whose lane, and the fence with which the work began. */
export interface Ownership {
  account_id: string;
  instance_id: string;
  fence: number;
}

/** Each step: false = something moved meanwhile (a cancel, another step), look at the lane again. */
type Done = Promise<boolean>;

/** Takes the row off the lane, as it was read: a file prepared meanwhile must not be lost. */
export function takeRow(row: LaneRow): Write {
  const place = { pk: row.pk, sk: row.sk };
  if (typeof row.needs_prepare !== "boolean") return { delete: place, if: [{ item: "exists" }] };
  return { delete: place, if: [{ field: "needs_prepare", op: "=", value: row.needs_prepare }] };
}

/** The claim that the message still waits where, for whom and with what text it was read. */
export const waitingAsRead = (message: MessageRecord): Condition => [
  { field: "step", op: "=", value: "waiting" },
  { field: "row", op: "=", value: message.row },
  { field: "person", op: "=", value: message.person },
  { field: "network_id", op: "=", value: message.network_id },
  { field: "text_version", op: "=", value: message.text_version },
];

/** Frees the sending slot, if it is this message's. */
export function freeSlot(instance: string, messageId: string): Write {
  return {
    update: keys.pace(instance),
    remove: ["slot"],
    add: { rev: 1 },
    if: [{ field: "slot", op: "=", value: messageId }],
  };
}

async function committed(commit: Promise<void>): Done {
  try {
    await commit;
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

/** What a message is sent as, fixed before its first try: every repeat carries the same id and bytes. */
export interface Encoded {
  network_id: string;
  network_chat: string;
  network_bytes: Uint8Array;
}

/**
 * Takes a message out of the lane into the sending slot. From here on what is sent is what is stored here.
 * @param nextAt the earliest instant of the next message that is no reply; null: unchanged.
 * @throws FenceLost
 */
export function startMessage(
  deps: LaneDeps,
  own: Ownership,
  row: LaneRow,
  message: MessageRecord,
  pace: PaceRecord,
  encoded: Encoded,
  nextAt: Date | null,
): Done {
  const { instance_id: instance } = own;
  const networkKey = keys.networkId(instance, "out", encoded.network_id);
  const writes: Write[] = [
    takeRow(row),
    {
      update: keys.message(message.account_id, message.id),
      set: { ...encoded, step: "sending", row: null },
      if: [...waitingAsRead(message), { field: "status", op: "=", value: "queued" }],
    },
    {
      update: keys.pace(instance),
      set: { slot: message.id, ...(nextAt && { next_at: nextAt.toISOString() }) },
      add: { rev: 1 },
      if: [
        { field: "rev", op: "=", value: pace.rev },
        { field: "slot", is: "missing" },
      ],
    },
    { put: { ...networkKey, message_id: message.id, account_id: message.account_id, ttl: message.ttl } },
    ...uncountWaiting(instance, message),
  ];
  return committed(transactFenced(deps.table, instance, own.fence, writes));
}

/** What a message that ends without being sent becomes. */
export function failedFields(code: SendErrorCode) {
  return {
    status: "failed",
    error: SEND_ERROR_TEXTS[code],
    error_code: code,
    waiting_reason: null,
    expected_at: null,
    step: "done",
    row: null,
  } as const;
}

/**
 * Ends a message that is being sent or still waits as `failed`, with its reason and its event.
 * @throws FenceLost
 */
export async function failMessage(
  deps: EventDeps,
  own: Ownership,
  message: MessageRecord,
  row: LaneRow | null,
  code: SendErrorCode,
): Done {
  const { instance_id: instance } = own;
  const route = await eventRoute(deps, own.account_id, instance);
  const failed = failedFields(code);
  const event = await messageEvent(deps, "message.status", { ...message, ...failed });
  const now = deps.clock.now();
  const writes: Write[] = [
    {
      update: keys.message(message.account_id, message.id),
      set: failed,
      if: row
        ? waitingAsRead(message)
        : [
            { field: "status", op: "=", value: "queued" },
            { field: "step", op: "=", value: "sending" },
          ],
    },
    ...eventWrites(deps, route, event, now),
    ...(row ? [takeRow(row), ...uncountWaiting(instance, message)] : [freeSlot(instance, message.id)]),
  ];
  const done = await committed(transactFenced(deps.table, instance, own.fence, writes));
  if (done) {
    await wakeEndpoint(deps, route);
    if (!row) await ensureWake(deps, instanceLane(instance), now, null);
  }
  return done;
}

/** A scheduled message whose time has come is queued, in the class that its person is in now. @throws FenceLost */
export async function releaseScheduled(deps: LaneDeps, own: Ownership, row: LaneRow, message: MessageRecord): Done {
  const writes = await releaseWrites(deps, own.instance_id, row, message, {});
  return committed(transactFenced(deps.table, own.instance_id, own.fence, writes));
}

/**
 * The writes that queue a scheduled message now. @param change what else becomes of the message.
 * @param carried the row as it goes on, when that is not as it was read.
 */
export async function releaseWrites(
  deps: LaneDeps,
  instance: string,
  row: LaneRow,
  message: MessageRecord,
  change: Partial<MessageRecord>,
  carried: LaneRow = row,
): Promise<Write[]> {
  const found = message.person === null ? null : await readPerson(deps.table, instance, message.person);
  const now = deps.clock.now();
  const messageClass = found ? classify(found.known?.last_in_at, now) : "known";
  const person = found?.person ?? null;
  const moved = movedRow({ ...carried, person }, QUEUE_OF_CLASS[messageClass], now);
  const released = {
    status: "queued",
    class: messageClass,
    person,
    row: moved.put.sk,
    waiting_reason: messageClass === "reply" ? null : "spacing",
  };
  const writes: Write[] = [
    takeRow(row),
    moved,
    {
      update: keys.message(message.account_id, message.id),
      set: { ...released, ...change },
      if: waitingAsRead(message),
    },
  ];
  if (found && messageClass !== "reply") writes.push(countWaiting(instance, found));
  return writes;
}

/** The person wrote: a message that waits for them is a reply now. @throws FenceLost */
export function turnIntoReply(deps: LaneDeps, own: Ownership, row: LaneRow, message: MessageRecord): Done {
  const moved = movedRow(row, QUEUE_OF_CLASS.reply, deps.clock.now());
  const writes: Write[] = [
    takeRow(row),
    moved,
    {
      update: keys.message(message.account_id, message.id),
      set: { class: "reply", row: moved.put.sk, waiting_reason: null, expected_at: null },
      if: waitingAsRead(message),
    },
    ...uncountWaiting(own.instance_id, message),
  ];
  return committed(transactFenced(deps.table, own.instance_id, own.fence, writes));
}

/** The same waiting message in another queue; its patience goes on counting from when it was accepted. */
function movedRow(row: LaneRow, queue: string, now: Date) {
  return putRow(
    {
      lane: row.pk,
      queue,
      id: String(row.message_id),
      due: now,
      expires_at: new Date(row.expires_at),
      data: rowData(row),
    },
    now,
  );
}

/** What a waiting row carries on wherever it goes. */
export function rowData({ account_id, message_id, person, needs_prepare }: LaneRow): Record<string, unknown> {
  return { account_id, message_id, person, ...(needs_prepare !== undefined && { needs_prepare }) };
}
