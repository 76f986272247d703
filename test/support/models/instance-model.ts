import { HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { ApiError } from "../../../core/errors.ts";
import type { LaneDeps, LaneRow } from "../../../core/lanes/lane.ts";
import { sweepLanes } from "../../../core/lanes/sweep-lanes.ts";
import { acceptMessage } from "../../../core/operations/messages/accept-message.ts";
import { cancelMessage } from "../../../core/operations/messages/cancel-message.ts";
import { changeMessage } from "../../../core/operations/messages/change-message.ts";
import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import { receiveMessage } from "../../../core/operations/receiving/receive-message.ts";
import { recordReceipt } from "../../../core/operations/receiving/record-receipt.ts";
import { FenceLost, raiseFence } from "../../../core/records/fence.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { slotsOf } from "../../../core/records/slot-fields.ts";
import { DUE_PARTITIONS, keys } from "../../../core/store/keys.ts";
import { bucketOf, instanceLane } from "../../../core/store/lane-names.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { NothingLeft } from "../../../session-service/baileys/shared/nothing-left.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { linkedInstance } from "../linked-instance.ts";
import { memoryMedia } from "../memory-media.ts";
import { NO_OPT_OUTS } from "../test-opt-outs.ts";
import { checkChat } from "./check-chat.ts";
import { Simulation, type Tampering, type Weather } from "./lane-sim.ts";
import { LaneTask } from "./lane-task.ts";
import { type ModelFiles, noFiles } from "./model-files.ts";
import { type PeopleOf, plainPeople, underNewest } from "./model-people.ts";
import { NO_STATUSES } from "./no-statuses.ts";

const ACCOUNT = "acc_1";
const INSTANCE = "inst_1";
const LANE = instanceLane(INSTANCE);
const PEOPLE = ["5511977770001", "5511977770002", "5511977770003"];
const PACE = 0.01;
/**
 * How late the last message may be if there are no faults: the longest gap in this traffic, two clocks that are each a
 * second off, queue delays of whole seconds, and slow answers.
 */
const CALM_SEC = 60;
const FAULTS_SEC = 300;
/** How long it may take, without faults, for a person's waiting messages to become replies. */
const LOOK_MS = 6_000;

/** Variations of a schedule. Some break a rule on purpose; the rest must not break any rules. */
export interface InstanceTampering extends Tampering {
  /** False if a task that takes over waits for a wake-up rather than checking the lane. */
  looksAtTakeOver?: false;
  /** False if a task that has been replaced doesn't return the wake-ups it receives. */
  handsBack?: false;
  /** The number of loops that process the lane in parallel. */
  runners?: number;
  /** True if a task assumes that every message in a slot has ended, even if it hasn't observed that. */
  believesEnds?: true;
  /** Whether messages in every chat may overtake files right away (true) or never (false). */
  overtakesFiles?: boolean;
}

/** A message that reached the network. */
interface Relayed {
  text: string;
  sends: number;
}

/**
 * Runs a schedule of an instance's life: customers send, people write, session tasks die, pause and are replaced,
 * connections break, acknowledgements are lost. Uses the real operations and the real worker, with a simulated network.
 * @param peopleOf creates the people who are sent messages. @param filesOf creates the files that are sent.
 * @returns the faults, one sentence each.
 */
export async function runInstanceSchedule(
  seed: number,
  weather: Weather,
  mistakes: InstanceTampering = {},
  peopleOf: PeopleOf = (sim) => plainPeople(sim, PEOPLE),
  filesOf: (sim: Simulation) => ModelFiles = noFiles,
): Promise<string[]> {
  const sim = new Simulation(seed, weather, mistakes);
  const people = peopleOf(sim, INSTANCE);
  const files = filesOf(sim);
  const accepted = new Map<string, { text: string; at: number }>();
  /** The number that each message was addressed to, by message id. */
  const asked = new Map<string, string>();
  /** Messages whose cancellation was confirmed, so they must never be sent. */
  const cancelled = new Set<string>();
  const relayed = new Map<string, Relayed>();
  /** Network ids whose acknowledgement a task has seen, so their chats may continue. */
  const answered = new Set<string>();
  const wroteAt = new Map<string, number>();
  /** When each row's file was last prepared, by the row's sort key. */
  const preparedAt = new Map<string, number>();
  const tasks: LaneTask[] = [];
  let owner: LaneTask | null = null;
  let writersLeft = 0;
  let takeOvers = 0;
  let lastEnd = sim.start;
  sim.onApplied = (operation) => {
    if (operation.kind !== "transact") return;
    for (const write of operation.writes) {
      if (!("update" in write)) continue;
      if (write.set?.needs_prepare === false) preparedAt.set(write.update.sk, sim.now);
      if (!write.update.pk.endsWith("#MSG")) continue;
      if (write.set?.status) {
        lastEnd = sim.now;
        checkSlots();
      }
      if (write.set?.step === "sending") checkStart(write.update.sk);
    }
  };

  const slotsNow = () => slotsOf(sim.table.peek(keys.sending(INSTANCE)) ?? {});

  /**
   * Lanes, property 5: the messages being sent are in the slots, at most four of them, each to a different person. Any
   * other message in a slot has ended, and a task that has observed its end may reuse the slot.
   */
  function checkSlots(): MessageRecord[] {
    const messages = stored();
    const sending = messages.filter((message) => message.step === "sending");
    const held = slotsNow().map((slot) => slot.message_id);
    const ids = sending.map(({ id }) => id);
    const left = held.filter((id) => !ids.includes(id));
    const isOver = (id: string) => messages.find((message) => message.id === id)?.status !== "queued";
    if (!ids.every((id) => held.includes(id)) || !left.every(isOver))
      sim.violation(`${ids} are being sent, the slots hold ${held}`);
    const unanswered = sending.filter(({ network_id: id }) => id === null || !answered.has(id));
    if (new Set(unanswered.map(({ person }) => person)).size < unanswered.length)
      sim.violation(`${ids} go to one chat at once`);
    return sending;
  }

  /** Lanes, property 8: a person who has written never gets a first message, and each chat's messages stay in order. */
  function checkStart(id: string): void {
    const message = checkSlots().find((one) => one.id === id);
    const queue = message?.class === "reply" ? "R" : message?.class === "known" ? "K" : null;
    const before = (sim.table.partition(LANE) as LaneRow[]).find(
      (row) =>
        row.sk.startsWith(`${queue}#`) &&
        row.person === message?.person &&
        String(row.message_id) < id &&
        row.needs_prepare !== true && // judged at the relay
        Math.max(Date.parse(row.put_at), preparedAt.get(row.sk) ?? 0) < sim.now - LOOK_MS,
    );
    if (before && !weather.sweeps) sim.violation(`${id} went before ${before.message_id}, which waited in its chat`);
    const wrote = wroteAt.get(people.nameOf(message?.person ?? null));
    if (!weather.sweeps && message?.class === "first" && wrote !== undefined && sim.now > wrote + LOOK_MS) {
      sim.violation(`${id} went as a first message although its person had written`);
    }
  }

  await sim.table.write({ put: { ...keys.instance(INSTANCE), ...linkedInstance(INSTANCE, ACCOUNT) } });
  await sim.table.write({ put: { ...keys.sending(INSTANCE), rev: 0, connected: true } });
  await sim.table.write({ put: { ...keys.receiving(INSTANCE), fence: 0 } });
  await people.begin();
  const isFaulty = () => weather.sweeps && sim.now < sim.start + 100_000;

  /**
   * Makes a new task take over the instance: the task raises the fence, then checks the lane. The old task may
   * continue, unaware.
   */
  function takeOver(): void {
    takeOvers++;
    sim.spawn(`session ${takeOvers}`, async (deps, process) => {
      const fence = await raiseFence(deps.table, INSTANCE);
      if (owner !== null && owner.session.fence > fence) return; // paused in the meantime: a later one has it
      const task = new LaneTask(sim, deps, process, simulatedSession(fence), PACE, mistakes);
      tasks.push(task);
      owner = task;
      if (mistakes.looksAtTakeOver !== false) task.wake();
      await task.live();
    });
  }

  /** Returns the dependencies of code that runs in the owner's task but outside its lane. */
  const inOwner = (deps: LaneDeps) => ({
    ...(owner?.inTask(deps) ?? deps),
    media: memoryMedia(),
    optOuts: NO_OPT_OUTS,
  });

  /** Replaces a killed task after a while, once the other tasks have noticed that it is dead. */
  function replaceDead(): void {
    if (owner?.isDead !== true) return;
    owner = null;
    sim.at(sim.now + sim.between(100, 15_000), takeOver);
  }

  /** Lets true time pass. Events inside the network aren't steps of any process. */
  const passing = (ms: number) => new Promise<void>((resolve) => sim.at(sim.now + ms, resolve));

  function simulatedSession(fence: number): SessionPort {
    let closedUntil = 0;
    let lastId = 0;
    const acks = new Map<string, boolean>();
    const session: SessionPort = {
      instance_id: INSTANCE,
      account_id: ACCOUNT,
      fence,
      openedAt: new Date(sim.start),
      isOpen: () => sim.now >= closedUntil,
      drained: () => true,
      hasLeft: () => true,
      offerLabels: () => {},
      retryQuarantined: () => {},
      isBlocked: async () => false,
      async askAbout(_chat, message) {
        await passing(sim.between(0, 40));
        people.ask(message);
        if (isFaulty() && sim.chance(0.1)) throw new AnswerUnknown("the devices of a person");
      },
      hasNamed: (phone) => people.hasNamed(phone),
      mirrorContacts: () => {},
      statuses: NO_STATUSES,
      mayAct: () => owner?.session === session || sim.chance(0.5), // a stale task learns it late
      newNetworkId: () => `NET_${fence}_${++lastId}_${sim.between(0, 1e9)}`,
      resolveChat: async (phone) => {
        await passing(sim.between(0, 40));
        return `${phone}@s.whatsapp.net`;
      },
      encode: async (_chat, message) => {
        await passing(sim.between(0, 40));
        people.ask(message);
        await files.prepare(message);
        return Buffer.from(message.body ?? "");
      },
      async relay(chat, networkId, bytes) {
        await passing(sim.between(0, 40));
        if (isFaulty() && sim.chance(0.1)) throw new NothingLeft(null, "the devices of a person: no answer", true);
        if (isFaulty() && sim.chance(0.15)) {
          closedUntil = sim.now + sim.between(100, 20_000);
          sim.lastFaultAt = Math.max(sim.lastFaultAt, closedUntil);
          // The connection reopens automatically, and the lane is checked.
          sim.at(closedUntil, () => tasks.find((task) => task.session === session)?.wake());
          throw new Error("the connection broke");
        }
        checkTarget(chat, networkId);
        const text = Buffer.from(bytes).toString();
        if (!relayed.has(networkId)) judgeOrder(networkId);
        const known = relayed.get(networkId);
        if (known && known.text !== text) sim.violation(`two texts went under the network id ${networkId}`);
        relayed.set(networkId, { text, sends: (known?.sends ?? 0) + 1 });
        const acknowledge = () => void acks.set(networkId, true);
        if (sim.chance(0.25)) sim.at(sim.now + sim.between(2_000, 8_000), acknowledge);
        else if (!(isFaulty() && sim.chance(0.2))) acknowledge();
        if (isFaulty() && sim.chance(0.3)) receiptLater(networkId, fence);
        await passing(sim.between(0, 40));
      },
      async acknowledged(networkId, signal) {
        while (!signal.aborted) {
          if (acks.has(networkId)) {
            answered.add(networkId);
            return { error: null };
          }
          await passing(500);
        }
        return null;
      },
      async withReceipt(_networkId, _signal, record) {
        await passing(sim.between(0, 300));
        return record(sim.chance(0.5) ? { kind: "delivered", at: new Date(sim.now) } : null);
      },
      typing: async () => undefined,
      markRead: async () => undefined,
      perform: async () => ({ ok: false, code: "unavailable" }),
      reconcile: () => passing(10),
    };
    return session;
  }

  /**
   * Checks that a message goes to its person's number. A message to an unregistered number would be lost, and the
   * network wouldn't report the loss.
   */
  function checkTarget(chat: string, networkId: string): void {
    const message = stored().find(({ network_id }) => network_id === networkId);
    const why = message && people.whyWrong(message, chat.replace(/@.*/, ""));
    if (why) sim.violation(`${message.id} went to ${chat}: ${why}`);
  }

  /** Checks that a chat's messages are sent in the order in which they were accepted. */
  function judgeOrder(networkId: string): void {
    const message = stored().find(({ network_id }) => network_id === networkId);
    if (message) for (const fault of files.judgeRelay(message, stored())) sim.violation(fault);
  }

  function receiptLater(networkId: string, fence: number): void {
    sim.at(sim.now + sim.between(0, 2_000), () =>
      sim.spawn("receipt", async (deps) => {
        const receipt = { account_id: ACCOUNT, instance_id: INSTANCE, fence, network_id: networkId } as const;
        await recordReceipt(inOwner(deps), { ...receipt, kind: "delivered", at: deps.clock.now() }).catch(
          ignoreLostFence,
        );
      }),
    );
  }

  /** As in a shard's loop, a task that has been replaced may still receive wake-ups, and returns those it can't use. */
  sim.onWakeup = () => {
    replaceDead();
    const stale = tasks.find((task) => task !== owner && !task.isDead);
    const taker = stale && sim.chance(0.5) ? stale : owner;
    if (taker === null || taker.wake() || mistakes.handsBack === false) return;
    sim.at(sim.now + 1_000, () => owner?.wake());
  };
  sim.onSweep = () => {
    replaceDead();
    sim.spawn("sweep", (deps) => sweepLanes(deps, { partitions: [bucketOf(LANE, DUE_PARTITIONS)] }));
  };

  const script = (at: number, name: string, code: (deps: LaneDeps) => Promise<void>) => {
    writersLeft++;
    sim.at(at, () => {
      writersLeft--;
      sim.spawn(name, code);
    });
  };
  const moment = () => sim.start + 500 + sim.between(0, weather.sweeps ? 30_000 : 8_000);

  sim.at(sim.start, takeOver);
  if (weather.sweeps) {
    for (let n = sim.between(0, 2); n > 0; n--) sim.at(moment(), takeOver);
    sim.at(sim.start + 105_000, takeOver); // after the faults, one task is alive
    sim.lastFaultAt = sim.start + 105_000;
  } else if (sim.chance(0.5)) sim.at(moment(), takeOver); // an orderly one, as after a deployment
  for (let n = files.count(); n > 0; n--) {
    const to = people.anyAsked();
    script(moment(), `customer ${n}`, (deps) => send(deps, to, `text ${n}`, sim.chance(0.3) ? "one-key" : null));
  }
  for (let n = sim.between(0, 2); n > 0; n--) {
    script(moment(), `change of mind ${n}`, (deps) => changeMind(deps, n));
  }
  for (let n = sim.between(0, 3); n > 0; n--) {
    const writer = people.anyWriter();
    script(moment(), `person ${n}`, (deps) => write(deps, writer(), `IN_${n}`));
  }

  async function send(deps: LaneDeps, to: string, text: string, key: string | null): Promise<void> {
    const askedAt = sim.now;
    const answer = await acceptMessage(deps, {
      caller_account: ACCOUNT,
      instance: linkedInstance(INSTANCE, ACCOUNT),
      to,
      chat_id: null,
      content: files.contentOf(text),
      idempotency_key: key,
      origin: "api",
      send_at: null,
    });
    accepted.set(answer.message.id, { text: String(answer.message.body), at: sim.now });
    files.accepted(answer.message.id, answer.replayed ? null : askedAt);
    if (!answer.replayed) asked.set(answer.message.id, to);
  }

  /** Cancels a message or changes its text. Both are refused once the message has started. */
  async function changeMind(plain: LaneDeps, n: number): Promise<void> {
    const deps = { ...plain, media: memoryMedia() };
    const waiting = [...accepted.keys()].filter((id) => !cancelled.has(id));
    const id = waiting[sim.between(0, waiting.length - 1)];
    const message = id === undefined ? null : await deps.table.get(keys.message(ACCOUNT, id));
    if (!message) return;
    // If the session were connected, it would be sent a command. Here the instance is stopped, so changing a message
    // that was already sent is refused immediately.
    const found = {
      message: message as unknown as MessageRecord,
      instance: { ...linkedInstance(INSTANCE, ACCOUNT), status: "stopped" as const },
    };
    const isRefused = (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    };
    if (sim.chance(0.5)) {
      const done = await cancelMessage(deps, found).catch(isRefused);
      if (done) cancelled.add(found.message.id);
    } else {
      await changeMessage(deps, found, { text: `${found.message.body}, changed ${n}` }).catch(isRefused);
    }
  }

  async function write(deps: LaneDeps, from: string | null, networkId: string): Promise<void> {
    if (from === null) return;
    const incoming = incomingHi(from, networkId, deps.clock.now());
    const receive = (fence: number) => receiveMessage(inOwner(deps), { ...incoming, fence });
    await untilOwned(sim, receive);
    wroteAt.set(people.nameOf(from), sim.now);
    people.hasWritten(from);
  }

  const stored = () =>
    sim.table.partition(`ACC#${ACCOUNT}#MSG`).filter((item) => item.direction === "out") as unknown as MessageRecord[];
  const isOver = () => writersLeft === 0 && stored().every((message) => message.status !== "queued");
  if (weather.sweeps) {
    // The run is longer than necessary, to detect late repeats.
    const faultsOver = sim.start + 106_000;
    await sim.run(sim.start + HOUR_MS, () => sim.now >= Math.max(faultsOver, lastEnd + MINUTE_MS) && isOver());
  } else {
    const resting = () => tasks.filter((task) => task.rests).length;
    const atRest = () => sim.live === resting() && sim.wakeups === 0 && sim.now >= sim.start + 1_000;
    await sim.run(sim.start + HOUR_MS, () => atRest() && isOver());
  }

  judge();
  return sim.violations;

  function judge(): void {
    const messages = stored();
    for (const id of accepted.keys()) {
      if (!messages.some((message) => message.id === id)) sim.violation(`${id} was accepted and is gone`);
    }
    for (const message of messages) {
      if (message.status === "queued") sim.violation(`${message.id} never ended (${message.step}, ${message.row})`);
      const ids = [...relayed].filter(([, sent]) => sent.text === message.body).map(([id]) => id);
      if (ids.length > 1) sim.violation(`${message.id} reached the network under ${ids.length} ids`);
      const wasSent = message.status === "sent" || message.status === "delivered";
      if (wasSent && ids.length === 0) sim.violation(`${message.id} is ${message.status} and was never relayed`);
      const everRelayed = [...relayed.values()].some(
        ({ text }) => text.split(",", 1)[0] === message.body?.split(",", 1)[0],
      );
      if (cancelled.has(message.id) && (wasSent || everRelayed)) sim.violation(`${message.id} was cancelled and went`);
      if (wasSent && people.isNobodys(message)) sim.violation(`${message.id} went to a number that nobody has`);
      if (!weather.sweeps && !wasSent && !cancelled.has(message.id) && !people.isNobodys(message))
        sim.violation(`${message.id} failed without a fault: ${message.error_code}`);
    }
    checkEvents(messages);
    for (const { message_id: id } of slotsNow())
      if (messages.find((message) => message.id === id)?.status === "queued") sim.violation(`a slot still holds ${id}`);
    const rows = sim.table.partition(LANE).filter((item) => /^[RKF]#/.test(item.sk));
    if (rows.length > 0) sim.violation(`rows are left: ${rows.map((row) => row.sk).join(", ")}`);
    for (const sentence of people.judge(messages, asked)) sim.violation(sentence);
    for (const person of people.numbers) {
      const waiting = Number(sim.table.peek(keys.person(INSTANCE, person))?.waiting ?? 0);
      if (waiting !== 0) sim.violation(`${waiting} messages are counted as waiting for ${person}`);
      const all = (sim.table.partition(`ACC#${ACCOUNT}#MSG`) as unknown as MessageRecord[]).map((message) =>
        underNewest(sim.table, INSTANCE, message),
      );
      for (const sentence of checkChat(sim.table, INSTANCE, person, all)) sim.violation(sentence);
    }
    const lateSec = (lastEnd - files.allowedMs() - Math.max(sim.lastFaultAt, sim.start + 8_500)) / 1_000;
    if (lateSec > (weather.sweeps ? FAULTS_SEC : CALM_SEC)) sim.violation(`the last message ended ${lateSec} s late`);
  }

  /** Checks that every status change has exactly one event, in order. */
  function checkEvents(messages: MessageRecord[]): void {
    const bodies = sim.table.partition(`ACC#${ACCOUNT}#EVT`).map((item) => JSON.parse(String(item.body)));
    for (const message of messages) {
      const statuses = bodies.filter((event) => event.data.id === message.id).map((event) => event.data.status);
      const expected = { sent: ["sent"], delivered: ["sent", "delivered"], failed: ["failed"] }[String(message.status)];
      if (JSON.stringify(statuses) !== JSON.stringify(expected ?? [])) {
        sim.violation(`${message.id} is ${message.status} but its events were ${statuses.join(", ")}`);
      }
    }
  }
}

/** Returns a text written by one of the model's people. */
export const incomingHi = (from: string, networkId: string, writtenAt: Date): Omit<IncomingMessage, "fence"> => ({
  account_id: ACCOUNT,
  instance_id: INSTANCE,
  network_id: networkId,
  chat_id: `${from}@s.whatsapp.net`,
  phone: from,
  person: from,
  participant: null,
  contact_name: null,
  from_me: false,
  type: "text",
  body: "Hi",
  written_at: writtenAt,
  network_bytes: null,
  journal: null,
});

/**
 * Redelivers, as the network does, what a task couldn't store because it lost the instance. The next task receives it.
 */
export async function untilOwned(sim: Simulation, receive: (fence: number) => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await receive(Number(sim.table.peek(keys.receiving(INSTANCE))?.fence ?? 0));
      return;
    } catch (error) {
      ignoreLostFence(error);
    }
  }
}

/** Ignores the error that stops a replaced task, which isn't a fault. */
function ignoreLostFence(error: unknown): void {
  if (!(error instanceof FenceLost)) throw error;
}
