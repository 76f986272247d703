import { failureKind } from "../../core/failure-kind.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";

interface Trouble {
  /**
   * How many attempts failed because of the step itself, how many failed but may succeed later, and how many were
   * refused.
   */
  lasting: number;
  passing: number;
  refused: number;
  /** The revision of the lane's state at the last refusal. */
  refusedOn: number | null;
  until: number;
}

/**
 * After this many failures while the table is available, the row itself is assumed to be the cause. We chose this value
 * ourselves: docs/decisions/0042.
 */
const TRIES = 3;
/**
 * After this many consecutive refusals, changed data is no longer assumed to be the cause. A step is refused if its
 * data changed in the meantime.
 */
const REFUSALS = 10;
const AT_ONCE = 3;
const FIRST_REST_MS = 500;
const LONGEST_REST_MS = 30_000;
const REMEMBERED = 1_000;

/**
 * Tracks failures in a lane. A failing row rests, longer each time, while the other rows continue, until it succeeds or
 * is abandoned. The failures are tracked only in this task's memory.
 */
export class Troubles {
  readonly #known = new Map<string, Trouble>();

  /**
   * Records that a step threw an error. @param tries how many failures caused by the step itself lead to it being
   * abandoned.
   * @returns the failure if the step must be abandoned, or null if it rests.
   */
  failed(key: string, error: unknown, now: Date, { tries = TRIES, isPassing = false } = {}): QuarantineReason | null {
    const trouble = this.#of(key);
    if (isPassing || failureKind(error) === "passing") this.#rest(trouble, ++trouble.passing, now);
    else {
      this.#rest(trouble, ++trouble.lasting, now);
      if (trouble.lasting >= tries) return { error, tries: trouble.lasting };
    }
    return null;
  }

  /**
   * Records that a step was refused because its data had changed since it was read. The step is retried immediately as
   * long as the lane's state keeps changing.
   * @param rev the revision of the state (the sending state) that the step used.
   * @returns the same as `failed`.
   */
  refused(key: string, now: Date, rev: number): QuarantineReason | null {
    const trouble = this.#of(key);
    if (trouble.refusedOn !== rev) trouble.refused = 0;
    trouble.refusedOn = rev;
    const tries = ++trouble.refused;
    if (tries > AT_ONCE) this.#rest(trouble, tries - AT_ONCE, now);
    return tries < REFUSALS ? null : { error: new Error("The row keeps changing."), tries };
  }

  /** Records that the step succeeded or that its row is gone. */
  ended(key: string): void {
    this.#known.delete(key);
  }

  /**
   * Returns the rows resting after a failure, each with the time at which its rest ends, in epoch ms. Setting the clock
   * back doesn't make a row rest longer.
   */
  resting(now: Date): ReadonlyMap<string, number> {
    const leftMs = (until: number) => until - now.getTime();
    const found = [...this.#known].filter(([, { until }]) => leftMs(until) > 0 && leftMs(until) <= LONGEST_REST_MS);
    return new Map(found.map(([key, { until }]) => [key, until]));
  }

  #of(key: string): Trouble {
    const known = this.#known.get(key);
    if (known) return known;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    const made: Trouble = { lasting: 0, passing: 0, refused: 0, refusedOn: null, until: 0 };
    this.#known.set(key, made);
    return made;
  }

  #rest(trouble: Trouble, times: number, now: Date): void {
    trouble.until = now.getTime() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(times - 1, 10));
  }
}
