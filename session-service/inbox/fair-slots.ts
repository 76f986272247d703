interface Waiting {
  by: string;
  begin: () => void;
}

/** A few slots for slow work. Writers take turns, and no single writer can occupy all the slots. */
export class FairSlots {
  readonly #most: number;
  readonly #mostOfOne: number;
  /** The waiting jobs by writer, in the order of the writers' turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  #taken = 0;

  /** @param most the total number of slots. @param mostOfOne the maximum number of slots for one writer. */
  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  /**
   * Calls `begin` once a slot is free for the given writer, or immediately if a slot is free now. `leave` releases the
   * slot.
   */
  enter(by: string, begin: () => void): void {
    const own = this.#waiting.get(by) ?? [];
    own.push({ by, begin });
    this.#waiting.set(by, own);
    this.#fill();
  }

  /** Releases a slot. */
  leave(by: string): void {
    const left = (this.#running.get(by) ?? 1) - 1;
    if (left === 0) this.#running.delete(by);
    else this.#running.set(by, left);
    this.#taken--;
    this.#fill();
  }

  #fill(): void {
    while (this.#taken < this.#most) {
      const next = this.#next();
      if (!next) return;
      this.#taken++;
      this.#running.set(next.by, (this.#running.get(next.by) ?? 0) + 1);
      next.begin();
    }
  }

  /** Returns the next writer's first job, or undefined if none of the waiting writers may have another slot. */
  #next(): Waiting | undefined {
    for (const [by, own] of this.#waiting) {
      if ((this.#running.get(by) ?? 0) >= this.#mostOfOne) continue;
      const first = own.shift();
      // The writer's other jobs wait until all other waiting writers have had their turn.
      this.#waiting.delete(by);
      if (own.length > 0) this.#waiting.set(by, own);
      return first;
    }
    return undefined;
  }
}
