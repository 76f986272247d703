/** A message from someone else, and when a phone began to show it. */
export interface Shown {
  readonly id: string;
  readonly chat_id: string;
  readonly from: string;
  /** Milliseconds on the machine's monotonic clock (`process.hrtime`), which every process on the machine can read. */
  readonly shown_at_ms: number;
}

type Seen = Shown & { readonly text: string };

/** How many messages per phone are remembered. */
const KEPT = 1_000;

/**
 * Records when phones begin to show messages, so tests can measure delays without polling. A restart clears the
 * records.
 */
export class Arrivals {
  readonly #seen = new Map<string, Seen[]>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #nowMs: () => number;

  /** @param nowMs returns the current time on the machine's monotonic clock. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Records that the phone is beginning to show this message now. */
  note(phone: string, message: Omit<Seen, "shown_at_ms">): void {
    const seen = this.#seen.get(phone) ?? [];
    seen.push({ ...message, shown_at_ms: this.#nowMs() });
    if (seen.length > KEPT) seen.shift();
    this.#seen.set(phone, seen);
    for (const look of [...(this.#waiting.get(phone) ?? [])]) look();
  }

  /**
   * Waits until the phone shows a message with this text, and returns the latest such message. @returns null if the
   * phone didn't show it in time.
   */
  async of(phone: string, text: string, waitMs: number): Promise<Shown | null> {
    const found = this.#find(phone, text);
    if (found) return found;
    const waiting = this.#waiting.get(phone) ?? new Set();
    this.#waiting.set(phone, waiting);
    return new Promise((resolve) => {
      const finish = (shown: Shown | null) => {
        clearTimeout(timer);
        waiting.delete(look);
        resolve(shown);
      };
      const look = () => {
        const shown = this.#find(phone, text);
        if (shown) finish(shown);
      };
      const timer = setTimeout(() => finish(null), waitMs).unref();
      waiting.add(look);
    });
  }

  #find(phone: string, text: string): Shown | null {
    const seen = this.#seen.get(phone)?.findLast((one) => one.text === text);
    if (!seen) return null;
    const { text: _, ...shown } = seen;
    return shown;
  }
}
