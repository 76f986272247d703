import { ID_PREFIXES } from "../../contracts/ids.ts";
import { allowanceDay } from "../../domain/accounts/plan-rules.ts";
import { chatKind, isGroup, phoneChat } from "../../domain/messages/chat-id.ts";
import { scoreOfForward } from "../../domain/messages/forwarding-score.ts";
import {
  contentView,
  type MessageContent,
  needsPreparing,
  type StoredFile,
} from "../../domain/messages/message-content.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow, rowSortKey } from "../../lanes/put-row.ts";
import { idempotencyRecord, readIdempotent } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { MessageRecord } from "../../records/message.ts";
import { emptyMessage, keptUntil, messageItem } from "../../records/message.ts";
import { countWaiting, personKey } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES, type InstanceQueue } from "../../store/lane-queues.ts";
import { TransactionRefused, type Write } from "../../store/table.ts";
import { holdUntil, placeMessage } from "../sending/place-message.ts";
import { chatData, hashData } from "../sending/waiting-row.ts";
import type { Backlog } from "./backlog.ts";
import { type CountedMessage, countPlanMessage, uncountPlanMessage } from "./plan-messages.ts";

/** A send request that has been validated and whose caller may use the instance. */
export interface SendRequest {
  caller_account: string;
  instance: InstanceRecord;
  /** A person's phone, digits; or null when `chat_id` is given. */
  to: string | null;
  chat_id: string | null;
  content: MessageContent;
  /** Chosen before its file was stored under `mediaKey`; absent: a new one. */
  id?: string;
  /** Its file in our media store; absent: none. */
  file?: StoredFile | null;
  /** A message of the same chat. */
  reply_to?: string | null;
  /** The message it is forwarded from: its file is shared from now on, and the new one is marked. */
  forwarded_from?: MessageRecord;
  /** Messages a day that the account's plan includes; null or left out: any number. */
  messages_per_day?: number | null;
  idempotency_key: string | null;
  origin: "api";
  /** null: now. */
  send_at: Date | null;
}

const TRIES = 8;

/** What accepting needs; without a backlog nothing is counted. */
export type AcceptDeps = LaneDeps & { backlog?: Backlog };

/** Another request with the same key has made the message. */
class AlreadyAccepted extends Error {
  readonly made: MessageRecord;
  constructor(message: MessageRecord) {
    super("The Idempotency-Key's message was accepted meanwhile.");
    this.name = "AlreadyAccepted";
    this.made = message;
  }
}

/**
 * Accepts one message: the message, its idempotency record and its row in the instance lane, all or nothing; then the
 * lane is woken. N racing calls with one key make one message. Where the plan limits messages a day, it is counted
 * before (`countPlanMessage`): a death in between loses one of the day, and a retry with the same key finds it counted.
 * Spec: Endpoints › Messages; Number-protection rule.
 * @throws ApiError `chat_not_found` for a private id that nobody wrote from; `backlog_full`; 429 `plan_limit`;
 * `unavailable` when the person's record changes faster than it can be read.
 */
export async function acceptMessage(
  deps: AcceptDeps,
  request: SendRequest,
): Promise<{ message: MessageRecord; replayed: boolean }> {
  const { instance, idempotency_key: key } = request;
  const lookForFirst = async () => {
    const first = key === null ? null : await readIdempotent(deps, instance, key);
    if (first) throw new AlreadyAccepted(first);
  };
  let counted: CountedMessage | null = null;
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const plan = await planAcceptance(deps, request);
      if (attempt === 0) await deps.backlog?.take(instance.id, plan.queue);
      counted = await countedFor(deps, request, plan, counted).catch(async (error: unknown) => {
        // The day's last message may be this key's own.
        await lookForFirst();
        throw error;
      });
      try {
        await deps.table.transact(plan.writes, key === null ? {} : { onConflict: lookForFirst });
      } catch (error) {
        // Our own, by a try whose answer got lost.
        const isOurs = error instanceof AlreadyAccepted && error.made.id === plan.message.id;
        if (!isOurs) {
          if (!(error instanceof TransactionRefused)) throw error;
          await lookForFirst();
          continue; // the person wrote, or a message to them went, in between: classify again
        }
      }
      await ensureWake(deps, instanceLane(instance.id), plan.due, INSTANCE_QUEUES[plan.queue]);
      return { message: plan.message, replayed: false };
    }
  } catch (error) {
    if (error instanceof AlreadyAccepted) return { message: error.made, replayed: true };
    throw error;
  }
  // Others may go by the count of a key: it stays, and the retry finds it.
  if (counted && key === null) await uncountPlanMessage(deps, counted);
  throw new ApiError("unavailable", { retryAfterSec: 1 });
}

/** Counts the message on the day it is made, where the plan limits a day's messages; once, unless the day has changed. */
async function countedFor(
  deps: AcceptDeps,
  request: SendRequest,
  { message, now }: { message: MessageRecord; now: Date },
  before: CountedMessage | null,
): Promise<CountedMessage | null> {
  const { messages_per_day: perDay = null, caller_account: account, idempotency_key: key, instance } = request;
  if (perDay === null || before?.day === allowanceDay(now).day) return before;
  if (before && key === null) await uncountPlanMessage(deps, before);
  const name = key === null ? message.id : `${instance.id} ${key}`;
  return countPlanMessage(deps, account, perDay, name, now);
}

async function planAcceptance(deps: LaneDeps, request: SendRequest) {
  const { instance, caller_account: account, content, send_at: sendAt } = request;
  const key = personKey(request.to, request.chat_id);
  const now = deps.clock.now();
  const { found, class: messageClass, ...place } = await placeMessage(deps.table, instance.id, key, now);
  const known = found?.known ?? null;
  // A private id leads only to somebody whose chat is known: nobody else can be found by it.
  if (found && chatKind(found.person) === "private" && known?.chat_id === undefined)
    throw new ApiError("chat_not_found");
  const person = found?.person ?? null;
  const scheduled = sendAt !== null && sendAt.getTime() > now.getTime();
  const queue: InstanceQueue = scheduled ? "scheduled" : place.queue;
  const due = scheduled && sendAt ? sendAt : now;
  const id = request.id ?? deps.ids.next(ID_PREFIXES.message, now);
  const order = scheduled ? due.toISOString() : undefined;
  const phone = phoneOf(person) ?? known?.phone ?? null;
  const chat = known?.chat_id ?? request.chat_id ?? (phone === null ? null : phoneChat(phone));

  const message: MessageRecord = {
    ...emptyMessage(),
    ...contentView(content),
    id,
    account_id: account,
    instance_id: instance.id,
    phone,
    chat_id: chat,
    participant: isGroup(chat) ? instance.phone : null,
    contact_name: known?.contact_name ?? null,
    direction: "out",
    status: scheduled ? "scheduled" : "queued",
    origin: request.origin,
    reply_to: request.reply_to ?? null,
    waiting_reason: waitingReason(scheduled, instance, messageClass),
    send_at: scheduled ? wireTime(due) : null,
    created_at: wireTime(now),
    person,
    class: scheduled ? null : messageClass,
    step: "waiting",
    row: rowSortKey(INSTANCE_QUEUES[queue], id, order),
    content,
    file: request.file ?? null,
    ...(request.forwarded_from && {
      file_shared: true,
      forwarding_score: scoreOfForward(request.forwarded_from.forwarding_score),
    }),
    ttl: keptUntil(due),
  };
  const row = putRow(
    {
      lane: instanceLane(instance.id),
      queue: INSTANCE_QUEUES[queue],
      ...(order !== undefined && { order }),
      id,
      due,
      expires_at: scheduled ? holdUntil(due) : holdUntil(due, place.patience_ms),
      data: {
        account_id: account,
        message_id: id,
        person,
        ...chatData(message),
        ...hashData(message),
        ...(needsPreparing(content) && { needs_prepare: true }),
      },
    },
    now,
  );
  const writes: Write[] = [{ put: messageItem(message), if: [{ item: "absent" }] }, row];
  if (request.idempotency_key !== null) writes.push(idempotencyRecord(instance.id, request.idempotency_key, id, now));
  // A reply leaves the person alone; anything else counts as waiting for them, if they have not written meanwhile.
  if (found && !scheduled && messageClass !== "reply") writes.push(countWaiting(instance.id, found));
  if (request.forwarded_from?.file) writes.push(keepSharedFile(request.forwarded_from));
  return { message, writes, due, queue, now };
}

function waitingReason(scheduled: boolean, instance: InstanceRecord, messageClass: string) {
  if (scheduled) return "scheduled" as const;
  if (instance.status !== "working") return "offline" as const;
  return messageClass === "reply" ? null : ("spacing" as const);
}

/** A person's key is their phone, or their private id. */
const phoneOf = (person: string | null) => (person === null || person.includes("@") ? null : person);

/** Refused once the original was deleted: its file is on its way out. */
const keepSharedFile = (original: MessageRecord): Write => ({
  update: keys.message(original.account_id, original.id),
  set: { file_shared: true },
  if: [{ field: "deleted_at", op: "=", value: null }],
});
