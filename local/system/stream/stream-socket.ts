import type { WebSocket } from "ws";
import { pingFrame } from "../../../core/contracts/events/stream-frames.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import type { Clock, StreamEnd } from "../../../core/ports.ts";

/** The maximum number of bytes held in memory for a client. Beyond that, no more frames are added. */
const WAITING_BYTES = 256 * 1024;

/** The WebSocket close codes, from RFC 6455. */
const CLOSE_CODES: Record<StreamEnd | "faulty", number> = { ended: 1001, refused: 1008, faulty: 1011, behind: 1013 };
const TAKES_NO_DATA = 1003;

/** A client's WebSocket. */
export interface StreamSocket {
  post(frame: string): Promise<"sent" | "behind" | "gone">;
  close(why: StreamEnd | "faulty", last?: string): void;
  /** Terminates the connection without a close frame. */
  cut(): void;
  isOpen(): boolean;
  /** Aborted once the connection has closed. */
  closed: AbortSignal;
}

/**
 * Sends frames on a WebSocket no faster than its client receives them, and sends pings. A client that doesn't answer a
 * ping before the next ping is treated as gone. If the client sends any data, the connection is closed, because the
 * event stream expects no input.
 */
export function streamSocket(socket: WebSocket, clock: Clock, pingSec: number = LIMITS.streamPingSec): StreamSocket {
  const closing = new AbortController();
  const closed = closing.signal;
  let isAlive = true;
  socket.on("pong", () => {
    isAlive = true;
  });
  socket.on("error", () => {}); // a frame that is too large or malformed; the library closes the socket itself
  socket.on("message", () => socket.close(TAKES_NO_DATA, "The stream does not accept messages."));
  socket.once("close", () => closing.abort());

  const isOpen = () => socket.readyState === socket.OPEN;
  const inSec = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

  /** @returns false if the client received no part of the frame before the timeout. */
  async function isTaken(frame: string): Promise<boolean> {
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    closed.addEventListener("abort", giveUp, { once: true });
    let wasTaken = false;
    socket.send(frame, () => {
      wasTaken = true;
      giveUp();
    });
    // Small amounts of data are left to the kernel and the library.
    if (socket.bufferedAmount > WAITING_BYTES) await clock.until(inSec(LIMITS.streamBehindAfterSec), waiting.signal);
    else wasTaken = true;
    closed.removeEventListener("abort", giveUp);
    giveUp();
    return wasTaken;
  }

  async function ping(): Promise<void> {
    while (isOpen()) {
      await clock.until(inSec(pingSec), closed);
      if (!isOpen()) return;
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
      if (socket.bufferedAmount <= WAITING_BYTES) socket.send(pingFrame(LIMITS.streamSilentSec));
    }
  }
  void ping();

  return {
    closed,
    isOpen,
    cut: () => socket.terminate(),
    async post(frame) {
      if (!isOpen()) return "gone";
      if (await isTaken(frame)) return isOpen() ? "sent" : "gone";
      return isOpen() ? "behind" : "gone";
    },
    close(why, last) {
      if (last !== undefined && isOpen()) socket.send(last);
      socket.close(CLOSE_CODES[why]);
    },
  };
}
