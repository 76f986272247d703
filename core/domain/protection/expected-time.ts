import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import type { Message, MessageClass, WaitingReason } from "../../contracts/message.ts";
import { wireTime } from "../wire-time.ts";
import { type Hold, holdOf } from "./holds.ts";
import { localHour } from "./local-time.ts";
import { isHeldAtNight, nightBegins, quietHoursInForce } from "./night.ts";
import { afterStart, gapMs, rollOver, type SendQueue } from "./pacing.ts";
import { chatMark, freeSlotOf, type SendSlot } from "./send-slots.ts";
import type { SendingState } from "./sending-state.ts";
import { settingsInForce } from "./settings.ts";

/** The fields of a message that determine its expected time. */
interface WaitingMessage extends Pick<Message, "status" | "send_at" | "created_at" | "chat_id"> {
  /** The stored reason, which only indicates whether the network is responding. */
  waiting_reason?: WaitingReason | null;
  step: string;
  class: MessageClass | null;
  person: string | null;
}

/**
 * The maximum number of batches in a forecast (about one batch per hour). Messages further back have no expected time.
 */
const BATCHES_MAX = 400;
const LONGEST_WAIT_MS = 9 * DAY_MS;

/** Returns when a row with `ahead` rows before it in its queue is expected to be sent, or null if unknown. */
export type Foretold = (ahead: number) => Date | null;

/**
 * Forecasts when a queue's rows will be sent, using the function that holds the queue and assuming average gaps. Rows
 * added later to other queues can delay this queue further. The forecast is computed only once and only as far as
 * needed, no matter how many rows use it.
 */
export function foretell(queue: SendQueue, state: SendingState, now: Date, gapFactor = 1): Foretold {
  const batches: { first: number; end: number; at: Date; gap: number }[] = [];
  let at = now;
  let walked = state;
  let isOver = false;

  function walk(): void {
    const first = batches.at(-1)?.end ?? 0;
    const hold = holdOf(queue, walked, at, gapFactor);
    at = hold?.until ?? at;
    // Messages never wait longer than this.
    const isTooFar = batches.length > 1 && at.getTime() - now.getTime() > LONGEST_WAIT_MS;
    isOver = (hold !== null && hold.until === null) || isTooFar || batches.length >= BATCHES_MAX;
    if (isOver) return;
    const gap = gapMs(walked, queue, 0.5, gapFactor);
    const room = roomOf(queue, rollOver(walked, at, gapFactor), at, gap, gapFactor);
    batches.push({ first, end: first + room, at, gap });
    for (let sent = 0; sent < room && room !== Number.POSITIVE_INFINITY; sent++) {
      walked = afterStart(walked, { queue, isNewPerson: queue === "first", draw: 0.5 }, at, gapFactor);
      at = new Date(at.getTime() + gap);
    }
  }

  return (ahead) => {
    while (!isOver && ahead >= (batches.at(-1)?.end ?? 0)) walk();
    const batch = batches.find(({ end }) => ahead < end);
    return batch ? new Date(batch.at.getTime() + (ahead - batch.first) * batch.gap) : null;
  };
}

/**
 * Returns how many of a queue's rows can be sent before the hour ends, a limit is reached, or the night begins. At
 * least 1.
 */
function roomOf(queue: SendQueue, count: SendingState, at: Date, gap: number, gapFactor: number): number {
  const limits = settingsInForce(count);
  if (queue === "reply") return Number.POSITIVE_INFINITY;
  const ends = [localHour(at, limits.timezone, HOUR_MS * gapFactor).end];
  const rooms = [limits.messages_per_hour - count.sends_hour];
  if (isHeldAtNight(queue)) ends.push(nightBegins(at, quietHoursInForce(limits)));
  if (queue === "first" || queue === "first_counted") rooms.push(limits.first_messages_per_hour - count.firsts_hour);
  if (queue === "first") rooms.push(limits.new_contacts_per_day - count.people_used);
  else if (queue === "broadcast") rooms.push(limits.broadcast_per_day - count.broadcast_today);
  else rooms.push(limits.messages_per_day - count.others_today);
  const endMs = Math.min(...ends.map((end) => end.getTime()));
  rooms.push(Math.ceil((endMs - at.getTime()) / gap));
  return Math.max(1, Math.min(...rooms));
}

/**
 * Why a message hasn't been sent yet, and when it is expected to be sent. Both are null if the message has been sent or
 * is about to be.
 */
export interface Waiting {
  waiting_reason: WaitingReason | null;
  expected_at: string | null;
}

/** The reason recorded by the session if the network doesn't return the devices of a message's recipients. */
export const UNANSWERED = "messenger_unavailable" satisfies WaitingReason;

const NOT_WAITING: Waiting = { waiting_reason: null, expected_at: null };

/**
 * The queue assumed for each class if it is unknown whether the person has been counted today. If two queues are
 * possible, the queue that is sent later is used.
 */
const QUEUE = { reply: "reply", known: "known", first: "first" } as const satisfies Record<MessageClass, SendQueue>;

/** A waiting message's position in its instance's lane. */
export interface WaitingPlace {
  /**
   * The queue the message is in. A queued message in `scheduled` waits until `due`, because its text has been sent to
   * too many new people.
   */
  queue: SendQueue | "scheduled";
  /** The number of rows before the message in its queue. */
  ahead: number;
  /** When the message is due, as an ISO instant. Only used with `scheduled`. */
  due?: string;
  /** The queue's forecast, which messages in the same queue can share. */
  foretold?: Foretold;
}

/**
 * A reply accepted within this time is treated as being sent, so it has no waiting reason. Rationale:
 * docs/decisions/0032.
 */
const MOMENT_MS = 5_000;
/** Roughly how long a message that is being sent holds up other messages before the lane is checked again. */
const SENDING_MS = 10_000;

/**
 * Returns why a message is waiting now, based on its instance's state. `expected_at` is null while the time is unknown,
 * i.e. if the instance is offline, new chats are paused indefinitely, or the daily limit is 0. Spec: Number-protection
 * rule; Message, `waiting_reason` (docs/decisions).
 * @param place if omitted, the message is assumed to be the first of its class. @param gapFactor the factor that lanes
 * apply to gaps. With 1, gaps are as documented.
 */
export function waitingProtected(
  message: WaitingMessage,
  sending: (SendingState & { connected?: boolean; slots: SendSlot[] }) | null,
  now: Date,
  place?: WaitingPlace | null,
  gapFactor = 1,
): Waiting {
  if (message.status === "scheduled") return { waiting_reason: "scheduled", expected_at: message.send_at };
  if (message.status !== "queued") return NOT_WAITING;
  if (sending?.connected !== true) return { waiting_reason: "offline", expected_at: null };
  if (message.step === "sending") return NOT_WAITING;
  const isBehind = isBehindSending(message, sending.slots);
  const waitedMs = now.getTime() - Date.parse(message.created_at);
  if (message.class === "reply" && !isBehind && waitedMs < MOMENT_MS) return NOT_WAITING;
  const { queue, ahead, due, foretold }: WaitingPlace = place ?? { queue: QUEUE[message.class ?? "known"], ahead: 0 };
  if (queue === "scheduled") {
    return { waiting_reason: "daily_cap", expected_at: due === undefined ? null : wireTime(new Date(due)) };
  }
  const hold: Hold | null = holdOf(queue, sending, now, gapFactor);
  const foreseen = (foretold ?? foretell(queue, sending, now, gapFactor))(ahead);
  const soonestMs = now.getTime() + (isBehind ? SENDING_MS : 0);
  const at = foreseen && new Date(Math.max(foreseen.getTime(), soonestMs));
  const reason = reasonOf(hold, at, ahead, sending, queue, now, gapFactor);
  if (reason === "spacing" && message.waiting_reason === UNANSWERED) {
    return { waiting_reason: UNANSWERED, expected_at: null };
  }
  return { waiting_reason: reason, expected_at: at && wireTime(at) };
}

/**
 * Whether another message has to be sent first, either because it is in the same chat or because all slots are taken.
 */
function isBehindSending({ person, chat_id }: Pick<WaitingMessage, "person" | "chat_id">, slots: SendSlot[]): boolean {
  const chat = person ?? chat_id;
  return freeSlotOf(slots) === null || (chat !== null && slots.some((taken) => taken.chat === chatMark(chat)));
}

/**
 * Returns the current reason. If a row is so far back that the daily limit delays it, that limit is returned rather
 * than the queue's own hold.
 */
function reasonOf(
  hold: Hold | null,
  at: Date | null,
  ahead: number,
  sending: SendingState,
  queue: SendQueue,
  now: Date,
  gapFactor: number,
): WaitingReason {
  if (hold && hold.reason !== "spacing") return hold.reason;
  if (queue !== "first" || at === null) return hold?.reason ?? "spacing";
  const today = rollOver(sending, now, gapFactor);
  const left = settingsInForce(sending).new_contacts_per_day - today.people_used;
  return ahead >= left ? "daily_cap" : "spacing";
}
