import type { Clock } from "../process/clock.ts";

/**
 * The ways in which an answer changes its shape: its member has another name, or is empty, or null, or the whole is not
 * JSON.
 */
export type AnswerChange = "renamed" | "emptied" | "null" | "garbled";

/** The fate of queries in the newer (MEX) format when the network's own client moves on, by the query's number. */
export class MexFaults {
  readonly #clock: Clock;
  readonly #retired = new Map<string, number>();
  readonly #changed = new Map<string, { readonly change: AnswerChange; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** These queries are no longer known; 0 seconds brings them back. */
  retire(forSeconds: number, ids: readonly string[]): void {
    for (const id of ids) this.#retired.set(id, this.#in(forSeconds));
  }

  /** These queries are carried out and answered in another shape. */
  reshape(forSeconds: number, ids: readonly string[], change: AnswerChange): void {
    for (const id of ids) this.#changed.set(id, { change, until: this.#in(forSeconds) });
  }

  isRetired(id: string): boolean {
    return (this.#retired.get(id) ?? 0) > this.#in(0);
  }

  /** The new shape of this query's answers; null: as ever. */
  changeOf(id: string): AnswerChange | null {
    const changed = this.#changed.get(id);
    return changed && changed.until > this.#in(0) ? changed.change : null;
  }

  #in(forSeconds: number): number {
    return this.#clock.now().getTime() + forSeconds * 1000;
  }
}
