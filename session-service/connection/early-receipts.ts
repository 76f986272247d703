/** The network's report that one of our messages reached the person's phone or was read there. */
export interface EarlyReceipt {
  kind: "delivered" | "read";
  at: Date;
}

interface Awaited {
  tell(receipt: EarlyReceipt): void;
  recorded: Promise<void>;
}

/**
 * Catches receipts that arrive right after a message's acknowledgement, so that the receipt and the acknowledgement are
 * recorded in one commit. The receipt's own job still runs afterwards, so a receipt missed here is not lost.
 * docs/decisions/0117.
 */
export class EarlyReceipts {
  readonly #awaited = new Map<string, Awaited>();

  /**
   * Waits for a message's receipt, so `record` can write it together with the acknowledgement.
   * @param signal stops the wait without a receipt. @param record writes the receipt, if one arrived. Later receipts
   * wait until it has finished.
   */
  async with<T>(id: string, signal: AbortSignal, record: (early: EarlyReceipt | null) => Promise<T>): Promise<T> {
    const { promise: receipt, resolve: tell } = Promise.withResolvers<EarlyReceipt | null>();
    const { promise: recorded, resolve: done } = Promise.withResolvers<void>();
    const none = () => tell(null);
    if (signal.aborted) none();
    signal.addEventListener("abort", none, { once: true });
    this.#awaited.set(id, { tell, recorded });
    try {
      return await record(await receipt);
    } finally {
      signal.removeEventListener("abort", none);
      this.#awaited.delete(id);
      done();
    }
  }

  /** Passes a receipt to the code waiting for it, and resolves once that code has recorded it. Never rejects. */
  async note(id: string, receipt: EarlyReceipt): Promise<void> {
    const awaited = this.#awaited.get(id);
    awaited?.tell(receipt);
    await awaited?.recorded;
  }
}
