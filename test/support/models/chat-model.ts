// A turn normally loads this module only when it needs it. Loading takes real time, during which the model's time would
// keep running.
import "../../../core/domain/answers/agent-reply.ts";
import type { MenuDocument } from "../../../core/contracts/answers/menu.ts";
import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { ProviderOutcome } from "../../../core/domain/providers/provider-outcome.ts";
import type { LaneDeps, LaneRow } from "../../../core/lanes/lane.ts";
import { runLane } from "../../../core/lanes/run-lane.ts";
import { sweepLanes } from "../../../core/lanes/sweep-lanes.ts";
import type { ChatDeps } from "../../../core/operations/answers/ask-turn.ts";
import { chatWorker } from "../../../core/operations/answers/work-chat-lane.ts";
import { receiveMessage } from "../../../core/operations/receiving/receive-message.ts";
import { NEW_AGENT } from "../../../core/records/answers/agent.ts";
import { type MessageRecord, messageRecords } from "../../../core/records/message.ts";
import { DUE_PARTITIONS, keys } from "../../../core/store/keys.ts";
import { bucketOf, chatLane, instanceLane } from "../../../core/store/lane-names.ts";
import type { Write } from "../../../core/store/table.ts";
import { linkedInstance } from "../linked-instance.ts";
import { memoryMedia } from "../memory-media.ts";
import { startWaiting } from "../start-waiting.ts";
import { testCodes } from "../test-codes.ts";
import { NO_OPT_OUTS } from "../test-opt-outs.ts";
import { type Process, Simulation, type Tampering, type Weather } from "./lane-sim.ts";

const ACCOUNT = "acc_1";
const INSTANCE = "inst_1";
// A number from a country in which numbers have only one form. For other numbers, a first text would load the other
// form as well, and the seeds below were found without that load.
const ANA = "4915112345678";
const OWN = { account_id: ACCOUNT, instance_id: INSTANCE, fence: 1 };
const LANE = chatLane(INSTANCE, ANA);
const PARTITIONS = [bucketOf(LANE, DUE_PARTITIONS)];
/** The period within which texts arrive. */
const TALK_MS = 60_000;
/**
 * How long to wait after the last fault. In the worst case, it is followed by a sweep, the index's lag, a dead worker's
 * lease, another sweep, and a call.
 */
const REST_MS = 5 * MINUTE_MS;
const LOOK_MS = 1_500;
const MENU: MenuDocument = { enabled: true, greeting: "Hi", handover_message: "", choices: [] };

/** Totals over all schedules. The test checks them, too. */
export const chatsPlayed = { answers: 0, started: 0, refused: 0, calls: 0 };

const isOut = (write: Write) => "put" in write && write.put.direction === "out" && write.put.origin !== "phone";
const isText = (write: Write) => "delete" in write && write.delete.pk === LANE && write.delete.sk.startsWith("T#");
const isStart = (write: Write) => "update" in write && write.set?.step === "sending";
const isReply = (write: Write) => "put" in write && write.put.origin === "phone";

/**
 * Runs a schedule of the real chat code: a person's texts, replies typed on the phone, workers that die, wake-ups that
 * are lost or duplicated, a slow provider, and a session that starts waiting answers. @returns the faults.
 */
export async function playChat(seed: number, weather: Weather, tampering: Tampering = {}): Promise<string[]> {
  const sim = new Simulation(seed, weather, tampering);
  const media = memoryMedia();
  const hasMenu = sim.chance(0.3);
  await seedTable(sim, hasMenu, sim.between(0, 4));
  const texts = sim.between(1, 7);
  let [stored, replies] = [0, 0];
  const ended = new Set<string>();

  const seen = new Set<string>();
  /**
   * Whether this write took effect for the first time. The hook is also called for refused transactions, so a
   * transaction only counts if its message is stored and hasn't been seen before.
   */
  const isFirst = (write: Write | undefined, about: string): boolean => {
    const key = write && ("put" in write ? write.put : "update" in write ? write.update : null);
    if (!key || seen.has(`${about} ${key.sk}`)) return false;
    const item = sim.table.peek(key);
    if (item === null || (about === "start" && item.step === "waiting")) return false;
    seen.add(`${about} ${key.sk}`);
    return true;
  };
  sim.onApplied = ({ kind, ...operation }) => {
    if (kind !== "transact" && kind !== "write") return;
    const { writes } = operation as { writes: Write[] };
    const outs = writes.filter(isOut);
    const rows = writes.flatMap((write) => (isText(write) && "delete" in write ? [write.delete.sk] : []));
    if (isFirst(outs[0], "answer")) {
      chatsPlayed.answers++;
      if (outs.length > 1) sim.violation("a turn has two answers");
      if (rows.length === 0) sim.violation("an answer ends no text");
      for (const row of rows.filter((one) => ended.has(one))) sim.violation(`${row} is answered twice`);
      for (const row of rows) ended.add(row);
    }
    if (isFirst(writes.find(isReply), "reply")) replies++;
    if (isFirst(writes.find(isStart), "start")) {
      chatsPlayed.started++;
      if (replies > 0) sim.violation("an answer starts behind a reply of the team");
    }
  };

  const arrives = (name: string, change: object, done: () => void) => {
    let isStored = false;
    const look = (process: Process) => {
      if (isStored) return;
      // If the task is dead, the network redelivers the text to its successor.
      if (process.isDead) deliver();
      else sim.at(sim.now + 3_000, () => look(process));
    };
    const deliver = () =>
      sim.spawn(name, async (deps, process) => {
        sim.at(sim.now + 3_000, () => look(process));
        await receiveMessage(
          { ...deps, media, codes: testCodes, optOuts: NO_OPT_OUTS },
          { ...incoming(name, deps), ...change },
        );
        isStored = true;
        done();
      });
    deliver();
  };
  const times = Array.from({ length: texts }, () => sim.between(0, TALK_MS));
  for (const [n, at] of times.entries()) sim.at(sim.start + at, () => arrives(`3EB0T${n}`, {}, () => void stored++));
  const replyAt = sim.chance(0.6) ? sim.between(0, TALK_MS + 20_000) : null;
  if (replyAt !== null)
    sim.at(sim.start + replyAt, () => arrives("3EB0R", { from_me: true, contact_name: null }, () => {}));

  let calls = 0;
  const provider = async (deps: LaneDeps): Promise<ProviderOutcome> => {
    calls++;
    chatsPlayed.calls++;
    const slow = sim.chance(0.3) ? sim.between(5_000, 40_000) : sim.between(300, 4_000);
    await deps.clock.until(new Date(deps.clock.now().getTime() + slow));
    if (sim.chance(0.1)) return { kind: "unavailable" };
    const usage = { input_tokens: 1, output_tokens: 1 };
    return { kind: "answered", text: `{"reply":"Answer ${calls}","handover":false}`, is_cut: false, usage };
  };
  sim.onWakeup = (lane) => {
    if (lane !== LANE) return;
    sim.spawn("worker", (deps) => {
      const own = chatDeps(deps, media, () => provider(deps));
      return runLane(own, lane, chatWorker(own, lane), { leaseSec: 60, runSec: 30 });
    });
  };
  sim.onSweep = () => sim.spawn("sweep", (deps) => sweepLanes(deps, { partitions: PARTITIONS }));
  const session = (at: number) =>
    sim.at(at, () => {
      sim.spawn("session", startWaitingOnes);
      if (at < sim.start + TALK_MS + REST_MS) session(at + LOOK_MS);
    });
  session(sim.start + LOOK_MS);

  const isQuiet = () => sim.now > sim.start + TALK_MS + MINUTE_MS && waiting(sim) === 0 && stored === texts;
  const limit = Math.max(sim.start + 120_000, sim.start + TALK_MS) + REST_MS + MINUTE_MS;
  await sim.run(limit, isQuiet);
  if (sim.violations.length === 0 && waiting(sim) > 0) sim.violation(`${waiting(sim)} texts wait for ever`);
  if (sim.violations.length === 0 && stored < texts) sim.violation("a text was never stored");
  return sim.violations.map((violation) => `seed ${seed}: ${violation}`);
}

const waiting = (sim: Simulation) => sim.table.partition(LANE).filter(({ sk }) => sk !== "HEAD").length;

async function seedTable(sim: Simulation, hasMenu: boolean, wait_seconds: number): Promise<void> {
  const agent = { ...NEW_AGENT, rev: 1, enabled: true, sealed_key: Buffer.from("sk-demo"), wait_seconds };
  const items = [
    { ...keys.instance(INSTANCE), ...linkedInstance(INSTANCE, ACCOUNT) },
    { ...keys.sending(INSTANCE), rev: 0, connected: true, fence: OWN.fence, shard: 0 },
    { ...keys.receiving(INSTANCE), fence: OWN.fence },
    { ...keys.automations(INSTANCE), agent: true, wait_seconds, ...(hasMenu && { menu: true }) },
    { ...keys.agent(INSTANCE), ...agent },
    ...(hasMenu ? [{ ...keys.menu(INSTANCE), document: MENU, version: 1 }] : []),
  ];
  for (const put of items) await sim.table.write({ put });
}

const incoming = (network_id: string, { clock }: LaneDeps) => ({
  ...OWN,
  network_id,
  chat_id: `${ANA}@s.whatsapp.net`,
  ...{ phone: ANA, person: ANA, participant: null, contact_name: "Ana", from_me: false },
  ...{ type: "text" as const, body: `text ${network_id}`, network_bytes: null, journal: null },
  written_at: clock.now(),
});

const chatDeps = (deps: LaneDeps, media: ReturnType<typeof memoryMedia>, answer: () => Promise<ProviderOutcome>) =>
  ({
    ...deps,
    files: { get: (key) => media.get(key) },
    vault: { open: async (_owner, _place, sealed) => Buffer.from(sealed) },
    providers: {
      answer,
      models: async () => ({ kind: "unavailable" }),
      transcribe: async () => ({ kind: "unavailable" }),
    },
  }) satisfies ChatDeps;

/** Starts a waiting answer if it may be sent, as the session does. */
async function startWaitingOnes(deps: LaneDeps, _process: Process): Promise<void> {
  const { items } = await deps.table.query({ pk: instanceLane(INSTANCE), prefix: "R#", limit: 5 });
  for (const row of items as LaneRow[]) {
    const message = await messageRecords.read(deps.table, ACCOUNT, String(row.message_id));
    if (message?.step !== "waiting") continue;
    const encoded = { network_id: `3EB0${message.id}`, network_chat: "", network_bytes: new Uint8Array([1]) };
    if (await startWaiting(deps, OWN, row, message, encoded)) await deps.table.write(freed(message));
    else await endRefused(deps, row, message);
  }
}

/** Ends an answer if the team was faster, as the session does. */
async function endRefused({ table }: LaneDeps, { pk, sk }: LaneRow, { team_rev }: MessageRecord): Promise<void> {
  const state = await table.get(keys.chatState(INSTANCE, ANA));
  if ((state?.team_rev ?? 0) === team_rev) return;
  chatsPlayed.refused++;
  await table.write({ delete: { pk, sk } });
}

/** Returns the write that frees the slot after the message has been sent. */
function freed({ id, account_id }: MessageRecord): Write {
  return { update: keys.message(account_id, id), set: { step: "done", status: "sent" } };
}
