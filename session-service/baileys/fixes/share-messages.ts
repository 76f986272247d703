import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { FairQueue } from "../../process/fair-queue.ts";
import { takenAddress } from "../inbound/bounds/ids.ts";
import { foreignNode } from "../inbound/bounds/node.ts";
import type { Report } from "./contain-listeners.ts";
import { bytesOf, LINE_LIMITS, type LineLimits, LineRoom } from "./line-room.ts";
import { nameViewOnce } from "./name-view-once.ts";

const MESSAGE = "CB:message";
/** A message that takes the library longer, because it waits for the network, does not hold up the next one. */
const MOST_MS = 5_000;

interface Arrived {
  chat: string;
  node: BinaryNode;
  bytes: number;
}

/** Everything that the line of messages works with. */
export interface LineParts {
  /** A clock that never jumps. */
  monotonicMs: () => number;
  report: Report;
  /** Ends the line as if it had broken: what was left to the network comes on the next one. */
  cut: () => void;
  limits?: LineLimits;
}

/**
 * Gives the library one message at a time, and lets other chats pass one that has used up its share. The library itself
 * decrypts in the order of the network: somebody who writes faster than that would delay everybody else, for as long as
 * they go on. Within a chat the order is kept. What waited at the network while the number was away goes straight on:
 * the library keeps its order to receipts and other news. What waits here when the line ends was not acknowledged, and
 * the network brings it again; so does what finds no room here, and the line is cut for that once the earlier messages
 * are done. Call it when all others listen to messages: they hear of one when it is its turn. Our choice:
 * docs/decisions/0170.
 */
export function shareMessages(sock: Pick<WASocket, "ws">, parts: LineParts): void {
  const { monotonicMs, report, cut, limits = LINE_LIMITS } = parts;
  const { ws } = sock;
  const begunMs = monotonicMs();
  const room = new LineRoom(limits);
  let cutTimer: NodeJS.Timeout | undefined;
  let isOver = false;
  const listeners = ws.listeners(MESSAGE);
  ws.removeAllListeners(MESSAGE);
  const queue = new FairQueue<Arrived>(monotonicMs);
  let isWorking = false;

  /** Calls all listeners at once, so that what waited at the network keeps its order. Never rejects. */
  const handle = async (node: BinaryNode): Promise<void> => {
    const call = async (listener: (typeof listeners)[number]) => Reflect.apply(listener, ws, [node]);
    await Promise.all(listeners.map((listener) => call(listener).catch((error: unknown) => report(MESSAGE, error))));
  };
  const cutWhenDue = () => {
    clearTimeout(cutTimer);
    const { cutAfterMs } = room;
    if (isOver || cutAfterMs === null) return;
    const waitMs = begunMs + cutAfterMs - monotonicMs();
    if (waitMs <= 0) cut();
    else cutTimer = setTimeout(cutWhenDue, waitMs).unref();
  };
  const work = async () => {
    isWorking = true;
    for (let next = queue.take(); next; next = queue.take()) {
      const { chat, node, bytes } = next;
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
    if (node.attrs.offline) return void handle(node);
    const [chat, bytes] = [chatOf(node), bytesOf(node)];
    if (!room.takes(chat, bytes)) return;
    queue.add({ chat, node, bytes });
    if (!isWorking) void work();
  });
  ws.on("close", () => {
    isOver = true;
    clearTimeout(cutTimer);
    queue.clear();
  });
}

/** Messages from the own phone belong to the chat they were written in. */
function chatOf(node: BinaryNode): string {
  const { recipient, from } = foreignNode(node).attrs;
  return takenAddress(recipient) ?? takenAddress(from) ?? "";
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
