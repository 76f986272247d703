import { MINUTE_MS } from "../../core/contracts/durations.ts";

/**
 * A log line that strangers can cause as often as they like: written at once, then once a minute with the number of
 * occurrences since. Its timer keeps no process alive.
 */
export class CountedLine {
  readonly #say: (count: number, latest: string | undefined) => void;
  #count = 0;
  #latest: string | undefined;
  #timer: NodeJS.Timeout | null = null;

  /** @param say writes the line; `count` is the number of occurrences it covers, `latest` the last of them. */
  constructor(say: (count: number, latest: string | undefined) => void) {
    this.#say = say;
  }

  /** Counts one more. @param which its kind or error, in our words, if there are several. */
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
