interface Waiting {
  by: string;
  begin: () => void;
}

/** A few slots for slow work. Senders take turns, and no single sender can occupy all the slots. */
export class FairSlots {
  readonly #most: number;
  readonly #mostOfOne: number;
  /** The waiting jobs by sender, in the order in which the senders take their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  #taken = 0;

  /** @param most the total number of slots. @param mostOfOne the maximum number of slots for one sender. */
  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  /**
   * Calls `begin` once a slot is free for the given sender, or immediately if a slot is free now. `leave` releases the
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

  /** Returns the next sender's first job, or undefined if none of the waiting senders may have another slot. */
  #next(): Waiting | undefined {
    for (const [by, own] of this.#waiting) {
      if ((this.#running.get(by) ?? 0) >= this.#mostOfOne) continue;
      const first = own.shift();
      // The sender's other jobs wait until all other waiting senders have had their turn.
      this.#waiting.delete(by);
      if (own.length > 0) this.#waiting.set(by, own);
      return first;
    }
    return undefined;
  }
}
