import { type AuthenticationCreds, initAuthCreds } from "@whiskeysockets/baileys";
import { decodeKey, encodeKey } from "./key-codec.ts";
import type { KeyRows } from "./key-rows.ts";
import { AuthStoreClosed, type WriteQueue } from "./write-queue.ts";

const CREDS = "creds";

/** An instance's credentials, as an object that the library itself also modifies. They are always saved as a whole. */
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
    // The cast is safe, because this row is written only by `save`.
    this.creds = text === undefined ? initAuthCreds() : (decodeKey(CREDS, text) as AuthenticationCreds);
  }

  /** Loads the stored credentials, or creates new ones. */
  static async load(rows: KeyRows, writes: WriteQueue): Promise<StoredCreds> {
    return new StoredCreds(rows, writes, (await rows.read(CREDS, [CREDS])).get(CREDS));
  }

  /**
   * Whether the instance is linked to a phone. The library's `registered` is not used, because it is true only after
   * linking with a pairing code.
   */
  isLinked(): boolean {
    return this.creds.account !== undefined && this.creds.me?.id !== undefined;
  }

  /** Resolves when the current credentials are durable. Before a phone is linked, there is nothing to store. */
  save(): Promise<void> {
    if (this.#writes.isClosed) return Promise.reject(new AuthStoreClosed());
    if (!this.isLinked()) return Promise.resolve();
    // Calls are coalesced, because a save that has not started yet will write the latest credentials.
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
