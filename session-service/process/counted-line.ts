import { MINUTE_MS } from "../../core/contracts/durations.ts";

/**
 * A line of the log that strangers can cause as often as they like: said at once, then once a minute with how often it was
 * meant since. Its timer keeps no process alive.
 */
export class CountedLine {
  readonly #say: (count: number, latest: string | undefined) => void;
  #count = 0;
  #latest: string | undefined;
  #timer: NodeJS.Timeout | null = null;

  /** @param say writes the line; `count` says for how many it stands, `latest` which the last of them was. */
  constructor(say: (count: number, latest: string | undefined) => void) {
    this.#say = say;
  }

  /** Notes one more. @param which its kind or its error, in words of ours, where there are several. */
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
