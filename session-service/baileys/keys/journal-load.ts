/** The number of rows in the journal, and their total size. */
interface Load {
  rows: number;
  bytes: number;
}

/** The maximum load of one number's journal, for all senders together and for each sender. docs/decisions/0129. */
export const JOURNAL_HOLDS: Record<"all" | "ofOne", Load> = {
  all: { rows: 5_000, bytes: 64_000_000 },
  ofOne: { rows: 1_000, bytes: 16_000_000 },
};

/**
 * Tracks how much of a number's journal was written by this process. If there is no room for a message, its row omits
 * the content. If the process then dies before the message is stored, the message is reported as unreadable.
 */
export class JournalLoad {
  readonly #rows = new Map<string, { writer: string; bytes: number }>();
  readonly #writers = new Map<string, Load>();
  readonly #holds: typeof JOURNAL_HOLDS;
  #all: Load = { rows: 0, bytes: 0 };

  constructor(holds = JOURNAL_HOLDS) {
    this.#holds = holds;
  }

  /** Records a row that is about to be written. @returns whether there is room for its content. */
  take(id: string, writer: string, bytes: number): boolean {
    this.drop(id);
    const own = this.#writers.get(writer) ?? { rows: 0, bytes: 0 };
    const isKept = hasRoom(this.#all, this.#holds.all, bytes) && hasRoom(own, this.#holds.ofOne, bytes);
    // A row without content isn't counted. Otherwise, one sender could use up everyone's room.
    if (!isKept) return false;
    const row = { writer, bytes };
    this.#rows.set(id, row);
    this.#add(row, 1);
    return true;
  }

  /** Stops counting a row that was deleted or never written. */
  drop(id: string): void {
    const row = this.#rows.get(id);
    if (!row) return;
    this.#rows.delete(id);
    this.#add(row, -1);
  }

  #add({ writer, bytes }: { writer: string; bytes: number }, sign: 1 | -1): void {
    const plus = (load: Load): Load => ({ rows: load.rows + sign, bytes: load.bytes + sign * bytes });
    this.#all = plus(this.#all);
    const own = plus(this.#writers.get(writer) ?? { rows: 0, bytes: 0 });
    if (own.rows === 0) this.#writers.delete(writer);
    else this.#writers.set(writer, own);
  }
}

const hasRoom = (load: Load, most: Load, bytes: number) => load.rows < most.rows && load.bytes + bytes <= most.bytes;
