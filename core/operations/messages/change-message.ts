import { MINUTE_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { needsPreparing, withText } from "../../domain/messages/message-content.ts";
import { mayEdit } from "../../domain/messages/who-may.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import type { MessageRecord } from "../../records/message.ts";
import { keptUntil } from "../../records/message.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES, type InstanceQueue } from "../../store/lane-queues.ts";
import { type Attempt, retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites, Write } from "../../store/table.ts";
import { noteScheduledReply } from "../answers/note-chat-text.ts";
import { requireDone } from "../commands/run-command.ts";
import { hashData, releaseWrites, rowData } from "../sending/move-waiting.ts";
import { holdUntil } from "../sending/place-message.ts";
import { takeRow, waitingAsRead } from "../sending/send-steps.ts";
import { type FoundMessage, readAgain, readRow, settling } from "./read-message.ts";

/** The change that a PATCH requests. A null `send_at` means now. If omitted, the time stays unchanged. */
export interface MessageChange {
  text?: string;
  send_at?: Date | null;
}

/**
 * The result of a change. `editing` means that the network was asked to show a different text. The stored message and
 * its event are updated later.
 */
export interface ChangedMessage {
  message: MessageRecord;
  editing: boolean;
}

/** How many times to retry if the message changes between the read and the write. */
const TRIES = 8;

/**
 * Changes a message: the text and time of a scheduled message, the text of a queued message, or the text of a message
 * sent within the last 15 minutes. A waiting message is changed only if it has not started, so the returned text is the
 * text that is sent. Spec: PATCH /v1/messages/{id}.
 * @throws ApiError `validation_failed` if this kind of message can't have the text; `conflict` if the message is in
 * another state; or an error from `requireDone`.
 */
export async function changeMessage(
  deps: LaneDeps,
  found: FoundMessage,
  change: MessageChange,
): Promise<ChangedMessage> {
  const settle = settling(deps);
  let { message } = found;
  let isRead = true;
  const { unchangeable } = kindOf(message);
  if (unchangeable !== null) throw conflict(unchangeable);
  if (change.text !== undefined) requireText(message, change.text);
  const isChanged = await retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async (attempt) => {
    message = await settle(isRead ? message : await readAgain(deps, message)); // it changed in the meantime
    isRead = false;
    if (message.step !== "waiting") return false;
    await changeWaiting(deps, message, change, attempt);
    return true;
  });
  if (isChanged) return { message: await readAgain(deps, message), editing: false };
  requireEditable(message, change, deps.clock.now());
  await requireDone(deps, found.instance, { kind: "edit", message_id: message.id, text: change.text ?? "" });
  return { message: await readAgain(deps, message), editing: true };
}

async function changeWaiting(
  deps: LaneDeps,
  message: MessageRecord,
  change: MessageChange,
  { commit, again }: Attempt,
): Promise<void> {
  if (message.network_id !== null) throw conflict(BEING_SENT);
  if (message.status !== "scheduled" && change.send_at !== undefined) {
    throw conflict("Only a scheduled message can be given a new time. This one is already waiting for its turn.");
  }
  const row = await readRow(deps, message);
  if (!row) return again();
  const set = changedText(message, change.text);
  const { writes, due, queue } = await changeWrites(deps, row, message, change, set);
  await commit(deps.table.transact(writes));
  if (due) await ensureWake(deps, instanceLane(message.instance_id), due, INSTANCE_QUEUES[queue]);
}

/**
 * Returns the fields that change together with the text, including the version number that is compared when the message
 * starts. Returns null if the text stays the same.
 */
function changedText(message: MessageRecord, text: string | undefined): Partial<MessageRecord> | null {
  const content = text === undefined ? null : message.content && withText(message.content, text);
  return content && { content, body: text ?? null, text_version: message.text_version + 1, network_bytes: null };
}

interface Plan {
  writes: SomeWrites;
  /** When to check the lane, or null if no check is needed. */
  due: Date | null;
  queue: InstanceQueue;
}

async function changeWrites(
  deps: LaneDeps,
  row: LaneRow,
  message: MessageRecord,
  change: MessageChange,
  set: Partial<MessageRecord> | null,
): Promise<Plan> {
  // If the file has already been prepared, the prepared message contains the old caption.
  const unprepared = set !== null && needsPreparing(message.content) ? { needs_prepare: true } : {};
  const now = deps.clock.now();
  const rowChange = { ...unprepared, ...(set && hashData({ body: set.body ?? null })) };
  // A message that was postponed because too many people got the same text no longer has that text.
  const isPostponed = row.postponed === true;
  if (change.send_at === undefined && !isPostponed) {
    const place = { pk: row.pk, sk: row.sk };
    const stands: Write =
      Object.keys(rowChange).length > 0
        ? { update: place, set: rowChange, if: [{ item: "exists" }] }
        : { check: place, if: [{ item: "exists" }] };
    const update = {
      update: keys.message(message.account_id, message.id),
      set: { ...set },
      if: waitingAsRead(message),
    };
    return { writes: [stands, update], due: "needs_prepare" in unprepared ? now : null, queue: "reply" };
  }
  if (change.send_at === null || change.send_at === undefined) {
    const released = { ...set, ...(change.send_at === null && { send_at: null }) };
    const moved = { ...row, ...unprepared };
    const writes = await releaseWrites(deps, message.instance_id, row, message, released, moved);
    const silence = await noteScheduledReply(deps.table, message, now);
    return { writes: [...writes, ...silence], due: now, queue: "reply" };
  }
  const due = change.send_at;
  const order = due.toISOString();
  const moved = putRow(
    {
      lane: row.pk,
      queue: INSTANCE_QUEUES.scheduled,
      order,
      id: message.id,
      due,
      expires_at: holdUntil(due),
      data: rowData({ ...row, ...rowChange }),
    },
    now,
  );
  const rescheduled = { ...set, row: moved.put.sk, send_at: wireTime(due), ttl: keptUntil(due) };
  const update = {
    update: keys.message(message.account_id, message.id),
    set: rescheduled,
    if: waitingAsRead(message),
  };
  // If the time stays the same, the row keeps its key and its place.
  const rows = moved.put.sk === row.sk ? [{ put: moved.put, if: takeRow(row).if ?? [] }] : [takeRow(row), moved];
  return { writes: [update, ...rows], due, queue: "scheduled" };
}

function requireText(message: MessageRecord, text: string): void {
  const isCaption = message.type !== "text";
  if (isCaption && !CAPTIONED.has(message.type)) throw invalidText(`A ${message.type} has no text to change.`);
  if (isCaption && [...text].length > LIMITS.captionMaxChars) {
    throw invalidText("A caption can have at most 1,024 characters. Shorten it.");
  }
}

const CAPTIONED = new Set(["image", "video", "document"]);

function requireEditable(message: MessageRecord, change: MessageChange, now: Date): void {
  if (!mayEdit(message)) throw conflict("Only the instance's own messages can be changed.");
  if (message.step === "sending") throw conflict(BEING_SENT);
  if (change.send_at !== undefined) throw conflict("Only a scheduled message can be given a new time.");
  if (message.deleted_at !== null) throw conflict("This message was deleted.");
  if (message.status === "failed") throw conflict("This message was not sent. Send a new one.");
  const sentAt = Date.parse(message.sent_at ?? message.written_at ?? message.created_at);
  if (now.getTime() - sentAt > LIMITS.editMinutes * MINUTE_MS) {
    throw conflict("A sent message can only be changed for 15 minutes.");
  }
}

const BEING_SENT = "This message is being sent right now. Try again once its status is sent.";
const conflict = (message: string) => new ApiError("conflict", { message });
const invalidText = (sentence: string) => new ApiError("validation_failed", { errors: { text: [sentence] } });
