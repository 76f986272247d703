import type { Clock } from "../process/clock.ts";
import { type QueryChoice, takesIn } from "./refusals.ts";

/**
 * The ways in which an answer to a query goes wrong. The query is carried out, but its answer never arrives (`silent`)
 * or arrives late (`late`). The answer is empty and the query isn't carried out (`empty`). Or the answer is about
 * someone else (`wrong`).
 */
export type AnswerFault = "silent" | "empty" | "late" | "wrong";

/** The fault that applies to the answer of one query. */
export interface AnswerFate {
  readonly how: AnswerFault;
  /** The delay in ms, used only for `late`. */
  readonly lateMs: number;
}

interface Begun extends AnswerFate {
  readonly choice: QueryChoice;
  readonly until: number;
}

/**
 * Temporary faults in the answers to queries. Any number of them can be active at once, for different kinds of faults,
 * namespaces and numbers.
 */
export class AnswerFaults {
  readonly #clock: Clock;
  #begun: Begun[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Starts a fault and replaces all faults of the same kind that its choice covers. With 0 seconds, only ends those
   * faults.
   */
  begin(how: AnswerFault, choice: QueryChoice, forSeconds: number, lateMs = 0): void {
    this.#begun = this.#begun.filter((one) => one.how !== how || !includes(choice, one.choice));
    if (forSeconds <= 0) return;
    this.#begun.push({ how, choice, lateMs, until: this.#clock.now().getTime() + forSeconds * 1000 });
  }

  /**
   * Returns the fault for a query. @param phone the linked number that sends the query. @returns null if the query is
   * answered normally.
   */
  of(namespace: string, request: string, phone: string): AnswerFate | null {
    const now = this.#clock.now().getTime();
    return this.#begun.find(({ choice, until }) => until > now && takesIn(choice, namespace, request, phone)) ?? null;
  }
}

/** Whether a choice covers all queries that another choice covers. */
function includes(choice: QueryChoice, { namespace, request, phone }: QueryChoice): boolean {
  const fields = [
    [choice.namespace, namespace],
    [choice.request, request],
    [choice.phone, phone],
  ];
  return fields.every(([wide, narrow]) => wide === null || wide === narrow);
}
