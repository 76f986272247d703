import type { Clock } from "../process/clock.ts";

/**
 * A change to the shape of an answer: its member is renamed, emptied or set to null, or the whole answer is not JSON.
 */
export type AnswerChange = "renamed" | "emptied" | "null" | "garbled";

/**
 * Faults for queries in the newer (MEX) format, by query number. They behave as if the network's own client had moved
 * on to other queries.
 */
export class MexFaults {
  readonly #clock: Clock;
  readonly #retired = new Map<string, number>();
  readonly #changed = new Map<string, { readonly change: AnswerChange; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes these queries unknown to the network. 0 seconds restores them. */
  retire(forSeconds: number, ids: readonly string[]): void {
    for (const id of ids) this.#retired.set(id, this.#in(forSeconds));
  }

  /** Makes the network carry out these queries but answer them in a different shape. */
  reshape(forSeconds: number, ids: readonly string[], change: AnswerChange): void {
    for (const id of ids) this.#changed.set(id, { change, until: this.#in(forSeconds) });
  }

  isRetired(id: string): boolean {
    return (this.#retired.get(id) ?? 0) > this.#in(0);
  }

  /** Returns how the answer to this query is changed, or null if it is unchanged. */
  changeOf(id: string): AnswerChange | null {
    const changed = this.#changed.get(id);
    return changed && changed.until > this.#in(0) ? changed.change : null;
  }

  #in(forSeconds: number): number {
    return this.#clock.now().getTime() + forSeconds * 1000;
  }
}
