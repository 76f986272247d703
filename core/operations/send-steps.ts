import type { SendErrorCode } from "../contracts/error-codes.ts";
import type { MessageRecord } from "../contracts/message.ts";
import type { PaceRecord, PersonRecord } from "../contracts/person.ts";
import { classify, QUEUE_OF_CLASS } from "../domain/message-class.ts";
import { ensureWake } from "../lanes/ensure-wake.ts";
import type { LaneDeps, LaneRow } from "../lanes/lane.ts";
import { putRow } from "../lanes/put-row.ts";
import { keys } from "../store/keys.ts";
import { instanceLane } from "../store/lane-names.ts";
import { type Condition, TransactionRefused, type Write } from "../store/table.ts";
import { countWaiting } from "./accept-message.ts";
import { transactFenced } from "./fence.ts";
import { messageEvent } from "./message-events.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "./publish-event.ts";

/** Whose lane, and the fence with which the work began. */
export interface Ownership {
  account_id: string;
  instance_id: string;
  fence: number;
}

/** Each step: false = something moved meanwhile (a cancel, another step), look at the lane again. */
type Done = Promise<boolean>;

const rowStands = (row: LaneRow): Write => ({ delete: { pk: row.pk, sk: row.sk }, if: [{ item: "exists" }] });

const waitingAsRead = (message: MessageRecord): Condition => [
  { field: "step", op: "=", value: "waiting" },
  { field: "row", op: "=", value: message.row },
  { field: "text_version", op: "=", value: message.text_version },
];

/** One message less waits for its person; replies and scheduled messages were never counted. */
function uncountWaiting(instance: string, message: MessageRecord): Write[] {
  if (!message.person || (message.class !== "first" && message.class !== "known")) return [];
  return [{ update: keys.person(instance, message.person), add: { waiting: -1 } }];
}

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
    rowStands(row),
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

/**
 * Ends a message that is being sent or still waits as `failed`, with its reason and its event.
 * @throws FenceLost
 */
export async function failMessage(
  deps: LaneDeps,
  own: Ownership,
  message: MessageRecord,
  row: LaneRow | null,
  code: SendErrorCode,
): Done {
  const { instance_id: instance } = own;
  const route = await eventRoute(deps, own.account_id, instance);
  const now = deps.clock.now();
  const failed: MessageRecord = {
    ...message,
    status: "failed",
    error: SEND_ERROR_TEXTS[code],
    error_code: code,
    waiting_reason: null,
    expected_at: null,
    step: "done",
    row: null,
  };
  const { status, error, error_code, waiting_reason, expected_at, step, row: noRow } = failed;
  const writes: Write[] = [
    {
      update: keys.message(message.account_id, message.id),
      set: { status, error, error_code, waiting_reason, expected_at, step, row: noRow },
      if: row
        ? waitingAsRead(message)
        : [
            { field: "status", op: "=", value: "queued" },
            { field: "step", op: "=", value: "sending" },
          ],
    },
    ...eventWrites(deps, route, messageEvent("message.status", failed), now),
    ...(row ? [rowStands(row), ...uncountWaiting(instance, message)] : [freeSlot(instance, message.id)]),
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
  const person = message.person;
  const known = person ? ((await deps.table.get(keys.person(own.instance_id, person))) as PersonRecord | null) : null;
  const now = deps.clock.now();
  const messageClass = person ? classify(known?.last_in_at, now) : "known";
  const moved = movedRow(row, QUEUE_OF_CLASS[messageClass], now);
  const writes: Write[] = [
    rowStands(row),
    moved,
    {
      update: keys.message(message.account_id, message.id),
      set: {
        status: "queued",
        class: messageClass,
        row: moved.put.sk,
        waiting_reason: messageClass === "reply" ? null : "spacing",
      },
      if: waitingAsRead(message),
    },
  ];
  if (person && messageClass !== "reply") writes.push(countWaiting(own.instance_id, person, known));
  return committed(transactFenced(deps.table, own.instance_id, own.fence, writes));
}

/** The person wrote: a message that waits for them is a reply now. @throws FenceLost */
export function turnIntoReply(deps: LaneDeps, own: Ownership, row: LaneRow, message: MessageRecord): Done {
  const moved = movedRow(row, QUEUE_OF_CLASS.reply, deps.clock.now());
  const writes: Write[] = [
    rowStands(row),
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
      data: { account_id: row.account_id, message_id: row.message_id, person: row.person },
    },
    now,
  );
}

/** `error` of a failed message, in plain words. Spec: Message, `error`. */
export const SEND_ERROR_TEXTS: Record<SendErrorCode, string> = {
  cancelled: "Cancelled before it was sent.",
  waited_too_long: "It waited too long for its turn.",
  not_connected: "The instance was not connected for 24 hours.",
  no_receipt: "The network did not confirm it, although it was sent twice.",
  not_on_messenger: "This number is not on the network.",
  messenger_refused: "The network refused it.",
  messenger_restricted: "The network restricts this number at the moment.",
  new_chats_paused: "New chats are paused for this instance.",
  media_unreachable: "The file could not be fetched from its address.",
  file_too_large: "The file is too large.",
  media_type_refused: "This kind of file can't be sent.",
  opted_out: "The person asked not to get broadcasts.",
  chat_not_found: "There is no such chat.",
  instance_removed: "The instance was deleted before it was sent.",
  server_error: "Something went wrong on our side.",
};
