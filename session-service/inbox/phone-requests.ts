import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { foreign } from "../baileys/inbound/bounds/foreign.ts";
import { takenUrl } from "../baileys/inbound/bounds/texts.ts";
import type { WAMessage } from "../baileys/shared/raw.ts";
import { FairSlots } from "./fair-slots.ts";

/** Asks the phone to upload a message's file again. @returns the message with the file's new address. */
export type AskForFile = (message: WAMessage) => Promise<WAMessage>;

/** How long a request for a file waits for a connection. A design choice: docs/decisions. */
const CONNECTION_MS = MINUTE_MS;
/** How long to wait for the phone. The library would wait indefinitely. */
const ANSWER_MS = 30_000;

/** How many requests may wait for the phone concurrently, in total and for files from one sender. */
const AT_ONCE = 12;
const OF_ONE_AT_ONCE = 6;

/** Sends requests to the linked phone over the currently open connection. */
export class PhoneRequests {
  #ask: AskForFile | null = null;
  readonly #waiting = new Set<() => void>();
  readonly #slots = new FairSlots(AT_ONCE, OF_ONE_AT_ONCE);

  /** Starts using a newly opened connection. */
  open(ask: AskForFile): void {
    this.#ask = ask;
    for (const look of this.#waiting) look();
  }

  /** Stops using a connection that was closed. */
  close(): void {
    this.#ask = null;
  }

  /**
   * Requests that the phone upload a message's file again. @param message contains only the file's content. @returns
   * the file's new path, or null if the phone has no copy or does not answer within 30 s. Never call this from inside a
   * library event.
   * @param by the message's sender. Requests alternate between senders.
   */
  async askAgain(message: WAMessage, by: string): Promise<string | null> {
    await new Promise<void>((resolve) => this.#slots.enter(by, resolve));
    try {
      return await this.#askInTime(message);
    } finally {
      this.#slots.leave(by);
    }
  }

  async #askInTime(message: WAMessage): Promise<string | null> {
    await this.#opened();
    const ask = this.#ask;
    if (!ask) return null;
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), ANSWER_MS).unref();
    try {
      const fresh = await Promise.race([ask(message), late]);
      const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = fresh?.message ?? {};
      const part = imageMessage ?? videoMessage ?? audioMessage ?? documentMessage ?? stickerMessage;
      return takenUrl(foreign<string | null | undefined>(part?.directPath));
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async #opened(): Promise<void> {
    if (this.#ask) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CONNECTION_MS).unref();
    this.#waiting.add(resolve);
    await promise;
    this.#waiting.delete(resolve);
    clearTimeout(timer);
  }
}
