import { type AuthenticationCreds, initAuthCreds } from "@whiskeysockets/baileys";
import { decodeKey, encodeKey } from "./key-codec.ts";
import type { KeyRows } from "./key-rows.ts";
import { AuthStoreClosed, type WriteQueue } from "./write-queue.ts";

const CREDS = "creds";

/** One instance's credentials: one object that the library itself also changes, saved whole. */
export class StoredCreds {
  readonly creds: AuthenticationCreds;
  readonly #rows: KeyRows;
  readonly #writes: WriteQueue;
  #lastText: string | undefined;
  #waiting: Promise<void> | null = null;

  private constructor(rows: KeyRows, writes: WriteQueue, text: string | undefined) {
    this.#rows = rows;
    this.#writes = writes;
    this.#lastText = text;
    // The type is right, because only `save` writes this row.
    this.creds = text === undefined ? initAuthCreds() : (decodeKey(CREDS, text) as AuthenticationCreds);
  }

  /** Reads the stored credentials; starts with new ones if there are none. */
  static async load(rows: KeyRows, writes: WriteQueue): Promise<StoredCreds> {
    return new StoredCreds(rows, writes, (await rows.read(CREDS, [CREDS])).get(CREDS));
  }

  /** Whether it is linked to a phone. `registered` is true only after a pairing code, so it indicates nothing. */
  isLinked(): boolean {
    return this.creds.account !== undefined && this.creds.me?.id !== undefined;
  }

  /** Resolves when the current credentials are durable. Before a phone is linked, there is nothing to store. */
  save(): Promise<void> {
    if (this.#writes.isClosed) return Promise.reject(new AuthStoreClosed());
    if (!this.isLinked()) return Promise.resolve();
    // Coalesced, because a save that has not started yet writes the latest credentials.
    this.#waiting ??= this.#writes.add(async () => {
      this.#waiting = null;
      const { creds } = this;
      const text = encodeKey({ ...creds, processedHistoryMessages: creds.processedHistoryMessages.slice(-1) });
      if (text === this.#lastText) return;
      await this.#rows.write([{ category: CREDS, id: CREDS, text }]);
      this.#lastText = text;
    });
    return this.#waiting;
  }
}
