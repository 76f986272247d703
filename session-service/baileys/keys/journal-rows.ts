import type { Write } from "../../../core/store/table.ts";
import type { JournalEntry } from "./journal-form.ts";
import { JournalLoad } from "./journal-load.ts";
import { decodeKey } from "./key-codec.ts";
import type { KeyRows } from "./key-rows.ts";
import type { KeyPage } from "./read-keys.ts";
import type { WriteQueue } from "./write-queue.ts";

/**
 * The maximum number of rows to load at a time. This is more than a number has on an ordinary day, but few enough for
 * one process to load the rows of many numbers.
 */
const PAGE = { rows: 1_000, chars: 8_000_000 };

/** The category of the journal's rows. They are never cached, because they are deleted in other transactions. */
export const JOURNAL = "journal";

/** The journal's rows in an instance's key partition: received plaintexts whose messages have not been stored yet. */
export class JournalRows {
  readonly #rows: KeyRows;
  readonly #writes: WriteQueue;
  /** How much this process has written to the journal and not deleted yet. */
  readonly load = new JournalLoad();

  constructor(rows: KeyRows, writes: WriteQueue) {
    this.#rows = rows;
    this.#writes = writes;
  }

  /**
   * Returns a page of rows, keyed by journal id. Rows that can't be decrypted are represented by an error. @param after
   * the value returned with the previous page.
   */
  page(after?: string): Promise<KeyPage> {
    return this.#rows.readPage(JOURNAL, PAGE, after);
  }

  /** Returns whichever of these rows exist, keyed by journal id. @throws if a row can't be decrypted. */
  some(ids: string[]): Promise<Map<string, string>> {
    return this.#rows.read(JOURNAL, ids);
  }

  /** Returns a single row, or null if it doesn't exist or was deleted. */
  async entry(id: string): Promise<JournalEntry | null> {
    const text = (await this.#rows.read(JOURNAL, [id])).get(id);
    return text === undefined ? null : (decodeKey(JOURNAL, text) as JournalEntry); // written by Journal only
  }

  /** Returns the write that deletes a row, for use in the transaction that stores its message. */
  deletion(id: string): Write {
    return this.#rows.deletion(JOURNAL, id);
  }

  /** Deletes the parts of a large row after its deletion has been written. @throws FenceLost */
  async sweep(id: string): Promise<void> {
    this.load.drop(id);
    if (this.#rows.hasParts(JOURNAL, id)) await this.#writes.add(() => this.#rows.sweep(JOURNAL, id));
  }

  /** Deletes parts of large rows that were left behind when an earlier owner died. @throws FenceLost */
  sweepOrphans(): Promise<void> {
    return this.#writes.add(() => this.#rows.sweepOrphans(JOURNAL));
  }

  /** Deletes rows whose content is not a message. @throws FenceLost */
  async drop(...ids: string[]): Promise<void> {
    for (const id of ids) this.load.drop(id);
    await this.#writes.add(() => this.#rows.write(ids.map((id) => ({ category: JOURNAL, id, text: null }))));
  }
}
