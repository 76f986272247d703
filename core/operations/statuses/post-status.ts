import { HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { mediaKey } from "../../domain/files/media-key.ts";
import { contentView } from "../../domain/messages/message-content.ts";
import type { TakenAction } from "../../domain/protection/taken-action.ts";
import type { CheckedStatus } from "../../domain/statuses/check-status.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import { putRow, rowSortKey } from "../../lanes/put-row.ts";
import { idempotencyRecord } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { emptyMessage, type MessageRecord } from "../../records/message.ts";
import { inKnownForms } from "../../records/named-person.ts";
import { STATUS_CHAT, type StatusListRecord, type StatusRecord } from "../../records/status.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import { type SomeWrites, TransactionRefused } from "../../store/table.ts";
import { type CountedMessage, countPlanMessage, uncountPlanMessage } from "../accounts/count-plan-message.ts";
import { storeUpload } from "../files/store-upload.ts";
import type { SendDeps } from "../messages/send-message.ts";
import { giveBackAction, takeAction } from "../protection/take-action.ts";
import { chatData } from "../sending/move-waiting.ts";
import { findAudience } from "./find-audience.ts";
import { findStatusReplay } from "./find-replay.ts";
import type { FoundStatus } from "./read-status.ts";

/**
 * A validated request for a status. The caller has access to the instance. The `id` was chosen before the file was
 * stored.
 */
export interface StatusRequest {
  id: string;
  instance: InstanceRecord;
  status: CheckedStatus;
  /** The plan's daily message limit, or null if unlimited. */
  messages_per_day: number | null;
  idempotency_key: string | null;
}

/**
 * How long a status's record and message are retained. This is longer than the day for which people can see the status.
 */
const KEPT_MS = 72 * HOUR_MS;
const NOBODY = "No one has written to this instance in the last 30 days. Set the recipients.";

/**
 * Accepts a status: its record, the message that contains it, and its row in the instance's lane are written
 * atomically. It is charged to the day's statuses and the plan's messages beforehand; a crash in between uses up one of
 * each.
 * @throws ApiError `validation_failed` if the request specifies no recipients and nobody wrote recently;
 * `limit_reached`; `plan_limit`; `backlog_full`; `file_budget_used`. Spec: POST …/statuses.
 */
export async function postStatus(deps: SendDeps, request: StatusRequest): Promise<FoundStatus & { replayed: boolean }> {
  const { id, instance, status, messages_per_day: perDay, idempotency_key: key } = request;
  const now = deps.clock.now();
  const recipients = status.recipients
    ? [...new Set(await inKnownForms(deps.table, instance.id, status.recipients))]
    : await findAudience(deps.table, instance.id, now);
  if (recipients.length === 0) throw new ApiError("validation_failed", { errors: { recipients: [NOBODY] } });
  await deps.backlog.take(instance.id, "known");
  const made = { record: recordOf(request, recipients.length, now), message: messageOf(request, now) };
  let taken: TakenAction | null = null;
  let counted: CountedMessage | null = null;
  try {
    taken = await takeAction(deps, instance.id, "statuses");
    if (perDay !== null) counted = await countPlanMessage(deps, instance.account_id, perDay, id, now);
    const account = instance.account_id;
    const place = mediaKey(account, instance.id, id);
    made.message.file = status.upload && (await storeUpload(deps, account, place, status.upload));
    const list: StatusListRecord = { recipients, ttl: keptUntil(now) };
    await deps.table.transact(writesOf(made, list, instance, key, now));
  } catch (error) {
    const isRefused = error instanceof TransactionRefused || error instanceof ApiError;
    if (!isRefused) throw error; // the status may have been written
    if (taken) await giveBackAction(deps, instance.id, taken);
    if (counted) await uncountPlanMessage(deps, counted);
    const first = await findStatusReplay(deps, instance, key);
    if (!first) throw error;
    return { ...first, replayed: true };
  }
  // If this fails after the commit, nothing needs to be undone: the sweep finds the row.
  await ensureWake(deps, instanceLane(instance.id), now, INSTANCE_QUEUES.known);
  return { ...made, replayed: false };
}

function recordOf({ id, instance, status }: StatusRequest, recipients_count: number, now: Date): StatusRecord {
  const { background_color, font } = status;
  return { id, account_id: instance.account_id, recipients_count, background_color, font, ttl: keptUntil(now) };
}

function messageOf({ id, instance, status }: StatusRequest, now: Date): MessageRecord {
  return {
    ...emptyMessage(),
    ...contentView(status.content),
    id,
    account_id: instance.account_id,
    instance_id: instance.id,
    chat_id: STATUS_CHAT,
    direction: "out",
    status: "queued",
    origin: "api",
    created_at: wireTime(now),
    class: "known",
    step: "waiting",
    row: rowSortKey(INSTANCE_QUEUES.known, id),
    content: status.content,
    ttl: keptUntil(now),
  };
}

/**
 * Builds the writes for a status. None of them go to the message lists, because customers don't see a status as a
 * message.
 */
function writesOf(
  { record, message }: FoundStatus,
  list: StatusListRecord,
  instance: InstanceRecord,
  key: string | null,
  now: Date,
): SomeWrites {
  const { id, account_id } = message;
  const data = {
    account_id,
    message_id: id,
    person: null,
    ...chatData(message),
    // The recipients' private ids are looked up later, in the step that prepares files.
    needs_prepare: true,
  };
  const expires_at = new Date(now.getTime() + LIMITS.statusWaitsHours * HOUR_MS);
  const row = { lane: instanceLane(instance.id), queue: INSTANCE_QUEUES.known, id, due: now, expires_at, data };
  return [
    { put: { ...keys.message(account_id, id), ...message }, if: [{ item: "absent" }] },
    { put: { ...keys.status(instance.id, id), ...record }, if: [{ item: "absent" }] },
    { put: { ...keys.statusList(instance.id, id), ...list }, if: [{ item: "absent" }] },
    putRow(row, now),
    ...(key === null ? [] : [idempotencyRecord(instance.id, "status", key, id, now)]),
  ];
}

const keptUntil = (now: Date): number => Math.floor((now.getTime() + KEPT_MS) / 1000);
