import { MINUTE_MS } from "../../core/contracts/durations.ts";

/**
 * A log line that strangers can trigger as often as they like. It is written immediately the first time, and then once
 * a minute with the number of occurrences since. Its timer doesn't keep the process alive.
 */
export class CountedLine {
  readonly #say: (count: number, latest: string | undefined) => void;
  #count = 0;
  #latest: string | undefined;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param say writes the line. `count` is the number of occurrences that the line covers, and `latest` is the most
   * recent one.
   */
  constructor(say: (count: number, latest: string | undefined) => void) {
    this.#say = say;
  }

  /** Counts another occurrence. @param which its kind or error in our own terms, if there are several kinds. */
  note(which?: string): void {
    this.#count++;
    this.#latest = which;
    if (this.#timer === null) this.#tell();
  }

  #tell(): void {
    this.#timer = null;
    if (this.#count === 0) return;
    this.#say(this.#count, this.#latest);
    this.#count = 0;
    this.#timer = setTimeout(() => this.#tell(), MINUTE_MS).unref();
  }
}
