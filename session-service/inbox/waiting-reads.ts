/**
 * How long to wait for a message that was read on the phone but isn't stored yet, because it is still being decrypted
 * or its file is still being fetched. We chose this value ourselves.
 */
const COMES_WITHIN_MS = 60_000;
/** The maximum number of messages to wait for. Once there are more than this, the oldest are abandoned. */
const MOST = 1_000;

interface Waiting {
  again: () => Promise<void>;
  settled: Promise<void>;
  settle: () => void;
}

/**
 * Remembers messages that were read on the phone before they were stored here. This happens because a receipt can
 * overtake its message.
 */
export class WaitingReads {
  readonly #waiting = new Map<string, Waiting>();

  /** Remembers a message that isn't stored yet. @param again marks it as read once it is stored. */
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

  /** Marks a message that has just been stored as read if its read receipt came first. */
  stored(networkId: string): void {
    const waiting = this.#waiting.get(networkId);
    if (!waiting) return;
    this.#waiting.delete(networkId);
    void waiting.again().then(waiting.settle);
  }

  /** Resolves once nothing is waiting for any of these messages. */
  async settled(networkIds: string[]): Promise<void> {
    await Promise.all(networkIds.map((id) => this.#waiting.get(id)?.settled));
  }

  #giveUp(networkId: string): void {
    this.#waiting.get(networkId)?.settle();
    this.#waiting.delete(networkId);
  }
}
