import { EventEmitter } from "node:events";
import type { WASocket } from "@whiskeysockets/baileys";
import { cutLine } from "./flush-before-end.ts";

/**
 * Reports an error and where it happened (the stanza's tag or the name of the library's event), but never any content.
 */
export type Report = (where: string, error: unknown) => void;

/** The library's events for data from the network: a chunk of bytes, a frame, a stanza or an answer. */
const FROM_NETWORK = /^(message$|frame$|CB:|TAG:)/;
/**
 * After this many unreadable chunks in a row, the encryption is assumed to be out of step, and the connection is cut.
 */
const UNREADABLE_CHUNKS = 3;

/**
 * Creates a socket whose listeners can't affect each other, whatever the network sends. The library's listeners throw
 * on an incomplete stanza, and nothing catches the error. As a result, the other listeners, the stanza's receipt and
 * the remaining frames in the chunk are skipped, and a hundred such errors within a minute terminate the process for
 * all its numbers. On this socket, each listener's error is reported, and everything else continues.
 */
export function containedSocket(make: () => WASocket, report: Report): WASocket {
  const sock = capturing(make);
  // Catches rejections from listeners to the library's events, which would otherwise terminate the process.
  const events = sock.ev as unknown as { on(event: "error", listener: (error: unknown) => void): void }; // its own map of events leaves it out
  events.on("error", (error) => report("events", error));
  containStanzas(sock, report);
  return sock;
}

/** Calls `make`. Emitters created during the call report rejections of their async listeners as `error` events. */
function capturing<T>(make: () => T): T {
  const before = EventEmitter.captureRejections;
  EventEmitter.captureRejections = true;
  try {
    return make();
  } finally {
    EventEmitter.captureRejections = before;
  }
}

function containStanzas(sock: WASocket, report: Report): void {
  const { ws } = sock;
  const emit = ws.emit.bind(ws);
  let unreadable = 0;
  const failed = (event: string, error: unknown) => {
    report(event.split(",", 1)[0] ?? "", error);
    if (event !== "message") return;
    if (++unreadable >= UNREADABLE_CHUNKS) return cutLine(sock);
    ws.emit("message", Buffer.alloc(0)); // the part after it
  };
  ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (typeof event !== "string" || !FROM_NETWORK.test(event)) return emit(event, ...args);
    if (event === "frame") unreadable = 0;
    const listeners = ws.rawListeners(event);
    for (const listener of listeners) void contained(() => Reflect.apply(listener, ws, args), event, failed);
    return listeners.length > 0;
  };
}

/** Calls a listener immediately and reports its error, if there is one. Never rejects. */
async function contained(work: () => unknown, event: string, failed: Report): Promise<void> {
  try {
    await work();
  } catch (error) {
    failed(event, error);
  }
}
