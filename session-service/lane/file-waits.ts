import { MINUTE_MS, SECOND_MS } from "../../core/contracts/durations.ts";
import type { MessageId } from "../../core/contracts/ids.ts";

/**
 * How long the later messages of a chat wait for one whose file is being prepared; then they overtake it. Our number:
 * docs/decisions/0189.
 */
export const CHAT_WAITS_MS = MINUTE_MS;
/**
 * While files are in preparation, the lane looks this often; a longer time is a task that stood still, files and all.
 */
export const LOOKS_EVERY_MS = 10 * SECOND_MS;

interface Wait {
  spentMs: number;
  /** The last look, and the connection it was made on; null if it was closed. */
  seenAt: Date;
  openedAt: Date | null;
}

/**
 * For how long each file has been in preparation while the number was connected. A file is not to blame for a
 * connection that breaks or a task that stops for a while, so that time is not counted: the order of its chat outlasts
 * it. Kept only in this task's memory.
 */
export class FileWaits {
  readonly #waits = new Map<MessageId, Wait>();

  /** Its preparation begins, or begins again after a failure. @param openedAt since when the number is connected. */
  begin(message: MessageId, now: Date, openedAt: Date | null): void {
    if (!this.#waits.has(message)) this.#waits.set(message, { spentMs: 0, seenAt: now, openedAt });
  }

  /** Counts the time since the last look. @param openedAt since when the number is connected; null if it is not. */
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

  /** In how many ms the next chat has waited long enough; null if none waits. */
  nextInMs(): number | null {
    const left = [...this.#waits.values()].map(({ spentMs }) => CHAT_WAITS_MS - spentMs).filter((ms) => ms > 0);
    return left.length > 0 ? Math.min(...left) : null;
  }
}
