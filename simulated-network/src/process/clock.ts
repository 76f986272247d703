/** The network's time. All dates and timers use this clock, so tests can move it. */
export interface Clock {
  now(): Date;
}

/** A clock that runs ahead of the machine's time by an offset, which can only grow. */
export class MovableClock implements Clock {
  #offsetMs: number;

  constructor(offsetMs = 0) {
    this.#offsetMs = offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Sets the offset, unless that would set the clock back. */
  setOffset(offsetMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, offsetMs);
  }

  /** Moves the clock to `at`, unless that time has already passed. */
  moveTo(at: Date): void {
    this.setOffset(at.getTime() - Date.now());
  }
}
