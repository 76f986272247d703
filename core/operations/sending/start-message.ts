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

/** A message's network id and bytes. They are fixed before the first attempt and reused for every later one. */
export interface Encoded {
  network_id: string;
  network_chat: string;
  /** The message's bytes. For a message with a code, they are never stored; each attempt rebuilds the same bytes. */
  network_bytes: Uint8Array;
}

/** The policy's decision to start sending a message. */
export interface StartPlan {
  queue: SendQueue;
  is_new_person: boolean;
  go_before: Date | null;
  typing_ms: number;
  /** A uniform random number in [0, 1) that determines the length of the next gap. */
  draw: number;
  /** The factor applied to gaps. 1 means the documented gaps. */
  gapFactor: number;
  /** Whether the network has confirmed that the message's phone number is its own form of the number. */
  is_named: boolean;
}

/**
 * Moves a message from the lane into a slot and charges it to the limits. Both steps are conditional on the state that
 * the policy saw, so two concurrent starts can't exceed a limit. From then on, exactly the stored message is sent. The
 * start is also refused if the recipient turns out to be already counted or to have written; the next check then finds
 * the right queue for the row.
 * @returns the updated message, or null if something changed or another message in its chat is being sent. @throws
 * FenceLost
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
  const slot = freeSlotOf(sending.slots);
  const chat = rowChatMark(row);
  if (slot === null || sending.slots.some((taken) => taken.chat === chat)) return null;
  const now = deps.clock.now();
  const charge = chargeOf(instance, row, sending, plan, now);
  const { day } = charge.state;
  const begun = { ...encoded, ...begunFields(message, plan, day, now), slot, fence: own.fence } as const;
  const writes: Write[] = [
    takeRow(row),
    startedWrite(message, begun),
    putSending(instance, sending, charge.state, {
      takes: { slot, message_id: message.id, chat },
      counted: charge.held,
    }),
    networkIdWrite(message, encoded.network_id),
    ...personWrites(instance, message, plan.is_new_person ? firstOut(message, plan, day, now) : undefined),
    ...broadcastChecks(message),
    ...optOutChecks(message),
    ...(await teamChecks(deps.table, message)),
    ...mergedDays(charge.dayWrites),
    ...(await personOfDay(deps.table, message, plan, day, now)),
  ];
  if (!(await hasStarted(deps, own, message, writes))) return null;
  const started = { ...message, ...begun };
  rememberSent(deps.table, started);
  return started;
}

/** Returns the number's state and counts with this message included. */
function chargeOf(instance: InstanceId, row: LaneRow, sending: SendingRecord, plan: StartPlan, now: Date) {
  const { queue, is_new_person: isNewPerson, draw, typing_ms: typingMs } = plan;
  const textHash = typeof row.text_hash === "string" ? row.text_hash : undefined;
  const start = { queue, isNewPerson, draw, typingMs, ...(textHash !== undefined && { textHash }) };
  const state = afterStart(sending, start, now, plan.gapFactor);
  const went = {
    messages_out: 1,
    ...(isNewPerson && { new_sent: 1 }),
    ...(queue === "broadcast" && { broadcast_sent: 1 }),
  };
  const { held, writes: dayWrites } = countHeld(instance, "out", sending.counted, state.day, went);
  // The texts of first messages would make the sending state too long, so they go directly into the day's item.
  if (isNewPerson && textHash !== undefined) dayWrites.push(countOn(instance, state.day, "out", {}, textHash));
  return { state, held, dayWrites };
}

/**
 * Returns the fields set when a message starts, apart from its bytes and its slot. Omits `new_person` and `go_before`
 * if they have their default values and don't replace those of an earlier start, because messages are billed by the
 * kilobyte, rounded up.
 */
function begunFields(message: MessageRecord, plan: StartPlan, day: string, now: Date) {
  const { is_new_person: new_person } = plan;
  const go_before = plan.go_before?.toISOString() ?? null;
  return {
    day,
    started_ms: now.getTime(),
    ...((new_person || message.new_person !== undefined) && { new_person }),
    ...((go_before !== null || message.go_before !== undefined) && { go_before }),
    step: "sending",
    row: null,
  } as const;
}

/** Builds the write that starts the message, on the condition that it is still waiting in the state that was read. */
function startedWrite(message: MessageRecord, begun: Partial<MessageRecord>): Write {
  const { holdsCode, isClassedAtStart } = kindOf(message);
  return {
    update: keys.message(message.account_id, message.id),
    set: {
      ...begun,
      ...(holdsCode && { network_bytes: null }),
      ...(isClassedAtStart && { class: message.class }),
      ...(message.waiting_reason === UNANSWERED && { waiting_reason: null }),
    },
    if: [...waitingAsRead(message), { field: "status", op: "=", value: "queued" }],
  };
}

/** Builds the write for the entry that receipts use to find the message. */
const networkIdWrite = ({ instance_id, account_id, id, ttl }: MessageRecord, networkId: string): Write => ({
  put: { ...keys.networkId(instance_id, "out", networkId), message_id: id, account_id, ttl },
});

/**
 * Commits the start. If the recipient's record has changed, a recheck of the messages waiting for them is queued first.
 * @returns false if something changed.
 */
async function hasStarted(deps: LaneDeps, own: Owner, message: MessageRecord, writes: Write[]): Promise<boolean> {
  const { instance_id: instance } = own;
  try {
    await transactFenced(deps.table, instance, own.fence, writes);
    return true;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const person = writes.findIndex((write) => "update" in write && write.update.pk === keys.person(instance, "").pk);
    if (error.failed[person] === undefined) return false;
    await transactFenced(deps.table, instance, own.fence, [personRecheck(message, deps.clock.now())]);
    return false;
  }
}

/**
 * Builds the writes that confirm that the recipient still has their place among the day's new people, or that reserve a
 * place for a new person.
 */
async function personOfDay(
  table: Table,
  { instance_id: instance, id, person }: MessageRecord,
  { queue, is_new_person }: StartPlan,
  day: string,
  now: Date,
): Promise<Write[]> {
  if (person === null) return [];
  const confirmed = queue === "first_counted" ? await confirmPersonOn(table, instance, day, person, id) : [];
  return [...confirmed, ...(is_new_person ? [countPersonOn(instance, day, person, { message_id: id }, now)] : [])];
}

/**
 * The condition that the recipient is still unknown. While a file is being prepared, the recipient may write, which
 * makes the first message a reply, or may turn out to have written before.
 */
const STILL_UNKNOWN: Condition = [
  { field: "last_in_at", is: "missing" },
  { field: "merged_into", is: "missing" },
];

/**
 * Returns the fields that record when a person was first messaged, and under which form. If a number has two forms, the
 * first message goes to the network's form, and that form is recorded. If the network only confirms the number, no form
 * is recorded.
 */
function firstOut({ phone }: MessageRecord, { is_named }: StartPlan, first_out_day: string, now: Date) {
  const isOwnForm = is_named && phone !== null && otherForm(phone) !== null;
  return { first_out_day, first_out_at: now.toISOString(), ...(isOwnForm && { own_form: true as const }) };
}

/**
 * Removes the message from its recipient's count of waiting messages if it was included there. For a first message,
 * also records when the recipient was first messaged.
 */
function personWrites(instance: InstanceId, message: MessageRecord, firstOut?: Partial<PersonRecord>): Write[] {
  const counted = uncountWaiting(instance, message, firstOut);
  if (message.class !== "first") return counted;
  if (!message.uncounted || message.person === null) return counted.map((write) => ({ ...write, if: STILL_UNKNOWN }));
  const place = keys.person(instance, message.person);
  return [firstOut ? { update: place, set: { ...firstOut }, if: STILL_UNKNOWN } : { check: place, if: STILL_UNKNOWN }];
}

/** Builds the condition that the broadcast is running, for a broadcast message that was returned to its queue. */
function broadcastChecks({ instance_id, broadcast }: MessageRecord): Write[] {
  if (!broadcast) return [];
  return [{ check: broadcastRowKey({ id: broadcast.id, instance_id }), if: [{ item: "exists" }] }];
}

/**
 * Builds the condition that the recipient hasn't opted out. Only applies to the kinds of messages that opt-outs block.
 */
function optOutChecks(message: MessageRecord): Write[] {
  const { instance_id, person } = message;
  if (!kindOf(message).heedsOptOut || person === null) return [];
  return [{ check: keys.person(instance_id, person), if: [{ field: "opted_out_ms", is: "missing" }] }];
}

/** Builds the condition that the team hasn't sent a message in the meantime. Only applies to automatic answers. */
async function teamChecks(table: Table, { instance_id, person, team_rev }: MessageRecord): Promise<Write[]> {
  if (team_rev === undefined || person === null) return [];
  const chat = await readPerson(table, instance_id, person); // the person may have been merged since
  return [{ check: keys.chatState(instance_id, chat.person), if: [teamRevAsRead(team_rev)] }];
}

/**
 * Builds the write that makes the lane turn this person's waiting messages into replies before it sends anything else.
 */
const personRecheck = ({ instance_id, id, person }: MessageRecord, now: Date): Write =>
  recheckRow(instanceLane(instance_id), id, now, { person });
