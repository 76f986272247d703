import { MINUTE_MS, SECOND_MS } from "../../core/contracts/durations.ts";
import type { MessageId } from "../../core/contracts/ids.ts";

/**
 * How long a chat's later messages wait for a message whose file is being prepared before they overtake it. We chose
 * this value ourselves: docs/decisions/0189.
 */
export const CHAT_WAITS_MS = MINUTE_MS;
/**
 * How often the lane is checked while files are being prepared. A longer gap means that the whole task was suspended.
 */
export const LOOKS_EVERY_MS = 10 * SECOND_MS;

interface Wait {
  spentMs: number;
  /**
   * When the last check took place, and when the connection in use at that time was opened (null if there was no
   * connection).
   */
  seenAt: Date;
  openedAt: Date | null;
}

/**
 * Tracks how long each file has been in preparation while the number was connected. Time during which the connection
 * was down or the task was suspended doesn't count, so the chat's order is preserved. Kept only in this task's memory.
 */
export class FileWaits {
  readonly #waits = new Map<MessageId, Wait>();

  /**
   * Records that preparing a file has started, or restarted after a failure. @param openedAt when the number's current
   * connection opened.
   */
  begin(message: MessageId, now: Date, openedAt: Date | null): void {
    if (!this.#waits.has(message)) this.#waits.set(message, { spentMs: 0, seenAt: now, openedAt });
  }

  /**
   * Adds the time since the last check. @param openedAt when the number's current connection opened, or null if there
   * is none.
   */
  count(now: Date, openedAt: Date | null): void {
    for (const wait of this.#waits.values()) {
      const isSameConnection = openedAt !== null && wait.openedAt?.getTime() === openedAt.getTime();
      const passedMs = Math.max(0, now.getTime() - wait.seenAt.getTime());
      if (isSameConnection) wait.spentMs += Math.min(passedMs, LOOKS_EVERY_MS);
      wait.seenAt = now;
      wait.openedAt = openedAt;
    }
  }

  /** Drops all messages except those accepted by `isKept`. */
  keep(isKept: (message: MessageId) => boolean): void {
    for (const message of this.#waits.keys()) if (!isKept(message)) this.#waits.delete(message);
  }

  /** Whether this message's chat has waited long enough. */
  isOver(message: MessageId): boolean {
    return (this.#waits.get(message)?.spentMs ?? 0) >= CHAT_WAITS_MS;
  }

  /** Returns the time until the next chat has waited long enough, in ms, or null if no chat is waiting. */
  nextInMs(): number | null {
    const left = [...this.#waits.values()].map(({ spentMs }) => CHAT_WAITS_MS - spentMs).filter((ms) => ms > 0);
    return left.length > 0 ? Math.min(...left) : null;
  }
}
