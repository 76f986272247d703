import type { Clock } from "../process/clock.ts";
import { type QueryChoice, takesIn } from "./refusals.ts";

/**
 * The ways in which a query's answer can go wrong:
 * - `silent`: the query is carried out, but its answer never arrives
 * - `late`: the query is carried out, but its answer arrives late
 * - `empty`: the query isn't carried out, and the answer is empty
 * - `wrong`: the answer is about someone else
 */
export type AnswerFault = "silent" | "empty" | "late" | "wrong";

/** The fault that applies to a query's answer. */
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
 * Temporary faults in the answers to queries. Any number can be active at once, for different kinds of faults,
 * namespaces and numbers.
 */
export class AnswerFaults {
  readonly #clock: Clock;
  #begun: Begun[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Starts a fault, replacing all faults of the same kind that its choice covers. With 0 seconds, it only ends those
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
