import type { WASocket } from "@whiskeysockets/baileys";

/** How long to wait for the other end to close the connection. */
const CLOSE_MS = 3_000;

/**
 * Emits the events that the library has buffered. It would otherwise discard them when the connection closes, even
 * though it has already sent their receipts. Call this synchronously in the handler for `connection: "close"`.
 */
export function flushEvents(sock: WASocket): void {
  sock.ev.flush();
}

/**
 * Emits the buffered events and closes the socket. Terminates the connection if the other end doesn't respond in time.
 */
export async function endSocket(sock: WASocket): Promise<void> {
  flushEvents(sock);
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), CLOSE_MS);
  const ended = sock.end(undefined);
  const first = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (first === "late") cutLine(sock);
}

/** Terminates the connection immediately, as if it had dropped, without writing anything else. */
export function cutLine(sock: WASocket): void {
  rawSocket(sock)?.terminate();
}

interface RawSocket {
  terminate(): void;
}

/** Returns the library's private WebSocket. There is no other way to close a connection whose other end is silent. */
function rawSocket(sock: WASocket): RawSocket | null {
  const socket: unknown = Reflect.get(sock.ws, "socket");
  const terminates = typeof socket === "object" && socket !== null && "terminate" in socket;
  return terminates ? (socket as RawSocket) : null;
}
