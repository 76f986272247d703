import { HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { LAST_STAGE } from "../../../core/contracts/protection.ts";
import { PAGE_PEOPLE, type RecipientState, stateAt } from "../../../core/domain/broadcasts/recipient-states.ts";
import { NEW_WARM_UP } from "../../../core/domain/protection/warm-up.ts";
import { ApiError } from "../../../core/errors.ts";
import type { LaneDeps } from "../../../core/lanes/lane.ts";
import { sweepLanes } from "../../../core/lanes/sweep-lanes.ts";
import { resumeBroadcast } from "../../../core/operations/broadcasts/resume-broadcast.ts";
import { cancelBroadcast, pauseByRequest } from "../../../core/operations/broadcasts/stop-broadcast.ts";
import { sumProgress } from "../../../core/operations/broadcasts/sum-progress.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { receiveMessage } from "../../../core/operations/receiving/receive-message.ts";
import { recordReceipt } from "../../../core/operations/receiving/record-receipt.ts";
import { type BroadcastRecord, broadcastRecords } from "../../../core/records/broadcasts/broadcast.ts";
import { FenceLost, raiseFence } from "../../../core/records/fence.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { noteSafety } from "../../../core/records/safety.ts";
import { slotsOf } from "../../../core/records/slot-fields.ts";
import { DUE_PARTITIONS, keys } from "../../../core/store/keys.ts";
import { bucketOf, instanceLane } from "../../../core/store/lane-names.ts";
import type { Write } from "../../../core/store/table.ts";
import { linkedInstance } from "../linked-instance.ts";
import { makeBroadcast, someBroadcast, somebody } from "../made-broadcast.ts";
import { memoryMedia } from "../memory-media.ts";
import { NO_OPT_OUTS } from "../test-opt-outs.ts";
import { type ShownMessages, simulatedSession } from "./broadcast-network.ts";
import { incomingHi, untilOwned } from "./instance-model.ts";
import { type Process, Simulation, type Tampering, type Weather } from "./lane-sim.ts";
import { LaneTask } from "./lane-task.ts";

const ACCOUNT = "acc_1";
const INSTANCE = "inst_1";
const LANE = instanceLane(INSTANCE);
const BRD = "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const PACE = 0.01;
/** The time after which a message can no longer be repeated under an old id. */
const REST_MS = 2 * MINUTE_MS;
/**
 * The time by which the broadcast must have finished. Recovering from a lost network answer takes a limited time, and
 * so does messaging so few people.
 */
const SETTLED_MS = 10 * MINUTE_MS;

/** Events that occur while a broadcast runs. */
export interface BroadcastPlay {
  people: number;
  /**
   * How many people are in the list twice, once by phone number and once by private id. While the broadcast runs, the
   * two entries turn out to be the same person.
   */
  pairs?: number;
  /** How often the broadcast is paused, resumed, and cancelled while it runs. */
  orders?: number;
  /** How many people write STOP, START, or something else while the broadcast runs. */
  answers?: number;
  /** The number of loops that process the lane in parallel. */
  runners?: number;
  /** How many seconds before night the broadcast starts. No message may reach the network during the night. */
  beforeNightSec?: number;
}

/** 22:00 on the day of the schedules, and 8:00 the next morning. */
const NIGHT = Date.parse("2026-11-20T22:00:00.000Z");
const MORNING = NIGHT + 10 * HOUR_MS;

/** The recipient's state for each message status. */
const STATE_OF: Partial<Record<string, RecipientState>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
};
const WITHOUT_MESSAGE = ["sent_as_another", "opted_out", "never_wrote", "failed"];
const OPTED_OUT = ["opted_out_after", "opted_out", "failed"];
const BY_RECEIPTS = ["sent", "delivered", "read"];

/** Texts that a person may write. */
const WORDS = ["STOP", "stop", "START", "Thanks!", "baja"];

/** Handles a request that was refused with one of our own errors and can be repeated. */
function isRefused(error: unknown): null {
  if (!(error instanceof ApiError)) throw error;
  return null;
}

const isOurs = (place: { pk: string; sk: string }, key: { pk: string; sk: string }) =>
  place.pk === key.pk && place.sk === key.sk;

/** Returns the person whose message these writes start, or null if they don't start a message of the broadcast. */
function startOf(writes: readonly Write[]): { person: string; message: string } | null {
  const { pk, sk: prefix } = keys.broadcastSent(INSTANCE, BRD, "");
  for (const write of writes) {
    if (!("put" in write) || write.put.pk !== pk || !write.put.sk.startsWith(prefix)) continue;
    return { person: write.put.sk.slice(prefix.length), message: String(write.put.message_id) };
  }
  return null;
}

/**
 * Runs a schedule of a broadcast's life: session tasks die at any write, pause and are replaced, connections break,
 * acknowledgements are lost, people answer, two entries turn out to be one person, and the broadcast's authors pause,
 * resume and cancel it. Uses the real operations and the real worker, with a simulated network. @returns the faults, in
 * sentences.
 */
export async function runBroadcastSchedule(
  seed: number,
  weather: Weather,
  { people, pairs = 0, orders = 0, answers = 0, runners = 1, beforeNightSec }: BroadcastPlay,
  mistakes: Tampering = {},
): Promise<string[]> {
  const start = beforeNightSec === undefined ? {} : { start: NIGHT - beforeNightSec * 1_000 };
  const sim = new Simulation(seed, weather, mistakes, { ...start, stepsMax: 40_000 + people * 400 });
  const shown: ShownMessages = new Map();
  const tasks: LaneTask[] = [];
  const wrote = new Set<string>();
  /** Private ids that have been merged into a phone number. */
  const merged = new Map<string, string>();
  /**
   * The number of messages that have reached the network since the last pause or cancellation was answered, or null if
   * the broadcast is running.
   */
  let afterAnswer: number | null = null;
  let owner: LaneTask | null = null;
  let scriptsLeft = 0;
  let takeOvers = 0;
  let lastShownAt = sim.start;
  let endedAt: number | null = null;

  const phone = (n: number) => `44791${String(1_000_000 + n)}`;
  const lid = (n: number) => `9000${n}@lid`;
  const list = [
    ...Array.from({ length: people }, (_, n) => phone(n)),
    ...Array.from({ length: pairs }, (_, n) => lid(n)),
  ].sort(() => sim.random() - 0.5);
  const stored = () => sim.table.peek(keys.broadcast(ACCOUNT, BRD)) as BroadcastRecord | null;
  const messages = () =>
    sim.table
      .partition(`ACC#${ACCOUNT}#MSG`)
      .filter(({ origin }) => origin === "broadcast") as unknown as MessageRecord[];
  const isFaulty = () => weather.sweeps && sim.now < sim.start + 100_000;

  sim.onApplied = (operation) => {
    if (operation.kind !== "transact" && operation.kind !== "write") return;
    const start = startOf(operation.writes);
    if (start) noteStart(start);
    for (let n = 0; n < pairs; n++) {
      if (sim.table.peek(keys.person(INSTANCE, lid(n)))?.merged_into !== undefined) merged.set(lid(n), phone(n));
    }
    const place = keys.broadcast(ACCOUNT, BRD);
    if (operation.writes.some((write) => "update" in write && isOurs(write.update, place))) {
      const status = stored()?.status;
      if (status === "running") afterAnswer = null;
      endedAt ??= status === "completed" || status === "cancelled" ? sim.now : null;
    }
  };

  /**
   * When a start is committed, checks that the broadcast is running and that the person still wants its message and
   * hasn't received it through another start.
   */
  function noteStart({ person, message }: { person: string; message: string }): void {
    const isDone = sim.table.peek(keys.broadcastSent(INSTANCE, BRD, person))?.message_id === message;
    if (!isDone || !sim.table.peek(keys.message(ACCOUNT, message))) return;
    const status = stored()?.status;
    if (status !== "running") sim.violation(`${message} began while the broadcast was ${status}`);
    const known = sim.table.peek(keys.person(INSTANCE, person));
    if (known?.opted_out_ms !== undefined) sim.violation(`${message} began to ${person}, who had opted out`);
    const other = merged.get(person) ?? [...merged].find(([, to]) => to === person)?.[0];
    if (other !== undefined && sim.table.peek(keys.broadcastSent(INSTANCE, BRD, other)))
      sim.violation(`${message} began to ${person}, who is ${other} and has it`);
  }

  await sim.table.write({ put: { ...keys.instance(INSTANCE), ...linkedInstance(INSTANCE, ACCOUNT) } });
  await sim.table.write({
    put: { ...keys.sending(INSTANCE), rev: 0, connected: true, fence: 0, shard: 0, stage: LAST_STAGE },
  });
  await sim.table.write({ put: { ...keys.receiving(INSTANCE), fence: 0 } });
  await sim.table.write(noteSafety(INSTANCE, { warm_up: { ...NEW_WARM_UP, stage: LAST_STAGE } }));
  const last_in_at = new Date(sim.start - 48 * HOUR_MS).toISOString();
  for (const person of list) {
    const is = person.includes("@") ? { private_id: person, chat_id: person } : { phone: person };
    await sim.table.write({ put: { ...keys.person(INSTANCE, person), last_in_at, ...is } });
  }

  /**
   * Makes a new task take over the instance: the task raises the fence, then checks the lane. The old task may
   * continue, unaware.
   */
  function takeOver(): void {
    takeOvers++;
    sim.spawn(`session ${takeOvers}`, async (deps, process) => {
      const fence = await raiseFence(deps.table, INSTANCE);
      if (owner !== null && owner.session.fence > fence) return;
      const session = simulatedSession(sim, shown, {
        account: ACCOUNT,
        instance: INSTANCE,
        fence,
        isFaulty,
        isOwner: () => owner?.session === session,
        opened: () => void tasks.find((task) => task.session === session)?.wake(),
        shown: noteShown,
        delivered: receiptLater,
      });
      const task = new LaneTask(sim, deps, process, session, PACE, { runners });
      tasks.push(task);
      owner = task;
      task.wake();
      await task.live();
    });
  }

  function noteShown(id: string): void {
    lastShownAt = sim.now;
    if (sim.now > NIGHT && sim.now < MORNING) sim.violation(`${id} was shown at night`);
    if (afterAnswer !== null && ++afterAnswer > 1) sim.violation(`${id} was the second one after the answer`);
  }

  function replaceDead(): void {
    if (owner?.isDead !== true) return;
    owner = null;
    sim.at(sim.now + sim.between(100, 15_000), takeOver);
  }

  const inOwner = (deps: LaneDeps) => ({
    ...(owner?.inTask(deps) ?? deps),
    media: memoryMedia(),
    optOuts: NO_OPT_OUTS,
  });
  const fenceNow = () => Number(sim.table.peek(keys.receiving(INSTANCE))?.fence ?? 0);

  function receiptLater(network_id: string): void {
    sim.at(sim.now + sim.between(0, 6_000), () =>
      sim.spawn("receipt", async (deps) => {
        const receipt = { account_id: ACCOUNT, instance_id: INSTANCE, fence: fenceNow(), network_id } as const;
        const kind = sim.chance(0.3) ? "read" : "delivered";
        await recordReceipt(inOwner(deps), { ...receipt, kind, at: deps.clock.now() }).catch((error) => {
          if (!(error instanceof FenceLost)) throw error;
        });
      }),
    );
  }

  sim.onWakeup = () => {
    replaceDead();
    const stale = tasks.find((task) => task !== owner && !task.isDead);
    const taker = stale && sim.chance(0.5) ? stale : owner;
    if (taker !== null && !taker.wake()) sim.at(sim.now + 1_000, () => void owner?.wake());
  };
  sim.onSweep = () => {
    replaceDead();
    sim.spawn("sweep", (deps) => sweepLanes(deps, { partitions: [bucketOf(LANE, DUE_PARTITIONS)] }));
  };

  const script = (at: number, name: string, code: (deps: LaneDeps, process: Process) => Promise<unknown>) => {
    scriptsLeft++;
    sim.at(at, () => {
      scriptsLeft--;
      sim.spawn(name, code);
    });
  };
  const lengthMs = 2_000 * list.length + (weather.sweeps ? 30_000 : 0);
  const moment = () => sim.start + 500 + sim.between(0, lengthMs);

  async function order(deps: LaneDeps): Promise<void> {
    const found = await broadcastRecords.read(deps.table, ACCOUNT, BRD);
    if (!found || found.status === "completed" || found.status === "cancelled") return;
    const asked =
      found.status === "paused"
        ? resumeBroadcast(deps, linkedInstance(INSTANCE, ACCOUNT), found)
        : sim.chance(0.15)
          ? cancelBroadcast(deps, found)
          : pauseByRequest(deps, found);
    const done = await asked.catch(isRefused);
    // The check applies only if the state hasn't changed since this request was answered, because other requests may
    // change the broadcast concurrently.
    if (done && done.status !== "running" && stored()?.rev === done.rev) afterAnswer = 0;
  }

  async function write(deps: LaneDeps, person: string, n: number): Promise<void> {
    wrote.add(person);
    const hi = incomingHi(person, `IN_${n}`, deps.clock.now());
    const body = WORDS[sim.between(0, WORDS.length - 1)] ?? "";
    await untilOwned(sim, (fence) => receiveMessage(inOwner(deps), { ...hi, body, fence }));
  }

  async function merge(deps: LaneDeps, n: number): Promise<void> {
    const own = () => ({ account_id: ACCOUNT, instance_id: INSTANCE, fence: fenceNow() });
    const pair = { phone: phone(n), private_id: lid(n) };
    await untilOwned(sim, () => mergePerson(inOwner(deps), own(), pair));
  }

  sim.at(sim.start, takeOver);
  const made = someBroadcast(new Date(sim.start), list.length, { text: "Hello {name}" });
  const audience = list.map((one, at) => somebody(one, `at ${at}`));
  // If a process dies before the broadcast is stored, no trace of it is visible, and another process creates the
  // broadcast.
  let maker: Process | null = null;
  const make = async (deps: LaneDeps, process: Process) => {
    if (stored() !== null || maker?.isDead === false) return;
    maker = process;
    await makeBroadcast(deps, made, audience);
  };
  script(sim.start, "maker", make);
  if (weather.sweeps) {
    for (let n = sim.between(0, 2); n > 0; n--) sim.at(moment(), takeOver);
    sim.at(sim.start + 105_000, takeOver);
    sim.lastFaultAt = sim.start + 105_000;
  } else if (sim.chance(0.5)) sim.at(moment(), takeOver);
  for (let n = orders > 0 ? sim.between(1, orders) : 0; n > 0; n--) script(moment(), `order ${n}`, order);
  for (let n = answers > 0 ? sim.between(1, answers) : 0; n > 0; n--) {
    const person = phone(sim.between(0, people - 1));
    script(moment(), `person ${n}`, (deps) => write(deps, person, n));
  }
  for (let n = 0; n < pairs; n++) script(moment(), `pair ${n}`, (deps) => merge(deps, n));
  // No matter what paused the broadcast, an operator eventually resumes it.
  const lookAfter = (at: number) =>
    sim.at(at, () => {
      if (endedAt !== null) return;
      lookAfter(at + 20_000);
      const found = stored();
      if (!found) sim.spawn("maker", make);
      if (scriptsLeft === 0 && !isFaulty() && found?.status === "paused")
        sim.spawn("operator", (deps) =>
          resumeBroadcast(deps, linkedInstance(INSTANCE, ACCOUNT), found).catch(isRefused),
        );
    });
  lookAfter(sim.start + lengthMs);

  const isOver = () =>
    scriptsLeft === 0 &&
    endedAt !== null &&
    !isFaulty() &&
    sim.now >= Math.max(endedAt, lastShownAt, sim.lastFaultAt) + REST_MS &&
    messages().every(({ status }) => status !== "queued");
  const nightMs = beforeNightSec === undefined ? 0 : MORNING - sim.start;
  await sim.run(sim.start + nightMs + 100_000 + lengthMs * 4 + SETTLED_MS, isOver);
  await judge();
  return sim.violations;

  async function judge(): Promise<void> {
    const found = stored();
    if (!found || (found.status !== "completed" && found.status !== "cancelled"))
      return sim.violation(`the broadcast is ${found?.status} in the end (${found?.reason})`);
    const all = messages();
    judgeMessages(all);
    judgeStates(all, found);
    const progress = await sumProgress(sim.table, found);
    const { total, ...parts } = progress;
    const sum = Object.values(parts).reduce((a, b) => a + b, 0);
    if (total !== list.length || sum !== total) sim.violation(`the progress counts ${sum} of ${total} people`);
    if (found.status === "completed" && progress.waiting > 0) sim.violation(`${progress.waiting} wait in the end`);
    const types = sim.table.partition(keys.event(ACCOUNT, "").pk).map(({ type }) => type);
    const completed = types.filter((type) => type === "broadcast.completed").length;
    if (completed !== (found.status === "completed" ? 1 : 0))
      sim.violation(`${completed} events say that it is complete`);
    const rows = sim.table.partition(LANE).filter(({ sk }) => sk.startsWith("B#"));
    if (rows.length > 0) sim.violation(`rows are left: ${rows.map(({ sk }) => sk)}`);
    const ofSlot = (id: string) => sim.table.peek(keys.message(ACCOUNT, id)) as unknown as MessageRecord | null;
    for (const { message_id: id } of slotsOf(sim.table.peek(keys.sending(INSTANCE)) ?? {}))
      if (ofSlot(id)?.status === "queued") sim.violation(`a slot still holds ${id}, which has not ended`);
  }

  /** Checks that each place in the list has at most one message, sent under a single id. */
  function judgeMessages(all: MessageRecord[]): void {
    const places = all.map(({ broadcast }) => `${broadcast?.page}/${broadcast?.at}`);
    if (new Set(places).size < places.length) sim.violation(`somebody has two messages: ${places}`);
    for (const { id, status, body } of all) {
      const ids = [...shown].filter(([, { text }]) => text === body).map(([one]) => one);
      if (ids.length > 1) sim.violation(`${id} reached the network under ${ids.length} ids`);
      if (status === "queued") sim.violation(`${id} never ended`);
      if (status !== "failed" && ids.length === 0) sim.violation(`${id} is ${status} and was never relayed`);
    }
    const bodies = new Set(all.map(({ body }) => body));
    for (const { text } of shown.values())
      if (text.startsWith("Hello") && !bodies.has(text)) sim.violation(`"${text}" was shown and is no message`);
  }

  /** Checks that the state of each place reflects what happened to its message, or what its person did. */
  function judgeStates(all: MessageRecord[], { status }: BroadcastRecord): void {
    list.forEach((person, n) => {
      const [page, at] = [Math.floor(n / PAGE_PEOPLE), n % PAGE_PEOPLE];
      const state = stateAt(sim.table.peek(keys.broadcastPage(INSTANCE, BRD, 1, page)), at);
      const message = all.find(({ broadcast }) => broadcast?.page === page && broadcast.at === at);
      const is = `the state of ${person} is ${state}`;
      const known = sim.table.peek(keys.person(INSTANCE, person));
      if (!message && (state === null ? status !== "cancelled" : !WITHOUT_MESSAGE.includes(state)))
        sim.violation(`${is} without a message`);
      if (!message) return;
      const hasWritten = wrote.has(person) || wrote.has(merged.get(person) ?? person);
      const expected = STATE_OF[message.status] ?? null;
      if (!hasWritten && state !== expected) sim.violation(`${is}, its message is ${message.status}`);
      // A person who was merged with another may have received the last message through that person's entry.
      const isOne = ![...merged].flat().includes(person);
      if (isOne && known?.opted_out_ms !== undefined && !OPTED_OUT.includes(String(state)))
        sim.violation(`${is}, who opted out`);
      if (hasWritten && state !== null && BY_RECEIPTS.includes(state) && state !== expected)
        sim.violation(`${is}, its message is ${message.status}`);
    });
  }
}
