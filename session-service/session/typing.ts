import type { Clock } from "../../core/ports.ts";
import type { Connection } from "../baileys/socket/connection.ts";

/** The indicators shown to others in a chat: typing, or recording a voice note. */
export type TypingSign = "composing" | "recording";

/** A request to display an indicator in a chat for some time. */
export interface TypingOrder {
  chat: string;
  sign?: TypingSign | null;
  forMs: number;
  /** Aborts when the indicator should disappear early. */
  over: AbortSignal;
}

/** How often to repeat an indicator. Phones stop displaying it after ten seconds. */
const REPEATED_EVERY_MS = 8_000;

/**
 * Displays "typing…" in a connection's chats. People see it only while the number is online. Because a number's phone
 * doesn't ring while the number is online, it is online only as long as an indicator is displayed in any chat.
 */
export class Typing {
  readonly #clock: Clock;
  readonly #network: Pick<Connection, "presence">;
  readonly #isOpen: () => boolean;
  /** The controllers that abort the indicators, by chat. A new indicator in the same chat replaces the previous one. */
  readonly #shown = new Map<string, AbortController>();
  #online = 0;

  constructor(clock: Clock, network: Pick<Connection, "presence">, isOpen: () => boolean) {
    this.#clock = clock;
    this.#network = network;
    this.#isOpen = isOpen;
  }

  /**
   * Displays an indicator until its time is up or `over` aborts. `begun` is called each time the indicator is sent.
   * Resolves when the indicator is gone.
   */
  async show(order: TypingOrder & { sign?: TypingSign }, begun?: () => void): Promise<void> {
    const { chat, sign = "composing", forMs, over } = order;
    this.#shown.get(chat)?.abort();
    const replaced = new AbortController();
    this.#shown.set(chat, replaced);
    const ends = AbortSignal.any([over, replaced.signal]);
    const until = this.#clock.now().getTime() + forMs;
    this.#online++;
    try {
      await this.#network.presence("available");
      for (let left = forMs; left > 0 && !ends.aborted && this.#isOpen(); left = until - this.#clock.now().getTime()) {
        await this.#network.presence(sign, chat);
        begun?.();
        const pause = Math.min(left, REPEATED_EVERY_MS);
        await this.#clock.until(new Date(this.#clock.now().getTime() + pause), ends);
      }
      if (!replaced.signal.aborted) await this.#network.presence("paused", chat);
    } finally {
      if (this.#shown.get(chat) === replaced) this.#shown.delete(chat);
      this.#online--;
      if (this.#online === 0) await this.#network.presence("unavailable");
    }
  }

  /** Starts displaying an indicator. Resolves as soon as it is displayed; later failures aren't reported. */
  async begin(order: TypingOrder): Promise<void> {
    const { sign = "composing" } = order;
    if (sign === null) return this.#pause(order.chat);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.show({ ...order, sign }, resolve).then(resolve, reject);
    await promise;
  }

  async #pause(chat: string): Promise<void> {
    this.#shown.get(chat)?.abort();
    await this.#network.presence("paused", chat);
  }
}
