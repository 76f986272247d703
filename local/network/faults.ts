import type { Clock } from "../../core/ports.ts";

/** Faults that last for a while; dropping connections happens once and is no state. */
export type LastingFault = "refuse_connections" | "delay" | "lose_acks";

/** What is wrong with the network at the moment. */
export class Faults {
  readonly #clock: Clock;
  readonly #until = new Map<LastingFault, number>();
  #delayMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a fault, or ends it at once with 0 seconds. @param milliseconds how slow `delay` makes every frame. */
  begin(fault: LastingFault, forSeconds: number, milliseconds: number): void {
    this.#until.set(fault, this.#clock.now().getTime() + forSeconds * 1000);
    if (fault === "delay") this.#delayMs = milliseconds;
  }

  isOn(fault: LastingFault): boolean {
    return (this.#until.get(fault) ?? 0) > this.#clock.now().getTime();
  }

  /** How long every frame to a client is held back. */
  get delayMs(): number {
    return this.isOn("delay") ? this.#delayMs : 0;
  }
}
