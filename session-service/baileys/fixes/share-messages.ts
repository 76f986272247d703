import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { FairQueue } from "../../process/fair-queue.ts";
import { takenAddress } from "../inbound/bounds/ids.ts";
import { foreignNode } from "../inbound/bounds/node.ts";
import { withoutDevice } from "../shared/network-ids.ts";
import type { Report } from "./contain-listeners.ts";
import type { Held, HeldMessages } from "./held-messages.ts";
import { bytesOf, LINE_LIMITS, type LineLimits, LineRoom } from "./line-room.ts";
import { nameViewOnce } from "./name-view-once.ts";

const MESSAGE = "CB:message";
/**
 * How long the library may spend waiting for the network on one message before the next message is passed on anyway.
 */
const MOST_MS = 5_000;

interface Arrived {
  chat: string;
  node: BinaryNode;
  bytes: number;
}

/** The dependencies of the message line. */
export interface LineParts {
  /** A clock that never jumps. */
  monotonicMs: () => number;
  report: Report;
  /** Closes the line as if it had dropped. The messages that were left to the network arrive on the next line. */
  cut: () => void;
  /** The library's queue of messages that the network held while the number was offline. */
  held: HeldMessages;
  limits?: LineLimits;
}

/**
 * Passes one message at a time to the library, and lets other chats overtake a chat that has used up its share. The
 * library itself decrypts messages in the network's order, so someone who writes faster than it decrypts would delay
 * everyone else for as long as they continue. Order within a chat is preserved. Messages that the network held while
 * the number was offline are passed on immediately, because the library orders them relative to receipts and other
 * updates in a queue of its own. Until it has handled a chat's held messages, that chat's later messages join the same
 * queue; otherwise, they would overtake the held ones. Messages still waiting here when the line ends are
 * unacknowledged, so the network sends them again. It also resends messages that found no room here; the line is cut to
 * receive them once the earlier ones are done. Call this after all other listeners have been added, because they too
 * receive each message only when its turn comes. Our choice: docs/decisions/0170, 0248.
 */
export function shareMessages(sock: Pick<WASocket, "ws">, parts: LineParts): void {
  const { monotonicMs, report, cut, held, limits = LINE_LIMITS } = parts;
  const { ws } = sock;
  const begunMs = monotonicMs();
  const room = new LineRoom(limits);
  let cutTimer: NodeJS.Timeout | undefined;
  let isOver = false;
  const listeners = ws.listeners(MESSAGE);
  ws.removeAllListeners(MESSAGE);
  const queue = new FairQueue<Arrived>(monotonicMs);
  let isWorking = false;

  /** Calls all listeners immediately, so messages held by the network stay in order. Never rejects. */
  const handle = async (node: BinaryNode): Promise<void> => {
    const call = async (listener: (typeof listeners)[number]) => Reflect.apply(listener, ws, [node]);
    await Promise.all(listeners.map((listener) => call(listener).catch((error: unknown) => report(MESSAGE, error))));
  };
  const passHeld = (node: BinaryNode, message: Held) => {
    held.add(node, message);
    void handle(node);
  };
  const cutWhenDue = () => {
    clearTimeout(cutTimer);
    const { cutAfterMs } = room;
    if (isOver || cutAfterMs === null) return;
    const waitMs = begunMs + cutAfterMs - monotonicMs();
    if (waitMs <= 0) cut();
    else cutTimer = setTimeout(cutWhenDue, waitMs).unref();
  };
  /** Adds a message that arrived live to the library's queue. */
  const join = ({ chat, node, bytes }: Arrived) => {
    const done = () => {
      room.done(chat, bytes);
      cutWhenDue();
    };
    passHeld({ ...node, attrs: { ...node.attrs, offline: "0" } }, { chat, done });
  };
  const work = async () => {
    isWorking = true;
    for (let next = queue.take(); next; next = queue.take()) {
      const { chat, node, bytes } = next;
      if (held.has(chat)) {
        join(next);
        continue;
      }
      const startedMs = monotonicMs();
      await inTime(handle(node));
      queue.charge(chat, monotonicMs() - startedMs);
      room.done(chat, bytes);
      cutWhenDue();
    }
    isWorking = false;
  };
  ws.on(MESSAGE, (node: BinaryNode) => {
    nameViewOnce(node);
    const [chat, bytes] = [chatOf(node), bytesOf(node)];
    if (node.attrs.offline) return passHeld(node, { chat, done: () => {} });
    if (!room.takes(chat, bytes)) return;
    const arrived = { chat, node, bytes };
    if (held.has(chat) && queue.every((waiting) => waiting.chat !== chat)) return join(arrived);
    queue.add(arrived);
    if (!isWorking) void work();
  });
  ws.on("close", () => {
    isOver = true;
    clearTimeout(cutTimer);
    queue.clear();
  });
}

/**
 * Returns a message's chat, which is the same for all of a person's devices. For a message from our own phone, this is
 * the chat it was written in.
 */
function chatOf(node: BinaryNode): string {
  const { recipient, from } = foreignNode(node).attrs;
  return withoutDevice(takenAddress(recipient) ?? takenAddress(from) ?? "");
}

function inTime(handled: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MOST_MS);
    void handled.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
