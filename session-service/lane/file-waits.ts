import { MINUTE_MS, SECOND_MS } from "../../core/contracts/durations.ts";
import type { MessageId } from "../../core/contracts/ids.ts";

/**
 * How long a chat's later messages wait for a message whose file is being prepared before they overtake it. Our number:
 * docs/decisions/0189.
 */
export const CHAT_WAITS_MS = MINUTE_MS;
/**
 * While files are being prepared, the lane is checked this often; a longer gap means that the whole task stood still.
 */
export const LOOKS_EVERY_MS = 10 * SECOND_MS;

interface Wait {
  spentMs: number;
  /** When the last check was made, and when the connection of that time had opened; null if there was none. */
  seenAt: Date;
  openedAt: Date | null;
}

/**
 * How long each file has been in preparation while the number was connected. Time in which the connection was broken or
 * the task stood still does not count, so the chat keeps its order through it. Kept only in this task's memory.
 */
export class FileWaits {
  readonly #waits = new Map<MessageId, Wait>();

  /**
   * Notes that a file's preparation begins, or begins again after a failure. @param openedAt since when the number has
   * been connected.
   */
  begin(message: MessageId, now: Date, openedAt: Date | null): void {
    if (!this.#waits.has(message)) this.#waits.set(message, { spentMs: 0, seenAt: now, openedAt });
  }

  /** Counts the time since the last check. @param openedAt since when the number is connected; null if it is not. */
  count(now: Date, openedAt: Date | null): void {
    for (const wait of this.#waits.values()) {
      const isSameConnection = openedAt !== null && wait.openedAt?.getTime() === openedAt.getTime();
      const passedMs = Math.max(0, now.getTime() - wait.seenAt.getTime());
      if (isSameConnection) wait.spentMs += Math.min(passedMs, LOOKS_EVERY_MS);
      wait.seenAt = now;
      wait.openedAt = openedAt;
    }
  }

  /** Forgets all messages but these. */
  keep(isKept: (message: MessageId) => boolean): void {
    for (const message of this.#waits.keys()) if (!isKept(message)) this.#waits.delete(message);
  }

  /** Whether the chat of this message has waited long enough. */
  isOver(message: MessageId): boolean {
    return (this.#waits.get(message)?.spentMs ?? 0) >= CHAT_WAITS_MS;
  }

  /** Returns the ms until the next chat has waited long enough; null if none waits. */
  nextInMs(): number | null {
    const left = [...this.#waits.values()].map(({ spentMs }) => CHAT_WAITS_MS - spentMs).filter((ms) => ms > 0);
    return left.length > 0 ? Math.min(...left) : null;
  }
}
