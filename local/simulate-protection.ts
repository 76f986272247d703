import { writeFileSync } from "node:fs";
import { HOUR_MS } from "../core/contracts/durations.ts";
import { holdOf } from "../core/domain/protection/holds.ts";
import { startOfNextDay } from "../core/domain/protection/local-time.ts";
import { endOfNight } from "../core/domain/protection/night.ts";
import {
  afterStart,
  newSendingState,
  rollOver,
  SEND_QUEUES,
  type SendQueue,
} from "../core/domain/protection/pacing.ts";
import { type DayCounts, safetyFacts } from "../core/domain/protection/safety-facts.ts";
import { safetyScore } from "../core/domain/protection/safety-score.ts";
import type { SendingState } from "../core/domain/protection/sending-state.ts";
import { settingsInForce } from "../core/domain/protection/settings.ts";
import { NEW_WARM_UP, nextWarmUp } from "../core/domain/protection/warm-up.ts";
import { drawSimulation, type SimulatedDay } from "./simulate-protection-svg.ts";

/**
 * `npm run simulate-protection -w local [seed]`: runs a number through 120 days of the protection policy, prints each
 * day, and draws docs/protection.svg. The customer always has more messages to send than allowed. About 45 % of new
 * people answer, except on days 45 to 52, when a bought list is used (few answers, dead numbers). On day 75, the
 * network restricts the number for a day.
 */
const DAYS = 120;
const ZONE = "America/Sao_Paulo";
const BAD_LIST = { from: 45, to: 52 };
const RESTRICTED_ON = 75;

const draw = seeded(Number(process.argv[2] ?? 7));

/** mulberry32: the same seed produces the same simulation. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the messages waiting on a given day: always enough first messages, and a typical daily number of all other
 * messages.
 */
function backlogOf(): Record<SendQueue, number> {
  const some = (middle: number) => Math.round(middle * (0.6 + 0.8 * draw()));
  return { reply: some(120), first_counted: some(4), first: 500, known: some(60), broadcast: some(200) };
}

/** Simulates one local day, starting at `from`. @returns the messages sent, and the state at the end of the day. */
function playDay(before: SendingState, from: Date): { sent: Record<SendQueue, number>; state: SendingState } {
  const end = startOfNextDay(from, ZONE);
  const left = backlogOf();
  const sent: Record<SendQueue, number> = { reply: 0, first_counted: 0, first: 0, known: 0, broadcast: 0 };
  let state = before;
  let now = from;
  while (now < end) {
    const holds = SEND_QUEUES.filter((queue) => left[queue] > 0).map((queue) => ({
      queue,
      hold: holdOf(queue, state, now),
    }));
    const ready = holds.filter(({ hold }) => hold === null).map(({ queue }) => queue);
    // People send messages throughout the day, and a reply can only be sent after a message has been received.
    const queue = ready.find((name) => name !== "reply" || draw() < 0.3);
    if (queue === undefined) {
      const moments = holds.flatMap(({ hold }) => (hold?.until ? [hold.until.getTime()] : []));
      now = new Date(Math.min(...moments.filter((at) => at > now.getTime()), now.getTime() + HOUR_MS / 6));
      continue;
    }
    state = afterStart(state, { queue, isNewPerson: queue === "first", draw: draw() }, now);
    sent[queue]++;
    left[queue]--;
    now = new Date(now.getTime() + 1_000);
  }
  return { sent, state };
}

/** Determines the random outcome of a day's messages: deliveries, answers, and opt-outs. */
function countsOf(day: string, number: number, sent: Record<SendQueue, number>): DayCounts {
  const isBad = number >= BAD_LIST.from && number <= BAD_LIST.to;
  const share = (probability: number) => Array.from({ length: sent.first }).filter(() => draw() < probability).length;
  const undelivered = share(isBad ? 0.3 : 0.03);
  return {
    day,
    new_sent: sent.first,
    new_delivered: sent.first - undelivered,
    new_answered: Math.min(sent.first - undelivered, share(isBad ? 0.05 : 0.45)),
    new_undelivered: undelivered,
    not_on_messenger: share(isBad ? 0.09 : 0.005),
    broadcast_sent: sent.broadcast,
    opt_outs: Array.from({ length: sent.broadcast }).filter(() => draw() < 0.004).length,
    refused_closes: 0,
    messages_in: sent.reply,
    messages_out: sent.reply + sent.first_counted + sent.first + sent.known + sent.broadcast,
    texts: {},
  };
}

function simulate(): SimulatedDay[] {
  const linked = new Date("2026-03-02T09:00:00-03:00");
  const days: SimulatedDay[] = [];
  const counts: DayCounts[] = [];
  let state = newSendingState(ZONE, linked);
  let warmUp = NEW_WARM_UP;
  let now = linked;
  let restrictionEnded: string | null = null;
  for (let number = 1; number <= DAYS; number++) {
    if (number === RESTRICTED_ON) {
      restrictionEnded = endOfNight(state, now).toISOString();
      state = { ...state, restricted: { until: restrictionEnded } };
    }
    const about = {
      linked_at: linked.toISOString(),
      restriction_ended_at: restrictionEnded,
      has_picture_and_name: true,
    };
    const safety = safetyScore(safetyFacts(counts, rollOver(state, now), about, now));
    state = { ...state, level: safety.level };
    if (number > 1) {
      const matured = counts.slice(-17, -3);
      const sum = (key: "new_delivered" | "new_answered") => matured.reduce((total, day) => total + day[key], 0);
      const people = { new_people: sum("new_delivered"), answered: sum("new_answered") };
      const restricted = number === RESTRICTED_ON;
      warmUp = nextWarmUp(warmUp, { active: true, score: safety.score, ...people, restricted, other_phone: false });
      state = { ...state, stage: warmUp.stage };
    }
    const cap = settingsInForce(state).new_contacts_per_day;
    const played = playDay(state, now);
    const { first: people, ...others } = played.sent;
    const sends = Object.values(others).reduce((sum, count) => sum + count, people);
    const day = { number, stage: warmUp.stage, cap, people, sends, score: safety.score };
    days.push({
      ...day,
      level: safety.level,
      why: safety.reasons.map(({ code, points }) => `${code} ${points}`).join(", "),
    });
    state = played.state;
    now = startOfNextDay(now, ZONE);
    counts.push(countsOf(state.day, number, played.sent));
  }
  return days;
}

const days = simulate();
console.log(" day  stage  cap  new people  sends  score  level     what takes points");
for (const { number, stage, cap, people, sends, score, level, why } of days) {
  const cells = [
    String(number).padStart(4),
    String(stage).padStart(6),
    String(cap).padStart(5),
    String(people).padStart(11),
  ];
  console.log(`${cells.join("")}${String(sends).padStart(8)}${String(score).padStart(7)}  ${level.padEnd(9)} ${why}`);
}
writeFileSync(new URL("../docs/protection.svg", import.meta.url), drawSimulation(days));
console.log("\nDrawn: docs/protection.svg");
