/** A message that was read before it arrived is being decrypted, or its file is being fetched. Our number. */
const COMES_WITHIN_MS = 60_000;
/** Beyond this, the oldest are abandoned. */
const MOST = 1_000;

interface Waiting {
  again: () => Promise<void>;
  settled: Promise<void>;
  settle: () => void;
}

/** Messages read on the phone that are not stored yet, because a receipt can overtake the message it is about. */
export class WaitingReads {
  readonly #waiting = new Map<string, Waiting>();

  /** Waits for a message. @param again reads it, once it is stored. */
  add(networkId: string, again: () => Promise<void>): void {
    if (this.#waiting.has(networkId)) return;
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.#giveUp(networkId), COMES_WITHIN_MS).unref();
    const settle = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#waiting.set(networkId, { again, settled, settle });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > MOST && oldest !== undefined) this.#giveUp(oldest);
  }

  /** Handles a stored message; if it was read already, it is read now. */
  stored(networkId: string): void {
    const waiting = this.#waiting.get(networkId);
    if (!waiting) return;
    this.#waiting.delete(networkId);
    void waiting.again().then(waiting.settle);
  }

  /** Resolves when none of these is waited for any longer. */
  async settled(networkIds: string[]): Promise<void> {
    await Promise.all(networkIds.map((id) => this.#waiting.get(id)?.settled));
  }

  #giveUp(networkId: string): void {
    this.#waiting.get(networkId)?.settle();
    this.#waiting.delete(networkId);
  }
}
