/** Rows and bytes of the journal. */
interface Load {
  rows: number;
  bytes: number;
}

/** Of all writers together, and of one of them. docs/decisions/0129. */
const MOST: Load = { rows: 5_000, bytes: 64_000_000 };
const MOST_OF_ONE: Load = { rows: 1_000, bytes: 16_000_000 };

/**
 * How much the journal of one number holds, as far as this process wrote it. What has no room is kept without its
 * content: it is lost only when the process dies before it is stored, and is reported as unreadable then.
 */
export class JournalLoad {
  readonly #rows = new Map<string, { writer: string; bytes: number }>();
  readonly #writers = new Map<string, Load>();
  #all: Load = { rows: 0, bytes: 0 };

  /** Notes a row that is about to be written. @returns whether there is room for its content. */
  take(id: string, writer: string, bytes: number): boolean {
    this.drop(id);
    const own = this.#writers.get(writer) ?? { rows: 0, bytes: 0 };
    const isKept = hasRoom(this.#all, MOST, bytes) && hasRoom(own, MOST_OF_ONE, bytes);
    const row = { writer, bytes: isKept ? bytes : 0 };
    this.#rows.set(id, row);
    this.#add(row, 1);
    return isKept;
  }

  /** The row is gone, or was never written. */
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
