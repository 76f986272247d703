import { LIMITS } from "../../../core/contracts/limits.ts";
import { idMadeMs } from "../../../core/domain/ulid-bound.ts";

/** Events created within this period are fetched in a single read. */
const TOGETHER_MS = 100;
/**
 * The interval at which a read is repeated if it hasn't found an event yet. This can happen because the table's clock
 * is only estimated.
 */
const AGAIN_MS = 250;
/** How long to look for a missing event before leaving it to the next regular check. */
const FORGOTTEN_AFTER_MS = 10_000;

/** Events that have been committed but that a connection hasn't read yet. Determines when to read next. */
export class WaitingEvents {
  /** The ids of the events, oldest first. Of events created together, only the last is included. */
  readonly #ids: { id: string; madeMs: number }[] = [];

  /** Adds an event that has just been committed. */
  add(id: string): void {
    const madeMs = idMadeMs(id);
    if (madeMs === null) return;
    const last = this.#ids.at(-1);
    const isTogether = last && Math.floor(last.madeMs / TOGETHER_MS) === Math.floor(madeMs / TOGETHER_MS);
    if (!last || !isTogether) this.#ids.push({ id, madeMs });
    else if (id > last.id) this.#ids[this.#ids.length - 1] = { id, madeMs };
  }

  /**
   * Returns the time of the next read in epoch ms, or null if no event is waiting. @param after the last event read by
   * the connection.
   */
  nextMs(after: string | null, nowMs: number): number | null {
    const left = this.#ids.filter(
      ({ id, madeMs }) => (after === null || id > after) && madeMs > nowMs - FORGOTTEN_AFTER_MS,
    );
    this.#ids.splice(0, this.#ids.length, ...left);
    const [first] = left.map(({ madeMs }) => madeMs + LIMITS.pollVisibleAfterMs + 1).sort((a, b) => a - b);
    if (first === undefined) return null;
    return first > nowMs ? first : nowMs + AGAIN_MS;
  }
}
