import type { Write } from "../../../core/store/table.ts";
import type { JournalEntry } from "./journal-form.ts";
import { JournalLoad } from "./journal-load.ts";
import { decodeKey } from "./key-codec.ts";
import type { KeyRows } from "./key-rows.ts";
import type { KeyPage } from "./read-keys.ts";
import type { WriteQueue } from "./write-queue.ts";

/**
 * Rows read at once: more than a number has on an ordinary day, but few enough that one process can hold them for many
 * numbers.
 */
const PAGE = { rows: 1_000, chars: 8_000_000 };

/** The category of the journal's rows. They are never cached, because other transactions delete them. */
export const JOURNAL = "journal";

/** The journal's rows among one instance's keys: received plaintexts whose message has not been stored yet. */
export class JournalRows {
  readonly #rows: KeyRows;
  readonly #writes: WriteQueue;
  /** How much of the journal this process wrote and has not deleted. */
  readonly load = new JournalLoad();

  constructor(rows: KeyRows, writes: WriteQueue) {
    this.#rows = rows;
    this.#writes = writes;
  }

  /** Some rows, by journal id; an error for one that can't be opened. @param after as given by the previous page. */
  page(after?: string): Promise<KeyPage> {
    return this.#rows.readPage(JOURNAL, PAGE, after);
  }

  /** Returns those of the rows that exist, by journal id. @throws if one can't be opened. */
  some(ids: string[]): Promise<Map<string, string>> {
    return this.#rows.read(JOURNAL, ids);
  }

  /** One row; null if there is none, or not any longer. */
  async entry(id: string): Promise<JournalEntry | null> {
    const text = (await this.#rows.read(JOURNAL, [id])).get(id);
    return text === undefined ? null : (decodeKey(JOURNAL, text) as JournalEntry); // written by Journal only
  }

  /** The write that deletes a row, for the transaction that stores its message. */
  deletion(id: string): Write {
    return this.#rows.deletion(JOURNAL, id);
  }

  /** Deletes the parts of a large row once its deletion is written. @throws FenceLost */
  async sweep(id: string): Promise<void> {
    this.load.drop(id);
    if (this.#rows.hasParts(JOURNAL, id)) await this.#writes.add(() => this.#rows.sweep(JOURNAL, id));
  }

  /** Deletes the parts of large rows that an earlier owner left behind when it died. @throws FenceLost */
  sweepOrphans(): Promise<void> {
    return this.#writes.add(() => this.#rows.sweepOrphans(JOURNAL));
  }

  /** Deletes rows whose content is not a message. @throws FenceLost */
  async drop(...ids: string[]): Promise<void> {
    for (const id of ids) this.load.drop(id);
    await this.#writes.add(() => this.#rows.write(ids.map((id) => ({ category: JOURNAL, id, text: null }))));
  }
}
