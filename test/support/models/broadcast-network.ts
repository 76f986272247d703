import type { SessionPort } from "../../../session-service/session-port.ts";
import type { Simulation } from "./lane-sim.ts";
import { NO_STATUSES } from "./no-statuses.ts";

/** The longest time that a session waits for an acknowledgement. */
const LONGEST_WAIT_MS = 180_000;

/** A message that reached the network. It only ever has one id, and its text never changes. */
export interface Shown {
  chat: string;
  text: string;
  /** How many times the message was relayed. */
  relays: number;
  at: number;
}

/** The messages that reached the network, by network id. */
export type ShownMessages = Map<string, Shown>;

/** How a session interacts with the rest of the model. */
export interface NetworkLinks {
  account: string;
  instance: string;
  fence: number;
  /** Whether faults still happen. */
  isFaulty(): boolean;
  /** Whether this session owns the number. A session that has been replaced may find out late. */
  isOwner(): boolean;
  /** Called when the connection has reopened. */
  opened(): void;
  /** Called when a message reaches the network for the first time. */
  shown(id: string): void;
  /** Called when the recipient's phone reports the delivery of a message. */
  delivered(id: string): void;
}

/** Creates a task's session. Its connection may break, and its acknowledgements may arrive late or never. */
export function simulatedSession(sim: Simulation, messages: ShownMessages, links: NetworkLinks): SessionPort {
  const { account: account_id, instance: instance_id, fence } = links;
  const acks = new Set<string>();
  let closedUntil = 0;
  let lastId = 0;
  const passing = (ms: number) => new Promise<void>((resolve) => sim.at(sim.now + ms, resolve));
  const passes = (mostMs: number) => passing(sim.between(0, mostMs));

  async function relay(chat: string, id: string, bytes: Uint8Array): Promise<void> {
    await passes(40);
    if (links.isFaulty() && sim.chance(0.15)) {
      closedUntil = sim.now + sim.between(100, 20_000);
      sim.lastFaultAt = Math.max(sim.lastFaultAt, closedUntil);
      sim.at(closedUntil, links.opened);
      throw new Error("the connection broke");
    }
    const text = Buffer.from(bytes).toString();
    const known = messages.get(id);
    if (known && known.text !== text) sim.violation(`two texts went under the network id ${id}`);
    messages.set(id, { chat, text, relays: (known?.relays ?? 0) + 1, at: known?.at ?? sim.now });
    if (!known) links.shown(id);
    if (sim.chance(0.25)) sim.at(sim.now + sim.between(2_000, 8_000), () => void acks.add(id));
    else if (!(links.isFaulty() && sim.chance(0.2))) acks.add(id);
    if (sim.chance(0.4)) links.delivered(id);
    await passes(40);
  }

  return {
    instance_id,
    account_id,
    fence,
    openedAt: new Date(sim.start),
    isOpen: () => sim.now >= closedUntil,
    drained: () => true,
    hasLeft: () => true,
    offerLabels: () => {},
    retryQuarantined: () => {},
    isBlocked: async () => false,
    askAbout: async () => {},
    hasNamed: () => false,
    mirrorContacts: () => {},
    statuses: NO_STATUSES,
    mayAct: () => links.isOwner() || sim.chance(0.5),
    newNetworkId: () => `NET_${fence}_${++lastId}_${sim.between(0, 1e9)}`,
    resolveChat: async (phone, chatId) => {
      await passes(40);
      return chatId ?? `${phone}@s.whatsapp.net`;
    },
    encode: async (_chat, message, prepared) => {
      if (prepared) return prepared;
      await passes(40);
      return Buffer.from(message.body ?? "");
    },
    relay,
    async acknowledged(id, signal) {
      // The wait is limited, because a dead task would never abort it.
      for (const until = sim.now + LONGEST_WAIT_MS; !signal.aborted && sim.now < until; ) {
        if (acks.has(id)) return { error: null };
        await passing(500);
      }
      return null;
    },
    withReceipt: (_networkId, _signal, record) => record(null),
    typing: async () => undefined,
    markRead: async () => undefined,
    perform: async () => ({ ok: false, code: "unavailable" }),
    reconcile: () => passing(10),
  };
}
