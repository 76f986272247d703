import type { Clock } from "../process/clock.ts";
import { type QueryChoice, takesIn } from "./refusals.ts";

/**
 * How the answers to queries go wrong: the query is carried out but its answer never arrives (`silent`) or arrives late
 * (`late`); the answer is empty and nothing is carried out (`empty`); or the answer is about someone else (`wrong`).
 */
export type AnswerFault = "silent" | "empty" | "late" | "wrong";

/** How one query's answer goes wrong. */
export interface AnswerFate {
  readonly how: AnswerFault;
  /** The delay in ms; only for `late`. */
  readonly lateMs: number;
}

interface Begun extends AnswerFate {
  readonly choice: QueryChoice;
  readonly until: number;
}

/** Answers to queries that go wrong for a while, for any number of kinds, namespaces and numbers at once. */
export class AnswerFaults {
  readonly #clock: Clock;
  #begun: Begun[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts a fault, replacing all of its kind that it covers; 0 seconds only ends those. */
  begin(how: AnswerFault, choice: QueryChoice, forSeconds: number, lateMs = 0): void {
    this.#begun = this.#begun.filter((one) => one.how !== how || !includes(choice, one.choice));
    if (forSeconds <= 0) return;
    this.#begun.push({ how, choice, lateMs, until: this.#clock.now().getTime() + forSeconds * 1000 });
  }

  /** @param phone the linked number that sends the query. @returns null if it is answered normally. */
  of(namespace: string, request: string, phone: string): AnswerFate | null {
    const now = this.#clock.now().getTime();
    return this.#begun.find(({ choice, until }) => until > now && takesIn(choice, namespace, request, phone)) ?? null;
  }
}

/** Whether a choice covers everything that another one does. */
function includes(choice: QueryChoice, { namespace, request, phone }: QueryChoice): boolean {
  const fields = [
    [choice.namespace, namespace],
    [choice.request, request],
    [choice.phone, phone],
  ];
  return fields.every(([wide, narrow]) => wide === null || wide === narrow);
}
