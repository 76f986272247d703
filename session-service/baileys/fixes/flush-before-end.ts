import type { WASocket } from "@whiskeysockets/baileys";

/** How long the other end has to close. */
const CLOSE_MS = 3_000;

/**
 * Emits the events that the library holds back. At a close it would discard them, although it has sent their receipts.
 * Call it synchronously in the handler for `connection: "close"`.
 */
export function flushEvents(sock: WASocket): void {
  sock.ev.flush();
}

/** Emits the held events and closes the socket; cuts the connection if the other end does not answer in time. */
export async function endSocket(sock: WASocket): Promise<void> {
  flushEvents(sock);
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), CLOSE_MS);
  const ended = sock.end(undefined);
  const first = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (first === "late") cutLine(sock);
}

/** Ends the connection at once, as if it had broken, without writing anything more. */
export function cutLine(sock: WASocket): void {
  rawSocket(sock)?.terminate();
}

interface RawSocket {
  terminate(): void;
}

/** The library's private WebSocket; nothing else can end a connection whose other end is silent. */
function rawSocket(sock: WASocket): RawSocket | null {
  const socket: unknown = Reflect.get(sock.ws, "socket");
  const terminates = typeof socket === "object" && socket !== null && "terminate" in socket;
  return terminates ? (socket as RawSocket) : null;
}
