import type { InstanceId } from "../../contracts/ids.ts";
import { otherForm } from "../../domain/messages/written-forms.ts";
import { UNANSWERED } from "../../domain/protection/expected-time.ts";
import { afterStart, type SendQueue } from "../../domain/protection/pacing.ts";
import { freeSlotOf, rowChatMark } from "../../domain/protection/send-slots.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { teamRevAsRead } from "../../records/answers/chat-state.ts";
import { broadcastRowKey } from "../../records/broadcasts/broadcast-rows.ts";
import { confirmPersonOn, countPersonOn } from "../../records/chats/person-day.ts";
import { countHeld, countOn, mergedDays } from "../../records/day-counts.ts";
import { transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { Owner } from "../../records/owner.ts";
import { type PersonRecord, readPerson, uncountWaiting } from "../../records/person.ts";
import { putSending, type SendingRecord } from "../../records/sending.ts";
import { rememberSent } from "../../records/sent-messages.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { type Condition, type Table, TransactionRefused, type Write } from "../../store/table.ts";
import { takeRow, waitingAsRead } from "./send-steps.ts";

/** The network id and bytes of a message, fixed before its first attempt and used by every repeat. */
export interface Encoded {
  network_id: string;
  network_chat: string;
  /** Those of a code's message are stored nowhere: a repeat makes the same ones again. */
  network_bytes: Uint8Array;
}

/** The policy's decision to start. */
export interface StartPlan {
  queue: SendQueue;
  is_new_person: boolean;
  go_before: Date | null;
  typing_ms: number;
  /** Uniform in [0, 1): the gap that follows. */
  draw: number;
  /** 1 = gaps as documented. */
  gapFactor: number;
  /** The network has named the message's phone as its own form of the number. */
  is_named: boolean;
}

/**
 * Moves a message from the lane into a sending slot, and charges it to the limits: all on the state that the policy
 * saw, so two concurrent starts can't exceed a limit. From here on what is sent is what is stored here. A person who
 * turns out to be already counted, or to have written, refuses it too: the next check finds the row's right queue.
 * @returns the message as it is now; null: something moved, or its chat has one that is being sent. @throws FenceLost
 */
export async function startMessage(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  sending: SendingRecord,
  encoded: Encoded,
  plan: StartPlan,
): Promise<MessageRecord | null> {
  const { instance_id: instance } = own;
  const { queue, is_new_person, go_before, draw } = plan;
  const slot = freeSlotOf(sending.slots);
  const chat = rowChatMark(row);
  if (slot === null || sending.slots.some((taken) => taken.chat === chat)) return null;
  const now = deps.clock.now();
  const networkKey = keys.networkId(instance, "out", encoded.network_id);
  const textHash = typeof row.text_hash === "string" ? row.text_hash : undefined;
  const typed = { draw, typingMs: plan.typing_ms };
  const start = { queue, isNewPerson: is_new_person, ...typed, ...(textHash !== undefined && { textHash }) };
  const state = afterStart(sending, start, now, plan.gapFactor);
  const counted = { day: state.day, new_person: is_new_person, go_before: go_before?.toISOString() ?? null };
  const firstOut = is_new_person
    ? { first_out_day: state.day, first_out_at: now.toISOString(), ...ownForm(message, plan) }
    : undefined;
  const went = {
    messages_out: 1,
    ...(is_new_person && { new_sent: 1 }),
    ...(queue === "broadcast" && { broadcast_sent: 1 }),
  };
  const { held, writes: dayWrites } = countHeld(instance, "out", sending.counted, state.day, went);
  // Texts of first messages would make the sending state long: they go straight into the day's item.
  if (is_new_person && textHash !== undefined) dayWrites.push(countOn(instance, state.day, "out", {}, textHash));
  const kind = kindOf(message);
  const stored = kind.holdsCode ? { ...encoded, network_bytes: null } : encoded;
  const begun = { ...stored, ...counted, step: "sending", row: null, slot, fence: own.fence } as const;
  const writes: Write[] = [
    takeRow(row),
    {
      update: keys.message(message.account_id, message.id),
      set: {
        ...begun,
        ...(kind.isClassedAtStart && { class: message.class }),
        ...(message.waiting_reason === UNANSWERED && { waiting_reason: null }),
      },
      if: [...waitingAsRead(message), { field: "status", op: "=", value: "queued" }],
    },
    putSending(instance, sending, state, { takes: { slot, message_id: message.id, chat }, counted: held }),
    { put: { ...networkKey, message_id: message.id, account_id: message.account_id, ttl: message.ttl } },
    ...personWrites(instance, message, firstOut),
    ...broadcastChecks(message),
    ...(await teamChecks(deps.table, message)),
    ...mergedDays(dayWrites),
  ];
  if (message.person !== null && queue === "first_counted")
    writes.push(...(await confirmPersonOn(deps.table, instance, state.day, message.person, message.id)));
  if (message.person !== null && is_new_person)
    writes.push(countPersonOn(instance, state.day, message.person, { message_id: message.id }, now));
  try {
    await transactFenced(deps.table, instance, own.fence, writes);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const person = writes.findIndex((write) => "update" in write && write.update.pk === keys.person(instance, "").pk);
    if (error.failed[person] === undefined) return null;
    await transactFenced(deps.table, instance, own.fence, [personLook(message, now)]);
    return null;
  }
  const started = { ...message, ...begun, network_bytes: encoded.network_bytes };
  rememberSent(deps.table, started);
  return started;
}

/**
 * They may write while their first message is being prepared, which takes a while with a file: then it is a reply. Or
 * they turn out to be somebody who wrote before.
 */
const STILL_UNKNOWN: Condition = [
  { field: "last_in_at", is: "missing" },
  { field: "merged_into", is: "missing" },
];

/**
 * A first message to a number with two forms starts in the network's form, which is recorded. An answer that says that the
 * number is there and not by which form says nothing of it.
 */
const ownForm = ({ phone }: MessageRecord, { is_named }: StartPlan) =>
  is_named && phone !== null && otherForm(phone) !== null ? { own_form: true as const } : {};

/** The person has one message less that waits, if it was counted; and, of a first one, when they were written to. */
function personWrites(instance: InstanceId, message: MessageRecord, firstOut?: Partial<PersonRecord>): Write[] {
  const counted = uncountWaiting(instance, message, firstOut);
  if (message.class !== "first") return counted;
  if (!message.uncounted || message.person === null) return counted.map((write) => ({ ...write, if: STILL_UNKNOWN }));
  const place = keys.person(instance, message.person);
  return [firstOut ? { update: place, set: { ...firstOut }, if: STILL_UNKNOWN } : { check: place, if: STILL_UNKNOWN }];
}

/** A broadcast's returned message is sent only while the broadcast runs, and to nobody who opted out. */
function broadcastChecks({ instance_id, broadcast, person }: MessageRecord): Write[] {
  if (!broadcast || person === null) return [];
  return [
    { check: broadcastRowKey({ id: broadcast.id, instance_id }), if: [{ item: "exists" }] },
    { check: keys.person(instance_id, person), if: [{ field: "opted_out_ms", is: "missing" }] },
  ];
}

/** An automation's answer is sent only while the team has not written. */
async function teamChecks(table: Table, { instance_id, person, team_rev }: MessageRecord): Promise<Write[]> {
  if (team_rev === undefined || person === null) return [];
  const chat = await readPerson(table, instance_id, person); // they may have been merged since
  return [{ check: keys.chatState(instance_id, chat.person), if: [teamRevAsRead(team_rev)] }];
}

/** Has the lane turn the person's waiting messages into replies, before anything else is sent. */
const personLook = ({ instance_id, id, person }: MessageRecord, now: Date): Write =>
  recheckRow(instanceLane(instance_id), id, now, { person });
