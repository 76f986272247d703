import type { Write } from "../../../core/store/table.ts";
import type { JournalEntry } from "./journal-form.ts";
import { JournalLoad } from "./journal-load.ts";
import { decodeKey } from "./key-codec.ts";
import type { KeyRows } from "./key-rows.ts";
import type { KeyPage } from "./read-keys.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Read at once: more than a number has on an ordinary day, and no more than a process can hold for many numbers. */
const PAGE = { rows: 1_000, chars: 8_000_000 };

/** The category of the journal's rows: written by Journal and deleted by other transactions, so never cached. */
export const JOURNAL = "journal";

/** The journal's rows among the keys of one instance: received plaintexts whose message has not been stored yet. */
export class JournalRows {
  readonly #rows: KeyRows;
  readonly #writes: WriteQueue;
  /** How much of it this process wrote and has not deleted. */
  readonly load = new JournalLoad();

  constructor(rows: KeyRows, writes: WriteQueue) {
    this.#rows = rows;
    this.#writes = writes;
  }

  /** Some of them, by journal id; an error where one can't be opened. @param after as the page before says. */
  page(after?: string): Promise<KeyPage> {
    return this.#rows.readPage(JOURNAL, PAGE, after);
  }

  /** The existing ones among these, by journal id. @throws when one can't be opened. */
  some(ids: string[]): Promise<Map<string, string>> {
    return this.#rows.read(JOURNAL, ids);
  }

  /** One of them; null: there is none, or no longer. */
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
    this.load.drop(id);
    if (this.#rows.hasParts(JOURNAL, id)) await this.#writes.add(() => this.#rows.sweep(JOURNAL, id));
  }

  /** Deletes the parts left behind by an owner which died in between. @throws FenceLost */
  sweepOrphans(): Promise<void> {
    return this.#writes.add(() => this.#rows.sweepOrphans(JOURNAL));
  }

  /** Deletes rows whose content is no message. @throws FenceLost */
  async drop(...ids: string[]): Promise<void> {
    for (const id of ids) this.load.drop(id);
    await this.#writes.add(() => this.#rows.write(ids.map((id) => ({ category: JOURNAL, id, text: null }))));
  }
}
