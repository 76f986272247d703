import { MINUTE_MS } from "../../core/contracts/durations.ts";

/**
 * A line of the log that strangers can cause as often as they like: said at once, then once a minute with how often it was
 * meant since. Its timer keeps no process alive.
 */
export class CountedLine {
  readonly #say: (count: number) => void;
  #count = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param say writes the line; `count` says for how many it stands. */
  constructor(say: (count: number) => void) {
    this.#say = say;
  }

  /** Notes one more. */
  note(): void {
    this.#count++;
    if (this.#timer === null) this.#tell();
  }

  #tell(): void {
    this.#timer = null;
    if (this.#count === 0) return;
    this.#say(this.#count);
    this.#count = 0;
    this.#timer = setTimeout(() => this.#tell(), MINUTE_MS).unref();
  }
}
