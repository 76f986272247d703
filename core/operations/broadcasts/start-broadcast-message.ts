import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { phoneChat, phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { classify } from "../../domain/messages/message-class.ts";
import { contentView, type MessageContent } from "../../domain/messages/message-content.ts";
import { afterStart } from "../../domain/protection/pacing.ts";
import { chatMark, freeSlotOf } from "../../domain/protection/send-slots.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { asRead } from "../../records/as-read.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { packLastBroadcast } from "../../records/broadcasts/last-broadcast.ts";
import { countHeld, mergedDays } from "../../records/day-counts.ts";
import { transactFenced } from "../../records/fence.ts";
import { emptyMessage, keptUntil, type MessageRecord, messageItem } from "../../records/message.ts";
import type { Owner } from "../../records/owner.ts";
import type { PersonRecord } from "../../records/person.ts";
import { putSending, type SendingRecord } from "../../records/sending.ts";
import { rememberSent } from "../../records/sent-messages.ts";
import { keys } from "../../store/keys.ts";
import { TransactionRefused, type Write } from "../../store/table.ts";
import type { Encoded, StartPlan } from "../sending/start-message.ts";
import type { NextRecipient } from "./find-recipient.ts";

/** Builds the record of a broadcast message to one person, as it will be sent and displayed. */
export function broadcastMessage({ id: messageId, broadcast, chosen, text }: Composed, now: Date): MessageRecord {
  const { account_id, instance_id } = broadcast;
  const content: MessageContent =
    broadcast.media === null
      ? { kind: "text", text, link_preview: false, mentions: [] }
      : { ...broadcast.media, caption: text };
  const { person, known } = chosen.found;
  const phone = known?.phone ?? phoneOfPerson(person);
  return {
    ...emptyMessage(),
    ...contentView(content),
    id: messageId,
    account_id,
    instance_id,
    phone,
    chat_id: known?.chat_id ?? chosen.recipient.chat_id ?? (phone === null ? null : phoneChat(phone)),
    contact_name: known?.contact_name ?? null,
    direction: "out",
    status: "queued",
    origin: "broadcast",
    created_at: wireTime(now),
    person,
    class: classify(known?.last_in_at, now),
    content,
    uncounted: true,
    broadcast: chosen.spot,
    ttl: keptUntil(now),
  };
}

/** Everything needed to build the message to one person. */
interface Composed {
  id: string;
  broadcast: BroadcastRecord;
  chosen: NextRecipient;
  text: string;
}

/** The policy's decision to start the message to one person. */
type BroadcastStartPlan = Pick<StartPlan, "go_before" | "typing_ms" | "draw" | "gapFactor"> & {
  /** The broadcast's own gap. Null means that only the number's gap applies. */
  intervalSec: number | null;
  /** The person's record as the recipient search read it. */
  known: PersonRecord | null;
  /** The writes that count the message against the account's plan. */
  charged: Write[];
};

/**
 * Starts a broadcast message to one person and charges it. The same commit stores a row recording that the person was
 * sent the broadcast. The commit is refused if that row already exists, if the person opted out or turned out to be
 * someone else, or if the broadcast was paused or canceled.
 * @returns the updated message, or null if the commit was refused. Spec: broadcasts. @throws FenceLost
 */
export async function startBroadcastMessage(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  sending: SendingRecord,
  encoded: Encoded,
  plan: BroadcastStartPlan,
): Promise<MessageRecord | null> {
  const { instance_id: instance } = own;
  const { person, broadcast: spot } = message;
  const slot = freeSlotOf(sending.slots);
  if (person === null || !spot) throw new Error("A broadcast's message is for a person of its list.");
  const chat = chatMark(person);
  if (slot === null || sending.slots.some((taken) => taken.chat === chat)) return null;
  const now = deps.clock.now();
  const { draw, typing_ms: typingMs, intervalSec } = plan;
  const start = {
    queue: "broadcast",
    isNewPerson: false,
    draw,
    typingMs,
    ...(intervalSec && { intervalSec }),
  } as const;
  const state = afterStart(sending, start, now, plan.gapFactor);
  const went = { messages_out: 1, broadcast_sent: 1 };
  const { held, writes: dayWrites } = countHeld(instance, "out", sending.counted, state.day, went);
  const began = { day: state.day, new_person: false, go_before: plan.go_before?.toISOString() ?? null };
  const begun: MessageRecord = { ...message, ...encoded, ...began, step: "sending", slot, fence: own.fence };
  const named = { message_id: message.id, account_id: message.account_id, ttl: message.ttl };
  const sentTtl = Math.floor((now.getTime() + LIMITS.broadcastKeptDays * DAY_MS) / 1000);
  const writes: Write[] = [
    { put: { ...keys.broadcastSent(instance, spot.id, person), message_id: message.id, ttl: sentTtl }, if: ABSENT },
    { put: messageItem(begun), if: ABSENT },
    putSending(instance, sending, state, { takes: { slot, message_id: message.id, chat }, counted: held }),
    { put: { ...keys.networkId(instance, "out", encoded.network_id), ...named } },
    {
      update: keys.person(instance, person),
      set: { brd: packLastBroadcast({ ...spot, ms: now.getTime() }) },
      if: [
        { field: "opted_out_ms", is: "missing" },
        { field: "merged_into", is: "missing" },
        // The person's private ID may have been learned only just now, and the broadcast may already have been sent to
        // that ID.
        ...asRead(plan.known, ["private_id"]),
      ],
    },
    { check: { pk: row.pk, sk: row.sk }, if: [{ item: "exists" }] },
    ...mergedDays(dayWrites),
    ...plan.charged,
  ];
  try {
    await transactFenced(deps.table, instance, own.fence, writes);
  } catch (error) {
    if (error instanceof TransactionRefused) return null;
    throw error;
  }
  rememberSent(deps.table, begun);
  return begun;
}

const ABSENT = [{ item: "absent" } as const];
