import type { WebhookEvent } from "./webhook.ts";

/** The part of the runtime's WebSocket used here. */
interface Socket {
  addEventListener(type: string, hear: (event: { data?: unknown }) => void): void;
  close(): void;
}

type SocketClass = new (url: string) => Socket;

/** A connection that is silent for longer than this is considered dead, unless a ping specifies a different limit. */
const SILENT_MS = 75_000;
/** The longest silence that a ping can specify. Gateways never specify a longer one. */
const SILENT_MS_MOST = 3_600_000;
/** The maximum number of events stored in memory while the caller's loop handles them more slowly than they arrive. */
const WAITING_MAX = 1_000;

/** Returns the runtime's WebSocket class, or undefined if the runtime doesn't have one, as in Node 20. */
export const socketClass = () => (globalThis as { WebSocket?: SocketClass }).WebSocket;

/**
 * Yields the events of a single connection to the stream, until the connection ends for any reason or the signal
 * aborts.
 */
export async function* eventsOfSocket(
  socket: Socket,
  signal: AbortSignal | undefined,
): AsyncGenerator<WebhookEvent, void, undefined> {
  const waiting: WebhookEvent[] = [];
  let isOver = false;
  let wake = () => {};
  const end = () => {
    isOver = true;
    wake();
  };
  let silentMs = SILENT_MS;
  let silence = setTimeout(end, silentMs);
  socket.addEventListener("message", ({ data }) => {
    if (isOver) return;
    const frame = frameOf(data);
    if (typeof frame.silent_sec === "number" && frame.silent_sec > 0)
      silentMs = Math.min(frame.silent_sec * 1000, SILENT_MS_MOST);
    clearTimeout(silence);
    silence = setTimeout(end, silentMs);
    if (frame.kind === "event" && frame.event) waiting.push(frame.event);
    // On `behind` or an unknown frame, fall back to polling, which finds out what is missing.
    else if (frame.kind !== "ping") return end();
    if (waiting.length >= WAITING_MAX) return end();
    wake();
  });
  for (const last of ["close", "error"]) socket.addEventListener(last, end);
  signal?.addEventListener("abort", end);
  try {
    while (!signal?.aborted) {
      const event = waiting.shift();
      if (event) yield event;
      else if (isOver) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    end();
    clearTimeout(silence);
    signal?.removeEventListener("abort", end);
    socket.close();
  }
}

function frameOf(data: unknown): { kind?: string; event?: WebhookEvent; silent_sec?: unknown } {
  try {
    return JSON.parse(String(data)) ?? {};
  } catch {
    return {};
  }
}
