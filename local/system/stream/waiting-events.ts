import { LIMITS } from "../../../core/contracts/limits.ts";
import { idMadeMs } from "../../../core/domain/ulid-bound.ts";

/** Events made within this time share one read. */
const TOGETHER_MS = 100;
/** How soon a read is repeated that did not find an event yet, because the table's clock is known roughly. */
const AGAIN_MS = 250;
/** An event that was not found for this long is left to the next regular check. */
const FORGOTTEN_AFTER_MS = 10_000;

/** The events that were committed and that one connection has not read yet: when to read next. */
export class WaitingEvents {
  /** Ids, oldest first; of those made together, the last one. */
  readonly #ids: { id: string; madeMs: number }[] = [];

  /** Notes an event that was just committed. */
  add(id: string): void {
    const madeMs = idMadeMs(id);
    if (madeMs === null) return;
    const last = this.#ids.at(-1);
    const isTogether = last && Math.floor(last.madeMs / TOGETHER_MS) === Math.floor(madeMs / TOGETHER_MS);
    if (!last || !isTogether) this.#ids.push({ id, madeMs });
    else if (id > last.id) this.#ids[this.#ids.length - 1] = { id, madeMs };
  }

  /** Returns when to read next, epoch ms; null if nothing waits. @param after how far the connection has read. */
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
