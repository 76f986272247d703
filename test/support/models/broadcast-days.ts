import { DateTime } from "luxon";
import { DAY_MS, HOUR_MS } from "../../../core/contracts/durations.ts";
import { afterStart, newSendingState, type SendQueue } from "../../../core/domain/protection/pacing.ts";
import type { SendSlot } from "../../../core/domain/protection/send-slots.ts";
import type { SendingState } from "../../../core/domain/protection/sending-state.ts";
import { decideProtected, type Heads, type ProtectedDecision } from "../../../core/domain/sending/decide-protected.ts";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import { INSTANCE_QUEUES } from "../../../core/store/lane-queues.ts";
import { seededRandom } from "./lane-sim.ts";

/** The classes of messages that a customer sends while a broadcast is running. */
export type Beside = "reply" | "known" | "first";

/** A broadcast that runs alongside each day's other messages. */
export interface BroadcastWorld {
  zone: string;
  /** The start time, in epoch ms. */
  start: number;
  /** Fields of the sending state, such as the warm-up stage and the settings. */
  fields: Partial<SendingState>;
  people: number;
  /** The number of other messages per day, between 8:00 and 22:00. */
  beside: Record<Beside, number>;
  mostDays: number;
  seed: number;
}

/** A message that was sent. */
export interface Left {
  queue: SendQueue;
  at: number;
  /** How long it waited after being accepted, in ms. */
  waitedMs: number;
}

/** The results over all days. */
export interface BroadcastDays {
  left: Left[];
  /** When the message to the broadcast's last person was sent, or null if that didn't happen within these days. */
  completedAt: number | null;
}

/** How long typing, the relay and its acknowledgement take, in ms. */
const SEND_MS = { reply: 1_500, others: 3_500 };
/** How long a message keeps the lane busy if its typing is cut short by a waiting reply. */
const RELAY_MS = 500;
const FOREVER = "2027-12-01T00:00:00.000Z";

/**
 * Simulates days with a broadcast and other messages, using only the policy. A single row stands for the whole
 * broadcast and is removed once the message to its last person has been sent.
 */
export function playBroadcastDays(world: BroadcastWorld): BroadcastDays {
  const { zone, start, people, mostDays } = world;
  const random = seededRandom(world.seed);
  const arrivals = arrivalsOf(world, random);
  const queues = new Map<SendQueue, LaneRow[]>();
  const end = start + mostDays * DAY_MS;
  const left: Left[] = [];
  let sending: SendingState & { slots: SendSlot[] } = {
    ...newSendingState(zone, new Date(start)),
    ...world.fields,
    slots: [],
  };
  let [now, arrived, sent, ids] = [start, 0, 0, 0];
  let completedAt: number | null = null;

  const put = (queue: SendQueue, at: number) => {
    const sk =
      queue === "broadcast" ? `${INSTANCE_QUEUES.broadcast}#brd_1~` : `${INSTANCE_QUEUES[queue]}#${padded(ids++)}`;
    const instant = new Date(at).toISOString();
    const row = { pk: "L", sk, due: instant, put_at: instant, expires_at: FOREVER, tries: 0, person: `p${ids}` };
    const rows = queues.get(queue) ?? [];
    rows.push(row);
    queues.set(queue, rows);
  };
  const admit = () => {
    for (let next = arrivals[arrived]; next && next.at <= now; next = arrivals[++arrived]) put(next.queue, next.at);
  };
  const decide = (): ProtectedDecision => {
    const heads: Heads = {};
    for (const [queue, [row]] of queues) if (row) heads[queue] = row;
    const view = {
      heads,
      unprepared: [],
      typing_until: null,
      sending,
      counted: { first: false, first_counted: false },
    };
    return decideProtected({ ...view, open: true, removed: false, now: new Date(now), gapFactor: 1 });
  };
  /** Returns the time until which the message that just started keeps the lane busy. */
  const busyUntil = (queue: SendQueue): number => {
    if (queue === "reply") return now + SEND_MS.reply;
    const hurry = arrivals.slice(arrived, arrived + 10).find((one) => one.queue === "reply");
    return Math.min(now + SEND_MS.others, Math.max(now, hurry?.at ?? end) + RELAY_MS);
  };

  if (people > 0) put("broadcast", start);
  while (now < end && completedAt === null) {
    admit();
    const decision = decide();
    if (decision.kind === "wait") {
      const moments = [decision.next?.getTime() ?? end, arrivals[arrived]?.at ?? end];
      now = Math.max(now + 1, Math.min(...moments));
      continue;
    }
    if (decision.kind !== "start") throw new Error(`The policy said ${decision.kind}.`);
    const { queue, row, is_new_person } = decision;
    left.push({ queue, at: now, waitedMs: now - Date.parse(row.put_at) });
    const started = { queue, isNewPerson: is_new_person, draw: random() };
    sending = { ...sending, ...afterStart(sending, started, new Date(now)) };
    if (queue !== "broadcast") queues.get(queue)?.shift();
    else if (++sent === people) {
      completedAt = now;
      queues.delete("broadcast");
    }
    now = busyUntil(queue);
  }
  return { left, completedAt };
}

const padded = (n: number) => String(n).padStart(7, "0");

/** Returns the other messages of all days, in order. */
function arrivalsOf({ zone, start, beside, mostDays }: BroadcastWorld, random: () => number) {
  const all: { queue: Beside; at: number }[] = [];
  const first = DateTime.fromMillis(start, { zone }).startOf("day");
  for (let day = 0; day <= mostDays; day++) {
    const morning = first.plus({ days: day }).set({ hour: 8 }).toMillis();
    for (const [queue, times] of Object.entries(beside) as [Beside, number][]) {
      for (let n = 0; n < times; n++) all.push({ queue, at: Math.floor(morning + random() * 14 * HOUR_MS) });
    }
  }
  return all.filter(({ at }) => at >= start).sort((a, b) => a.at - b.at);
}

/** Returns how many of a queue's messages were sent on each local day. */
export function aDay(left: Left[], queue: SendQueue, zone: string): Map<string, number> {
  const days = new Map<string, number>();
  for (const one of left) {
    if (one.queue !== queue) continue;
    const day = DateTime.fromMillis(one.at, { zone }).toISODate() ?? "";
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return days;
}

/** Returns the wait, in ms, that the given share of a queue's messages doesn't exceed. */
export function waitOf(left: Left[], queue: SendQueue, share: number): number {
  const waits = left
    .filter((one) => one.queue === queue)
    .map(({ waitedMs }) => waitedMs)
    .sort((a, b) => a - b);
  return waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
}
