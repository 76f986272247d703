import { DateTime } from "luxon";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { holdOf } from "../../../core/domain/protection/holds.ts";
import { newSendingState, SEND_QUEUES, type SendQueue } from "../../../core/domain/protection/pacing.ts";
import { SEND_SLOTS } from "../../../core/domain/protection/send-slots.ts";
import { settingsInForce } from "../../../core/domain/protection/settings.ts";
import type { LaneDeps, LaneRow } from "../../../core/lanes/lane.ts";
import { rowQueue } from "../../../core/lanes/put-row.ts";
import { sweepLanes } from "../../../core/lanes/sweep-lanes.ts";
import { acceptMessage } from "../../../core/operations/messages/accept-message.ts";
import { receiveMessage } from "../../../core/operations/receiving/receive-message.ts";
import { raiseFence } from "../../../core/records/fence.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { sendingOf } from "../../../core/records/sending.ts";
import { SLOT_FIELDS } from "../../../core/records/slot-fields.ts";
import { DUE_PARTITIONS, keys } from "../../../core/store/keys.ts";
import { bucketOf, instanceLane } from "../../../core/store/lane-names.ts";
import { OtherForm } from "../../../session-service/baileys/outbound/other-form.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { linkedInstance } from "../linked-instance.ts";
import { memoryMedia } from "../memory-media.ts";
import { NO_OPT_OUTS } from "../test-opt-outs.ts";
import { incomingHi, untilOwned } from "./instance-model.ts";
import { type Process, Simulation, seededRandom, type Tampering, type Weather } from "./lane-sim.ts";
import { LaneTask } from "./lane-task.ts";
import { NO_STATUSES } from "./no-statuses.ts";

const ACCOUNT = "acc_1";
const INSTANCE = "inst_1";
const LANE = instanceLane(INSTANCE);
/** How often the model checks for messages that are waiting even though they may be sent. */
const TICK_MS = 3 * MINUTE_MS;
/** The longest gap between two first messages. */
const LONGEST_GAP_MS = 120_000 * 1.6;
/** The longest pause before a reply that follows another message. */
const REPLY_GAP_MS = 3_000;
/** The time within which a reply must be sent if the lane is free. */
const REPLY_MS = 5_000;
/** How long the message ahead of a reply may still take: the time for its relay, but not for its typing. */
const RELAY_MS = 3_000;

/** No faults other than wake-ups that arrive twice or early, so no sweep is needed. */
export const RESTLESS: Weather = {
  kill: 0,
  pause: 0,
  failCall: 0,
  lose: 0,
  double: 0.3,
  early: 0.2,
  late: 0,
  sweeps: false,
};
/** A day on which tasks die or pause, and wake-ups are lost or late. */
export const ROUGH: Weather = {
  kill: 0.002,
  pause: 0.002,
  failCall: 0.001,
  lose: 0.05,
  double: 0.2,
  early: 0.1,
  late: 0.1,
  sweeps: true,
};

/** Returns a Brazilian number without its ninth digit. */
const shortForm = (long: string) => `${long.slice(0, 4)}${long.slice(5)}`;
/** Returns the same name, the long form, for a person, whichever form of the number is passed. */
const nameOf = (number: string | null) =>
  number !== null && number.length === 12 ? `${number.slice(0, 4)}9${number.slice(4)}` : (number ?? "");

interface Days {
  days: DateTime[];
  /** The days on which the zone's clocks change, when faults are most likely. */
  changes: DateTime[];
}
const daysOfZones = new Map<string, Days>();

/** Returns the days of a year in a zone. */
function daysOf(zone: string): Days {
  const known = daysOfZones.get(zone);
  if (known) return known;
  const year = DateTime.fromObject({ year: 2026, month: 1, day: 1 }, { zone });
  const days = Array.from({ length: 365 }, (_, n) => year.plus({ days: n }));
  const found = { days, changes: days.filter((day, n) => n > 0 && day.offset !== days[n - 1]?.offset) };
  daysOfZones.set(zone, found);
  return found;
}

/**
 * Picks a start time at which faults are likely: shortly before the night, during it, shortly before its end, or at any
 * time of day.
 */
function startIn(zone: string, random: () => number): number {
  const { days, changes } = daysOf(zone);
  const pool = changes.length > 0 && random() < 0.5 ? changes : days;
  const day = (pool[Math.floor(random() * pool.length)] ?? DateTime.now()).minus({ days: Math.floor(random() * 3) });
  const moments = [
    { hour: 22, second: -20 + random() * 18 },
    { hour: 21, minute: 50 + random() * 8 },
    { hour: 23 },
    { hour: 7, minute: 55 + random() * 10 },
    { hour: 9 + Math.floor(random() * 10) },
  ];
  const { hour, minute = 0, second = 0 } = moments[Math.floor(random() * moments.length)] ?? { hour: 12 };
  return Math.floor(day.startOf("day").set({ hour }).plus({ minutes: minute, seconds: second }).toMillis());
}

/**
 * Runs several days of an instance under number protection, in a single time zone: with strangers, people who wrote and
 * people who answer; with tasks that are replaced, wake-ups that arrive twice, early or late, and a machine that sleeps
 * for hours. Uses the real operations and the real worker at the real pace, with a simulated network.
 * @param haveTwoForms whether customers use either form of a number while the network uses only one.
 * @returns the faults, one sentence each.
 */
export async function runProtectedDays(
  seed: number,
  weather: Weather,
  zone: string,
  mistakes: Tampering = {},
  haveTwoForms = false,
): Promise<string[]> {
  const start = startIn(zone, seededRandom(seed * 7919));
  const play = { start, faultsMs: DAY_MS, skewMs: weather.sweeps ? 1_000 : 0, sweepEveryMs: 10 * MINUTE_MS };
  const sim = new Simulation(seed, weather, mistakes, {
    ...play,
    slow: weather.sweeps ? 0.15 : 0.03,
    stepsMax: 80_000,
  });
  const relays: { at: number; message: MessageRecord }[] = [];
  const wroteAt = new Map<string, number>();
  /** The time from which each queue's first row could have been sent, with nothing in its way. */
  const readySince = new Map<SendQueue, number>();
  let owner: LaneTask | null = null;
  /** Network ids whose acknowledgement a task has seen, so their chats may continue. */
  const answered = new Set<string>();
  let slotFreeSince = sim.start;
  let lastStart = sim.start;
  let scriptLeft = 0;

  const seededPace = newSendingState(zone, new Date(start));
  await sim.table.write({ put: { ...keys.instance(INSTANCE), ...linkedInstance(INSTANCE, ACCOUNT), timezone: zone } });
  await sim.table.write({ put: { ...keys.sending(INSTANCE), ...seededPace, rev: 1, connected: true } });
  await sim.table.write({ put: { ...keys.receiving(INSTANCE), fence: 0 } });

  const stored = () =>
    sim.table
      .partition(`ACC#${ACCOUNT}#MSG`)
      .filter(({ direction }) => direction === "out") as unknown as MessageRecord[];
  const paceNow = () => sendingOf(sim.table.peek(keys.sending(INSTANCE)), { timezone: zone, now: new Date(sim.now) });
  const fenceNow = () => Number(sim.table.peek(keys.receiving(INSTANCE))?.fence);
  const passing = (ms: number) => new Promise<void>((resolve) => sim.at(sim.now + ms, resolve));

  sim.onApplied = (operation) => {
    if (operation.kind !== "transact") return;
    for (const write of operation.writes) {
      if (!("update" in write)) continue;
      if (write.update.sk === "SENDING" && write.remove?.some((field) => SLOT_FIELDS.includes(field)))
        slotFreeSince = sim.now;
      if (write.set?.step === "done") slotFreeSince = sim.now;
      if (write.set?.step !== "sending") continue;
      lastStart = sim.now;
      const sending = stored().filter(({ step }) => step === "sending");
      const unanswered = sending.filter(({ network_id: id }) => id === null || !answered.has(id));
      const people = new Set(unanswered.map(({ person }) => person));
      if (people.size < unanswered.length) sim.violation(`${sending.map(({ id }) => id)} go to one chat at once`);
      if (sending.length > SEND_SLOTS) sim.violation(`${sending.length} messages are being sent at once`);
    }
  };

  /**
   * Returns the form that the network uses for a person. If numbers have two forms, every other person has the short
   * one.
   */
  const networkFormOf = (number: string | null) => {
    const name = nameOf(number);
    return haveTwoForms && Number(name.at(-1)) % 2 === 1 ? shortForm(name) : name;
  };

  /** Gives the network's answer for a message's number. @throws OtherForm */
  function askNetwork({ class: of, phone, form_known, network_id }: MessageRecord): void {
    if (!haveTwoForms || of !== "first" || phone === null || form_known || network_id !== null) return;
    const form = networkFormOf(phone);
    if (form !== phone) throw new OtherForm(form);
  }

  /** Checks for messages that must never reach the network, whatever happened before. */
  function judgeRelay(message: MessageRecord): void {
    relays.push({ at: sim.now, message });
    const local = DateTime.fromMillis(sim.now, { zone });
    if (message.class !== "first") {
      if (message.class === "reply" && !weather.sweeps) judgeReply(message);
      return;
    }
    if (local.hour < 8 || local.hour >= 22) sim.violation(`${message.id} went at ${local.toISO()}`);
    const sameDay = relays.filter(
      (one) => one.message.class === "first" && DateTime.fromMillis(one.at, { zone }).toISODate() === local.toISODate(),
    );
    const people = new Set(sameDay.map((one) => nameOf(one.message.person)));
    const isBeingSent = ({ step, class: one, person: to }: MessageRecord) =>
      step === "sending" && one === "first" && !people.has(nameOf(to));
    const used = paceNow().people_used;
    if (!weather.sweeps && used > people.size + stored().filter(isBeingSent).length)
      sim.violation(`${used} people are counted on ${local.toISODate()}, and ${people.size} were written to`);
    const cap = settingsInForce(paceNow()).new_contacts_per_day;
    if (people.size > cap) sim.violation(`${people.size} new people on ${local.toISODate()}, where ${cap} are allowed`);
    const wrote = wroteAt.get(nameOf(message.person));
    // A message that was already being prepared when its recipient wrote is sent unchanged.
    if (!weather.sweeps && wrote !== undefined && sim.now > Math.max(wrote, slowUntil) + 20_000) {
      sim.violation(`${message.id} went as a first message although its person had written`);
    }
  }

  /** Checks that a reply is sent within 5 s of the moment when there was nothing left ahead of it. */
  function judgeReply(message: MessageRecord): void {
    const since = Math.max(
      Date.parse(message.created_at),
      wroteAt.get(nameOf(message.person)) ?? 0,
      startBefore + REPLY_GAP_MS,
      sleptUntil,
      slowUntil,
    );
    const lateMs = sim.now - Math.max(since, slotFreeBefore);
    if (lateMs > REPLY_MS) sim.violation(`${message.id}, a reply, went ${lateMs / 1_000} s late`);
    if (sim.now - since > REPLY_MS + RELAY_MS) sim.violation(`${message.id}, a reply, was held up by typing`);
  }
  let slotFreeBefore = sim.start;
  let startBefore = sim.start;
  let sleptUntil = sim.start;
  /** The time until which a first message was slow to prepare and kept the lane busy. */
  let slowUntil = sim.start;

  /** Checks that messages never starve: a message that may be sent is sent within one gap. */
  function judgeWaiting(): void {
    const sending = paceNow();
    const rows = sim.table.partition(LANE) as LaneRow[];
    for (const queue of SEND_QUEUES) {
      const head = rows.find(({ sk }) => rowQueue(sk) === queue);
      const isReady =
        head !== undefined &&
        stored().every(({ step }) => step !== "sending") &&
        Date.parse(head.due) <= sim.now &&
        holdOf(queue, sending, new Date(sim.now)) === null;
      if (!isReady) readySince.delete(queue);
      else if (!readySince.has(queue)) readySince.set(queue, sim.now);
      const waits = sim.now - (readySince.get(queue) ?? sim.now);
      const patience = weather.sweeps ? HOUR_MS : LONGEST_GAP_MS + TICK_MS;
      if (waits > patience && sim.now > sim.lastFaultAt + patience) {
        sim.violation(`${head?.sk} could have gone for ${waits / 1_000} s`);
      }
    }
  }

  /** The task that took over most recently. */
  let taker: Process | null = null;

  function takeOver(): void {
    sim.spawn("session", async (deps, process) => {
      taker = process;
      const fence = await raiseFence(deps.table, INSTANCE);
      if (owner !== null && owner.session.fence > fence) return;
      owner = new LaneTask(sim, deps, process, simulatedSession(fence), 1);
      owner.wake();
      await owner.live();
    });
  }

  /**
   * Replaces a killed task after a while, once the other tasks have noticed that it is dead, even if it died right
   * after taking over.
   */
  function replaceDead(): void {
    const isLost = owner !== null && taker?.isDead === true && fenceNow() > owner.session.fence;
    if (owner?.isDead !== true && !isLost) return;
    owner = null;
    sim.at(sim.now + sim.between(100, 15_000), takeOver);
  }

  function simulatedSession(fence: number): SessionPort {
    let lastId = 0;
    const acks = new Set<string>();
    const session: SessionPort = {
      hasLeft: () => true,
      offerLabels: () => {},
      retryQuarantined: () => {},
      isBlocked: async () => false,
      askAbout: async (_chat, message) => askNetwork(message),
      hasNamed: () => false,
      mirrorContacts: () => {},
      statuses: NO_STATUSES,
      instance_id: INSTANCE,
      account_id: ACCOUNT,
      fence,
      openedAt: new Date(start),
      isOpen: () => true,
      drained: () => true,
      mayAct: () => owner?.session === session || sim.chance(0.5), // a stale task learns it late
      newNetworkId: () => `NET_${fence}_${++lastId}_${sim.between(0, 1e9)}`,
      resolveChat: async (phone) => `${phone}@s.whatsapp.net`,
      encode: async (_chat, message) => {
        // Preparing a message is sometimes so slow that night falls in the meantime.
        const isSlow = message.class === "first" && sim.chance(0.05);
        await passing(isSlow ? sim.between(0, MINUTE_MS) : sim.between(0, 40));
        if (isSlow) slowUntil = sim.now;
        askNetwork(message);
        return Buffer.from(message.id);
      },
      async relay(chat, networkId, bytes) {
        const message = stored().find(({ id }) => id === Buffer.from(bytes).toString());
        if (message) judgeRelay(message);
        if (message && chat !== `${networkFormOf(message.person)}@s.whatsapp.net`)
          sim.violation(`${message.id} went to ${chat}, which the network does not know`);
        await passing(sim.between(0, 40));
        if (!(weather.sweeps && sim.chance(0.05))) acks.add(networkId);
      },
      async acknowledged(networkId, signal) {
        const gone = sim.now + 5 * MINUTE_MS; // a dead task's signal never aborts
        while (!signal.aborted && sim.now < gone) {
          if (acks.has(networkId)) {
            answered.add(networkId);
            return { error: null };
          }
          await passing(1_000);
        }
        return null;
      },
      withReceipt: (_networkId, _signal, record) => record(null),
      typing: async () => undefined,
      markRead: async () => undefined,
      perform: async () => ({ ok: false, code: "unavailable" }),
      reconcile: () => passing(10),
    };
    return session;
  }

  sim.onWakeup = () => {
    replaceDead();
    owner?.wake();
  };
  sim.onSweep = () => {
    replaceDead();
    if (owner === null) takeOver(); // the successor died
    sim.spawn("sweep", (deps) => sweepLanes(deps, { partitions: [bucketOf(LANE, DUE_PARTITIONS)] }));
  };

  const script = (at: number, name: string, code: (deps: LaneDeps) => Promise<void>) => {
    scriptLeft++;
    sim.at(at, () => {
      scriptLeft--;
      sim.spawn(name, code);
    });
  };
  const person = (n: number) => `55119777${String(n).padStart(5, "0")}`;
  const anyForm = (n: number) => (haveTwoForms && sim.chance(0.5) ? shortForm(person(n)) : person(n));
  /** Half of the traffic arrives within the first few minutes, and the rest within the first day. */
  const moment = () => sim.start + 500 + sim.between(0, sim.chance(0.5) ? 3 * MINUTE_MS : DAY_MS);

  sim.at(sim.start, takeOver);
  if (weather.sweeps) {
    for (let n = sim.between(0, 3); n > 0; n--) sim.at(moment(), takeOver);
    sim.at(sim.start + DAY_MS + MINUTE_MS, takeOver); // after the faults, one task is alive
  }
  const strangers = sim.between(4, 14);
  for (let n = 0; n < strangers; n++) {
    for (let times = sim.between(1, 2); times > 0; times--) {
      const to = anyForm(n);
      const text = sim.chance(0.3) ? "the same for all" : `text ${n} `.repeat(sim.between(1, 20));
      script(moment(), `customer ${n}`, (deps) => send(deps, to, text));
    }
    if (sim.chance(0.4)) script(moment(), `person ${n}`, (deps) => write(deps, networkFormOf(person(n))));
  }
  if (sim.chance(0.3)) {
    const ms = sim.between(MINUTE_MS, 14 * HOUR_MS);
    sim.at(moment(), () => {
      sim.sleep(ms);
      sleptUntil = sim.now + 1_000;
      sim.lastFaultAt = Math.max(sim.lastFaultAt, sim.now);
    });
  }
  const tick = () => {
    judgeWaiting();
    sim.at(sim.now + TICK_MS, tick);
  };
  sim.at(sim.start, tick);

  async function send(deps: LaneDeps, to: string, text: string): Promise<void> {
    await acceptMessage(deps, {
      caller_account: ACCOUNT,
      instance: linkedInstance(INSTANCE, ACCOUNT),
      to,
      chat_id: null,
      content: { kind: "text", text, link_preview: false, mentions: [] },
      idempotency_key: null,
      origin: "api",
      send_at: null,
    });
  }

  async function write(deps: LaneDeps, from: string): Promise<void> {
    const incoming = incomingHi(from, `IN_${from}`, deps.clock.now());
    const own = owner?.inTask(deps) ?? deps;
    const receive = (fence: number) =>
      receiveMessage({ ...own, media: memoryMedia(), optOuts: NO_OPT_OUTS }, { ...incoming, fence });
    await untilOwned(sim, receive);
    wroteAt.set(nameOf(from), sim.now);
  }

  // These values lag one step behind, so that a relay is checked against the state before its own start.
  const advance = sim.onApplied;
  sim.onApplied = (operation, process) => {
    const [free, began] = [slotFreeSince, lastStart];
    advance(operation, process);
    if (lastStart !== began) [slotFreeBefore, startBefore] = [free, began];
  };

  const isOver = () => scriptLeft === 0 && stored().every(({ status }) => status !== "queued");
  await sim.run(sim.start + 6 * DAY_MS, () => sim.now > sim.start + DAY_MS + 2 * MINUTE_MS && isOver());
  if (sim.violations.length === 0) judge();
  return sim.violations;

  function judge(): void {
    for (const message of stored()) {
      if (message.status === "queued") {
        sim.violation(`${message.id} (${message.class}) never ended: ${message.step}, ${message.row}`);
      }
      if (!weather.sweeps && message.status === "failed") sim.violation(`${message.id} failed: ${message.error_code}`);
    }
    const rows = sim.table.partition(LANE).filter(({ sk }) => /^[RGFKBS]#/.test(sk));
    if (rows.length > 0) sim.violation(`rows are left: ${rows.map(({ sk }) => sk).join(", ")}`);
    for (let n = 0; n < strangers; n++) {
      for (const form of [person(n), shortForm(person(n))]) {
        const waiting = Number(sim.table.peek(keys.person(INSTANCE, form))?.waiting ?? 0);
        if (waiting !== 0) sim.violation(`${waiting} messages are counted as waiting for ${form}`);
      }
    }
  }
}
