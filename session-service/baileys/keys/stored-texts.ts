import { Lru } from "../shared/lru.ts";

/**
 * The library emits a message within this time after its journal row is written, or not at all. Rationale:
 * docs/decisions/0115.
 */
const COMES_WITHIN_MS = 10_000;
/**
 * How long to wait for the library to emit a message before storing it from the journal. Longer than `COMES_WITHIN_MS`,
 * because the library delays events when many arrive together.
 */
const LEFT_AFTER_MS = 20_000;
/** The maximum number of stored texts to remember until the library delivers them. */
const REMEMBERED = 2_000;

/**
 * Records which of a session's texts were stored in the same commit as their keys. Also records which messages must be
 * stored before the next such text, so that the order of arrival is preserved.
 */
export class StoredTexts {
  readonly #stored = new Lru<true>(REMEMBERED);
  readonly #journalled = new Map<string, number>();
  readonly #monotonicMs: () => number;
  #timer: NodeJS.Timeout | null = null;
  /** Called with the journal ids of messages that the library did not emit. */
  onLeft: (ids: string[]) => void = () => {};

  /** @param monotonicMs a clock that never jumps. */
  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** Records a stored text. `id` is its journal id, although the journal has no row for it. */
  noteStored(id: string): void {
    this.#stored.set(id, true);
  }

  /** Whether a message that the library has emitted, or is about to emit, is already stored. */
  isStored(id: string): boolean {
    return this.#stored.get(id) === true;
  }

  /** Records that a message was decrypted and is waiting for the job that stores it. */
  noteJournalled(id: string): void {
    this.#journalled.set(id, this.#monotonicMs());
    this.#timer ??= setTimeout(() => this.#giveLeft(), LEFT_AFTER_MS).unref();
  }

  /** Records that a message's job has finished. */
  noteDone(id: string): void {
    this.#journalled.delete(id);
  }

  /** Whether an earlier message has been decrypted but its job has not finished yet. */
  get isBehindOthers(): boolean {
    const since = this.#monotonicMs() - COMES_WITHIN_MS;
    for (const at of this.#journalled.values()) if (at >= since) return true;
    return false;
  }

  #giveLeft(): void {
    this.#timer = null;
    const since = this.#monotonicMs() - LEFT_AFTER_MS;
    const left = [...this.#journalled].filter(([, at]) => at <= since).map(([id]) => id);
    for (const id of left) this.#journalled.delete(id);
    if (left.length > 0) this.onLeft(left);
    if (this.#journalled.size > 0) this.#timer = setTimeout(() => this.#giveLeft(), LEFT_AFTER_MS).unref();
  }
}
