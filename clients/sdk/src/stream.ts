import type { WebhookEvent } from "./webhook.ts";

/** The part of a runtime's own WebSocket that is used here. */
interface Socket {
  addEventListener(type: string, hear: (event: { data?: unknown }) => void): void;
  close(): void;
}

type SocketClass = new (url: string) => Socket;

/** A connection that is silent for longer is dead, until a ping says another time. */
const SILENT_MS = 75_000;
/** No gateway says a longer one. */
const SILENT_MS_MOST = 3_600_000;
/** Events that wait in memory for a loop that handles them more slowly than they come. */
const WAITING_MAX = 1_000;

/** Returns the runtime's WebSocket; undefined if it has none, as Node 20. */
export const socketClass = () => (globalThis as { WebSocket?: SocketClass }).WebSocket;

/** Yields the events of one connection to the stream, until it ends for whatever reason or the signal aborts. */
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
    // `behind`, or something unknown: polling knows what is missing.
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
