/** The network's time. All its dates and timers use this clock, so that a test can move it. */
export interface Clock {
  now(): Date;
}

/** A clock ahead of the machine's time by an offset that only grows. */
export class MovableClock implements Clock {
  #offsetMs: number;

  constructor(offsetMs = 0) {
    this.#offsetMs = offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Ignored if it would set the clock back. */
  setOffset(offsetMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, offsetMs);
  }

  /** Moves the clock to `at`; ignored if that is past. */
  moveTo(at: Date): void {
    this.setOffset(at.getTime() - Date.now());
  }
}
