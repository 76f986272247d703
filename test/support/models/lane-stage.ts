import type { MessageContent } from "../../../core/domain/messages/message-content.ts";
import type { LaneDeps } from "../../../core/lanes/lane.ts";
import { acceptMessage } from "../../../core/operations/messages/accept-message.ts";
import type { SendRequest } from "../../../core/operations/messages/plan-acceptance.ts";
import { receiveMessage } from "../../../core/operations/receiving/receive-message.ts";
import type { Log } from "../../../core/ports.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import type { Table } from "../../../core/store/table.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { linkedInstance } from "../linked-instance.ts";
import { memoryMedia } from "../memory-media.ts";
import { NO_OPT_OUTS } from "../test-opt-outs.ts";
import { incomingHi } from "./instance-model.ts";
import { Simulation, WEATHER } from "./lane-sim.ts";
import { LaneTask } from "./lane-task.ts";
import { NO_STATUSES } from "./no-statuses.ts";

export const ACCOUNT = "acc_1";
export const INSTANCE = "inst_1";
const FENCE = 1;

/** The fields of a send request other than the number. */
type Sending = Partial<SendRequest> & { text?: string };

/** A line logged by the task. */
export interface LogLine {
  level: "info" | "warn" | "error";
  fields: Record<string, unknown>;
  what: string;
}

/**
 * Creates a linked number whose lane is processed by the real code, in simulated time and without faults. Everything
 * that happens is scripted. A lane that spins is a violation.
 */
export async function laneStage(
  network: Partial<SessionPort> = {},
  sending = 1,
  seed = 1,
  seen: (table: Table) => Table = (table) => table,
) {
  const sim = new Simulation(seed, WEATHER.calm, { table: seen }, { skewMs: 0, slow: 0, stepsMax: 30_000 });
  const relayed: { chat: string; id: string; text: string; at: number }[] = [];
  const logged: LogLine[] = [];
  const accepted: string[] = [];
  let task: LaneTask | null = null;
  let lastId = 0;
  const line = (level: LogLine["level"]) => (fields: object, what: string) =>
    void logged.push({ level, fields: { ...fields }, what });
  const log: Log = { info: line("info"), warn: line("warn"), error: line("error") };
  const passing = (ms: number) => new Promise<void>((resolve) => sim.at(sim.now + ms, resolve));

  await sim.table.write({ put: { ...keys.instance(INSTANCE), ...linkedInstance(INSTANCE, ACCOUNT) } });
  await sim.table.write({ put: { ...keys.sending(INSTANCE), rev: 0, connected: true, fence: FENCE, shard: 0 } });
  await sim.table.write({ put: { ...keys.receiving(INSTANCE), fence: FENCE } });
  await sim.table.write({
    put: { ...keys.webhook(ACCOUNT, "account"), url: "https://example.com/hook", events: null },
  });

  const session: SessionPort = {
    instance_id: INSTANCE,
    account_id: ACCOUNT,
    fence: FENCE,
    openedAt: new Date(sim.start),
    isOpen: () => true,
    drained: () => true,
    hasLeft: () => true,
    offerLabels: () => {},
    retryQuarantined: () => undefined,
    isBlocked: async () => false,
    askAbout: async () => {},
    hasNamed: () => false,
    mirrorContacts: () => {},
    statuses: NO_STATUSES,
    mayAct: () => true,
    newNetworkId: () => `NET_${++lastId}`,
    resolveChat: async (phone, chatId) => chatId ?? `${phone}@s.whatsapp.net`,
    encode: async (_chat, message) => Buffer.from(message.body ?? ""),
    async relay(chat, id, bytes) {
      await passing(20);
      relayed.push({ chat, id, text: Buffer.from(bytes).toString(), at: sim.now - sim.start });
    },
    acknowledged: async (_id, signal) => {
      await passing(50);
      return signal.aborted ? null : { error: null };
    },
    withReceipt: (_networkId, _signal, record) => record(null),
    typing: async () => undefined,
    markRead: async () => undefined,
    perform: async () => ({ ok: true }),
    reconcile: async () => undefined,
    ...network,
  };

  function begin(): void {
    sim.spawn("session", async (deps, process) => {
      task = new LaneTask(sim, { ...deps, log }, process, session, sending);
      task.wake();
      await task.live();
    });
  }
  sim.onWakeup = (lane) => {
    if (lane === instanceLane(INSTANCE)) task?.wake();
  };

  const at = (sec: number, name: string, code: (deps: LaneDeps) => Promise<unknown>) =>
    sim.at(sim.start + sec * 1_000, () => sim.spawn(name, code));

  async function send(deps: LaneDeps, to: string | null, { text = "Hello", ...change }: Sending): Promise<void> {
    const content: MessageContent = { kind: "text", text, link_preview: false, mentions: [] };
    const request = { to, chat_id: null, content, idempotency_key: null, origin: "api", send_at: null } as const;
    const instance = linkedInstance(INSTANCE, ACCOUNT);
    const { message } = await acceptMessage(deps, { caller_account: ACCOUNT, instance, ...request, ...change });
    accepted.push(message.id);
  }

  const ownDeps = (deps: LaneDeps) => ({ ...(task?.inTask(deps) ?? deps), media: memoryMedia(), optOuts: NO_OPT_OUTS });
  const messages = () =>
    sim.table
      .partition(`ACC#${ACCOUNT}#MSG`)
      .filter(({ direction }) => direction === "out") as unknown as MessageRecord[];

  return {
    sim,
    table: sim.table,
    session,
    relayed,
    logged,
    /** The ids of the messages, in the order they were accepted. */
    accepted,
    passing,
    begin,
    at,
    /** Makes a customer send to a phone at this second of the schedule. */
    sendAt: (sec: number, to: string | null, sending: Sending = {}) =>
      at(sec, "customer", (deps) => send(deps, to, sending)),
    /** Makes a person write at this second of the schedule. */
    writesAt: (sec: number, from: string, body = "Hi") =>
      at(sec, "person", (deps) => {
        const hi = incomingHi(from, `IN_${from}_${sec}`, deps.clock.now());
        return receiveMessage(ownDeps(deps), { ...hi, body, fence: FENCE });
      }),
    /** Changes something in the table at this second of the schedule, outside any process. */
    changeAt: (sec: number, change: () => Promise<unknown> | undefined) =>
      sim.at(sim.start + sec * 1_000, () => void change()),
    runTo: (sec: number) => sim.run(sim.start + sec * 1_000, () => false),
    messages,
    message: (n: number) => sim.table.peek(keys.message(ACCOUNT, accepted[n] ?? "")) as MessageRecord | null,
    /** Returns when a text was first relayed, in seconds from the start. */
    wentAt: (text: string) => {
      const first = relayed.find((one) => one.text === text);
      return first ? first.at / 1_000 : null;
    },
    rows: () => sim.table.partition(instanceLane(INSTANCE)).filter(({ sk }) => sk !== "HEAD"),
    /** Returns the items in the quarantine. */
    quarantined: () => sim.table.partition(keys.quarantine(INSTANCE, "").pk),
    sending: () => sim.table.peek(keys.sending(INSTANCE)),
  };
}

export type LaneStage = Awaited<ReturnType<typeof laneStage>>;
