import type { Write } from "../../../core/store/table.ts";
import type { JournalEntry } from "./journal.ts";
import { decodeKey } from "./key-codec.ts";
import type { KeyRows } from "./key-rows.ts";
import type { WriteQueue } from "./write-queue.ts";

/** The category of the journal's rows: written by Journal and deleted by other transactions, so never cached. */
export const JOURNAL = "journal";

/** The journal's rows among the keys of one instance: received plaintexts whose message has not been stored yet. */
export class JournalRows {
  readonly #rows: KeyRows;
  readonly #writes: WriteQueue;

  constructor(rows: KeyRows, writes: WriteQueue) {
    this.#rows = rows;
    this.#writes = writes;
  }

  /** All of them, by journal id; an error where one can't be opened. */
  all(): Promise<Map<string, string | Error>> {
    return this.#rows.readAll(JOURNAL);
  }

  /** One of them; null: there is none, or no more. */
  async entry(id: string): Promise<JournalEntry | null> {
    const text = (await this.#rows.read(JOURNAL, [id])).get(id);
    return text === undefined ? null : (decodeKey(JOURNAL, text) as JournalEntry); // written by Journal only
  }

  /** The write that deletes one, for the transaction that stores its message. */
  deletion(id: string): Write {
    return this.#rows.deletion(JOURNAL, id);
  }

  /** Deletes the parts of a large row, once its deletion is written. @throws FenceLost */
  async sweep(id: string): Promise<void> {
    if (this.#rows.hasParts(JOURNAL, id)) await this.#writes.add(() => this.#rows.sweep(JOURNAL, id));
  }

  /** Deletes the parts that an owner which died in between left behind. @throws FenceLost */
  sweepOrphans(): Promise<void> {
    return this.#writes.add(() => this.#rows.sweepOrphans(JOURNAL));
  }

  /** Deletes a row whose content is no message. @throws FenceLost */
  drop(id: string): Promise<void> {
    return this.#writes.add(() => this.#rows.write([{ category: JOURNAL, id, text: null }]));
  }
}
