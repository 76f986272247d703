import { HOUR_MS } from "../../../core/contracts/durations.ts";
import { holdOf } from "../../../core/domain/protection/holds.ts";
import { afterStart, newSendingState } from "../../../core/domain/protection/pacing.ts";
import type { SendingState } from "../../../core/domain/protection/sending-state.ts";
import { DUE_PARTITIONS } from "../../../core/store/keys.ts";
import { bucketOf, instanceLane } from "../../../core/store/lane-names.ts";
import { poisson, seeded } from "./chance.ts";

/** The properties of the fleet, and the cost of its work. */
export interface FleetSettings {
  numbers: number;
  numbersAnAccount: number;
  numbersATask: number;
  /** How many texts a number receives in the busiest hour. It sends the same number of replies. */
  textsAnHour: number;
  /** The share of numbers whose first messages wait for the morning, and how many messages wait on each of them. */
  withWaiting: number;
  waitingEach: number;
  /** The CPU time that a session task needs to send and to receive a text, in ms. */
  sendMs: number;
  receiveMs: number;
  /** The time that a receiver takes to handle a webhook, and the worker's own overhead, in ms. */
  postMs: number;
  runMs: number;
  units: { send: number; receive: number; receipt: number; dueEntries: number; receiveDueEntries: number };
  /**
   * The maximum extra wait for a lane's first messages after the night, which depends on the lane's hash. In the
   * product, this is 0.
   */
  spreadSec: number;
}

/** The fleet's activity in one second. */
export interface Second {
  /** Seconds since the end of the night. */
  at: number;
  wakeups: number;
  schedulesFired: number;
  sends: number;
  writeUnits: number;
  dueIndexMost: number;
  workersAtOnce: number;
  /** The number of messages that may be sent but are waiting for their task's processor. */
  queued: number;
}

const ZONE = "America/Sao_Paulo";
const NIGHT_ENDS = new Date("2026-11-20T08:00:00-03:00");
const FROM_SEC = -120;
const TO_SEC = 900;
/**
 * How many schedules Scheduler may fire per second. Schedules due in the same minute fire as fast as this quota allows.
 */
const SCHEDULES_A_SECOND = 1_000;
/** How far ahead of the wake-up's minute a schedule is set to fire: one minute (core/aws/wakeups.ts). */
const AIMED_BEFORE_SEC = 60;

/**
 * Simulates the worst quarter-hour of a day: all numbers are in the same time zone, at the end of a night in which
 * first messages waited, while people write as much as in the busiest hour. The policy itself (`holdOf`, `afterStart`)
 * determines the lanes' times.
 */
export function simulateMorning(settings: FleetSettings, seed = 7): Second[] {
  const draw = seeded(seed);
  const tasks = Math.max(1, Math.ceil(settings.numbers / settings.numbersATask));
  const length = TO_SEC - FROM_SEC;
  const seconds = Array.from({ length }, (_, n): Second => emptySecond(FROM_SEC + n));
  const entries = Array.from({ length }, () => new Float64Array(DUE_PARTITIONS));
  const at = (sec: number) => seconds[Math.floor(sec) - FROM_SEC];

  const lanes = waitingLanes(settings, draw);
  plannedWakes(lanes, seconds);

  /** When each task's processor finishes its queued work, in seconds. */
  const busyUntil = new Float64Array(tasks).fill(FROM_SEC);
  const moments = Array.from({ length }, () => [] as number[]);
  for (const [n, lane] of lanes.entries()) moments[slot(lane.nextSec)]?.push(n);
  const endpoints = new Float64Array(Math.ceil(settings.numbers / settings.numbersAnAccount)).fill(
    Number.NEGATIVE_INFINITY,
  );
  const running = new Float64Array(length + 60);

  function slot(sec: number): number {
    return Math.floor(sec) - FROM_SEC;
  }

  /** Adds an event for the account's webhook. The event joins the current run, or wakes the lane. */
  function webhook(number: number, sec: number): void {
    const account = Math.floor(number / settings.numbersAnAccount);
    const until = endpoints[account] ?? Number.NEGATIVE_INFINITY;
    const post = settings.postMs / 1_000 / 2; // two at once
    if (until > sec) {
      endpoints[account] = until + post;
      occupy(until, until + post);
      return;
    }
    const end = sec + settings.runMs / 1_000 + settings.postMs / 1_000;
    endpoints[account] = end;
    occupy(sec, end);
    const second = at(sec);
    if (second) second.wakeups++;
  }

  /** Counts a running worker in each second, weighted by the share of the second in which it runs. */
  function occupy(from: number, to: number): void {
    for (let sec = Math.floor(from); sec < to; sec++) {
      const index = sec - FROM_SEC;
      if (index < 0 || index >= running.length) continue;
      running[index] = (running[index] ?? 0) + Math.min(to, sec + 1) - Math.max(from, sec);
    }
  }

  /** Occupies the processor of the number's task for a while. @returns when the work is done. */
  function work(number: number, sec: number, ms: number): number {
    const task = number % tasks;
    const end = Math.max(busyUntil[task] ?? sec, sec) + ms / 1_000;
    busyUntil[task] = end;
    return end;
  }

  function spend(number: number, sec: number, units: number, indexed: number): void {
    const second = at(sec);
    const index = entries[slot(sec)];
    if (!second || !index) return;
    second.writeUnits += units;
    const bucket = number % DUE_PARTITIONS; // lanes are hashed evenly
    index[bucket] = (index[bucket] ?? 0) + indexed;
  }

  /** The events of each second, in the order in which they were scheduled. */
  const agenda = Array.from({ length }, () => [] as [what: "send" | "sent" | "receipt" | "stored", number: number][]);
  const plan = (sec: number, what: "send" | "sent" | "receipt" | "stored", number: number) =>
    void agenda[slot(sec)]?.push([what, number]);

  const steps = {
    send: (number: number, sec: number) => plan(work(number, sec, settings.sendMs), "sent", number),
    sent(number: number, sec: number) {
      const second = at(sec);
      if (second) second.sends++;
      spend(number, sec, settings.units.send, settings.units.dueEntries);
      webhook(number, sec);
      // The delivered and read receipts follow within seconds.
      for (const later of [1, 4]) plan(sec + later, "receipt", number);
    },
    receipt(number: number, sec: number) {
      spend(number, sec, settings.units.receipt, settings.units.receiveDueEntries);
      webhook(number, sec);
    },
    stored(number: number, sec: number) {
      spend(number, sec, settings.units.receive, settings.units.receiveDueEntries);
      webhook(number, sec);
    },
  };

  const perSecond = (settings.numbers * settings.textsAnHour) / 3_600;
  for (let sec = FROM_SEC; sec < TO_SEC; sec++) {
    const second = at(sec);
    if (!second) continue;
    for (const n of moments[slot(sec)] ?? []) {
      const lane = lanes[n];
      if (!lane || lane.left === 0) continue;
      second.wakeups++;
      steps.send(lane.number, sec);
      lane.left--;
      const now = new Date(NIGHT_ENDS.getTime() + sec * 1_000);
      lane.state = afterStart(lane.state, { queue: "first", isNewPerson: true, draw: draw() }, now);
      const next = nextMoment(lane.state, now);
      if (lane.left > 0 && next !== null) moments[slot(next)]?.push(n);
    }
    for (let texts = poisson(perSecond, draw); texts > 0; texts--) {
      const number = Math.floor(draw() * settings.numbers);
      plan(work(number, sec, settings.receiveMs), "stored", number);
      // The customer's system answers within seconds, with an API call, a wake-up and a send.
      const answered = sec + 2 + Math.floor(draw() * 20);
      const then = at(answered);
      if (then) then.wakeups++;
      plan(answered, "send", number);
    }
    // A step may add more steps to the current second.
    const due = agenda[slot(sec)] ?? [];
    for (let n = 0; n < due.length; n++) {
      const [what, number] = due[n] ?? ["stored", 0];
      steps[what](number, sec);
    }
    second.queued = queuedAt(busyUntil, sec, settings.sendMs);
  }
  for (const [n, second] of seconds.entries()) {
    second.dueIndexMost = Math.max(...(entries[n] ?? [0]));
    second.workersAtOnce = running[n] ?? 0;
  }
  return seconds;
}

interface Lane {
  number: number;
  left: number;
  state: SendingState;
  /** When the lane's first message can be sent, in seconds after the end of the night. */
  nextSec: number;
}

const emptySecond = (at: number): Second => ({
  at,
  wakeups: 0,
  schedulesFired: 0,
  sends: 0,
  writeUnits: 0,
  dueIndexMost: 0,
  workersAtOnce: 0,
  queued: 0,
});

/**
 * Returns the lanes that were waiting for the morning. Four hours before the night ends, the policy decides when each
 * of them can send.
 */
function waitingLanes(settings: FleetSettings, draw: () => number): Lane[] {
  const night = new Date(NIGHT_ENDS.getTime() - 4 * HOUR_MS);
  const lanes: Lane[] = [];
  for (let number = 0; number < settings.numbers; number++) {
    if (draw() >= settings.withWaiting) continue;
    const state = newSendingState(ZONE, night);
    const hold = holdOf("first", state, night);
    if (!hold?.until) throw new Error("A first message was not held at night.");
    const spread = settings.spreadSec === 0 ? 0 : bucketOf(instanceLane(`inst_${number}`), settings.spreadSec);
    const nextSec = (hold.until.getTime() - NIGHT_ENDS.getTime()) / 1_000 + spread;
    lanes.push({ number, left: settings.waitingEach, state, nextSec });
  }
  return lanes;
}

/**
 * Fires each lane's schedule a minute or two early, at the permitted rate. The worker then schedules the remaining time
 * through the queue.
 */
function plannedWakes(lanes: Lane[], seconds: Second[]): void {
  const planned = new Map<number, number>();
  for (const { nextSec } of lanes) {
    const fireSec = Math.floor(nextSec / 60) * 60 - AIMED_BEFORE_SEC;
    planned.set(fireSec, (planned.get(fireSec) ?? 0) + 1);
  }
  let waiting = 0;
  for (const second of seconds) {
    waiting += planned.get(second.at) ?? 0;
    const fired = Math.min(waiting, SCHEDULES_A_SECOND);
    waiting -= fired;
    second.schedulesFired = fired;
    second.wakeups += 2 * fired; // the schedule's own message, and the one for the rest
  }
}

/**
 * Returns when a lane's next first message can be sent, in seconds after the end of the night, or null if that is hours
 * away.
 */
function nextMoment(state: SendingState, now: Date): number | null {
  const hold = holdOf("first", state, new Date(now.getTime() + 1_000));
  if (hold === null) return (now.getTime() - NIGHT_ENDS.getTime()) / 1_000 + 1;
  return hold.until && (hold.until.getTime() - NIGHT_ENDS.getTime()) / 1_000;
}

const queuedAt = (busyUntil: Float64Array, sec: number, sendMs: number): number =>
  busyUntil.reduce((sum, until) => sum + Math.max(0, until - sec - 1), 0) / (sendMs / 1_000);
