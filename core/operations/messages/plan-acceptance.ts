import { ID_PREFIXES, type InstanceId, type UserId } from "../../contracts/ids.ts";
import { chatKind, isGroup, phoneChat, phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { scoreOfForward } from "../../domain/messages/forwarding-score.ts";
import type { MessageContent, StoredFile } from "../../domain/messages/message-content.ts";
import { contentView, needsPreparing } from "../../domain/messages/message-content.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow, rowSortKey } from "../../lanes/put-row.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { automationsRecords } from "../../records/answers/automations.ts";
import { idempotencyRecord } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { MessageRecord } from "../../records/message.ts";
import { emptyMessage, keptUntil, messageItem } from "../../records/message.ts";
import { findRecipient, formFields, type NamedPerson } from "../../records/named-person.ts";
import { countWaiting, personKey } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { InstanceQueue } from "../../store/lane-queues.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import type { SomeWrites, Table, Write } from "../../store/table.ts";
import { noteTeamReply } from "../answers/note-chat-text.ts";
import { chatData, hashData } from "../sending/move-waiting.ts";
import type { LanePlace } from "../sending/place-message.ts";
import { holdUntil, placeWith } from "../sending/place-message.ts";

/** A validated request to send a message, from a caller who may use the instance. */
export interface SendRequest {
  caller_account: string;
  instance: InstanceRecord;
  /** The digits of the recipient's phone number, or null if `chat_id` is set. */
  to: string | null;
  chat_id: string | null;
  content: MessageContent;
  /**
   * The message's id, if it was chosen before the message's file was stored under `mediaKey`. If absent, a new id is
   * generated.
   */
  id?: string;
  /** The message's file in the media store, if there is one. */
  file?: StoredFile | null;
  /** Whether the file must be kept when this message is deleted, because other messages may use it too. */
  file_shared?: boolean;
  /** The message that this message replies to, in the same chat. */
  reply_to?: string | null;
  /** The message being forwarded. The new message shares its file and is marked as forwarded. */
  forwarded_from?: MessageRecord;
  /** The plan's daily message allowance. Null or omitted means unlimited. */
  messages_per_day?: number | null;
  idempotency_key: string | null;
  /** `panel` means that a team member wrote the message, which silences the automations in this chat. */
  origin: "api" | "panel";
  /** The team member who sends the message. Omitted if a key sends it. */
  user_id?: UserId;
  /** When to send the message. Null means now. */
  send_at: Date | null;
  /** Further writes to include in the transaction. */
  also?: readonly Write[];
}

/** Plans the writes for one attempt to accept a message. */
export async function planAcceptance(deps: LaneDeps, request: SendRequest) {
  const now = deps.clock.now();
  const place = await readPlace(deps.table, request, now);
  const id = request.id ?? deps.ids.next(ID_PREFIXES.message, now);
  const plan = { ...place, id, now, ...whenToSend(request, place.queue, now) };
  const message = messageOf(request, plan);
  const writes: SomeWrites = [
    ...acceptanceWrites(request, plan, message),
    ...(await teamWrites(deps.table, request, plan)),
    ...(request.also ?? []),
  ];
  return { message, writes, due: plan.due, queue: plan.queue, now };
}

/** A message's place in the lane, and the person that the request names. */
type Named = LanePlace & { found: NamedPerson | null };

/**
 * Reads a message's recipient, under whichever form of their number is stored, and determines how the message counts
 * toward the limits.
 * @throws ApiError `chat_not_found` for a private id that has never sent a message.
 */
export async function readPlace(
  table: Table,
  { instance, to, chat_id }: Pick<SendRequest, "instance" | "to" | "chat_id">,
  now: Date,
): Promise<Named> {
  const key = personKey(to, chat_id);
  const named = key === null ? null : await findRecipient(table, instance.id, key, [keys.sending(instance.id)]);
  const place = await placeWith(named?.table ?? table, instance.id, named?.found ?? null, now);
  const { found } = place;
  // A private ID is only accepted if there is a chat with the person.
  if (found && chatKind(found.person) === "private" && found.known?.chat_id === undefined)
    throw new ApiError("chat_not_found");
  return place;
}

/** Returns a message's queue and when it is due. A time in the past means now. */
function whenToSend({ send_at: sendAt }: SendRequest, queue: LanePlace["queue"], now: Date) {
  if (sendAt === null || sendAt.getTime() <= now.getTime()) return { isScheduled: false, queue, due: now };
  return { isScheduled: true, queue: "scheduled" as const, due: sendAt, order: sendAt.toISOString() };
}

/** Everything decided about a message before it is written. */
interface Plan extends Omit<Named, "queue"> {
  id: string;
  now: Date;
  due: Date;
  queue: InstanceQueue;
  isScheduled: boolean;
  /** For a scheduled message, the text that determines its place among the scheduled messages. */
  order?: string;
}

function messageOf(
  request: SendRequest,
  { found, id, now, due, isScheduled, queue, order, ...plan }: Plan,
): MessageRecord {
  const { instance, content } = request;
  const known = found?.known ?? null;
  const person = found?.person ?? null;
  const phone = (person === null ? null : phoneOfPerson(person)) ?? known?.phone ?? null;
  const chat = known?.chat_id ?? request.chat_id ?? (phone === null ? null : phoneChat(phone));
  return {
    ...emptyMessage(),
    ...contentView(content),
    id,
    account_id: request.caller_account,
    instance_id: instance.id,
    phone,
    chat_id: chat,
    participant: isGroup(chat) ? instance.phone : null,
    ...formFields(found),
    contact_name: known?.contact_name ?? null,
    direction: "out",
    status: isScheduled ? "scheduled" : "queued",
    origin: request.origin,
    ...(request.user_id !== undefined && { user_id: request.user_id }),
    reply_to: request.reply_to ?? null,
    waiting_reason: waitingReason(isScheduled, instance, plan.class),
    send_at: isScheduled ? wireTime(due) : null,
    created_at: wireTime(now),
    person,
    class: isScheduled ? null : plan.class,
    step: "waiting",
    row: rowSortKey(INSTANCE_QUEUES[queue], id, order),
    content,
    file: request.file ?? null,
    ...(request.file_shared && { file_shared: true }),
    ...(request.forwarded_from && {
      file_shared: true,
      forwarding_score: scoreOfForward(request.forwarded_from.forwarding_score),
    }),
    ttl: keptUntil(due),
  };
}

function acceptanceWrites(request: SendRequest, plan: Plan, message: MessageRecord): SomeWrites {
  const { instance, idempotency_key: key, forwarded_from: original } = request;
  const { found, id, now } = plan;
  const writes: SomeWrites = [
    { put: messageItem(message), if: [{ item: "absent" }] },
    waitingRow(request, plan, message),
  ];
  if (key !== null) writes.push(idempotencyRecord(instance.id, "message", key, id, now));
  // Count the message as waiting for its recipient. This write is refused if the person has written in the meantime.
  // Replies don't change the person's record.
  if (found && !plan.isScheduled && plan.class !== "reply") writes.push(countWaiting(instance.id, found));
  if (original?.file) writes.push(keepSharedFile(original));
  if (found?.has_earlier_chat && found.asked !== null)
    writes.push(joinRecheck(instance.id, found.asked, found.person, now));
  return writes;
}

/**
 * Builds the writes that stop automatic answers, whether queued or unfinished, from being sent after a team member's
 * message. Spec: AI agent.
 */
async function teamWrites(table: Table, { origin, instance }: SendRequest, plan: Plan): Promise<Write[]> {
  const { found, now, isScheduled } = plan;
  if (origin !== "panel" || found === null || isScheduled) return [];
  const automations = await automationsRecords.read(table, instance.id);
  return noteTeamReply({ instance_id: instance.id, person: found.person, written_at: now }, automations, now);
}

/** Builds the message's row in the instance's lane. */
function waitingRow({ content }: SendRequest, plan: Plan, message: MessageRecord): Write {
  const { id, now, due, isScheduled, order } = plan;
  const data = {
    account_id: message.account_id,
    message_id: id,
    person: message.person,
    ...chatData(message),
    ...hashData(message),
    ...(needsPreparing(content) && { needs_prepare: true }),
  };
  const row = {
    lane: instanceLane(message.instance_id),
    queue: INSTANCE_QUEUES[plan.queue],
    ...(order !== undefined && { order }),
    id,
    due,
    expires_at: isScheduled ? holdUntil(due) : holdUntil(due, plan.patience_ms),
    data,
  };
  return putRow(row, now);
}

function waitingReason(isScheduled: boolean, instance: InstanceRecord, messageClass: string) {
  if (isScheduled) return "scheduled" as const;
  if (instance.status !== "working") return "offline" as const;
  return messageClass === "reply" ? null : ("spacing" as const);
}

/**
 * Builds the write that has the session merge the chat under the requested form of the number into the person's chat.
 * Only the session may merge chats. docs/decisions/0166.
 */
const joinRecheck = (instance: InstanceId, form: string, phone: string, now: Date): Write =>
  recheckRow(instanceLane(instance), `join-${form}`, now, { person: form, joins: phone });

/**
 * Builds the write that marks the original's file as shared. It is refused if the original has been deleted in the
 * meantime, because its file is about to be removed.
 */
const keepSharedFile = (original: MessageRecord): Write => ({
  update: keys.message(original.account_id, original.id),
  set: { file_shared: true },
  if: [{ field: "deleted_at", op: "=", value: null }],
});
