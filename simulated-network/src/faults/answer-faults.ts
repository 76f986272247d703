import type { Clock } from "../process/clock.ts";
import { type QueryChoice, takesIn } from "./refusals.ts";

/**
 * How the answers of queries go wrong: the query is carried out and nobody hears of it (`silent`) or hears of it late
 * (`late`); the answer holds nothing (`empty`, and nothing is carried out), or is about somebody else (`wrong`).
 */
export type AnswerFault = "silent" | "empty" | "late" | "wrong";

/** The fate of one query's answer. */
export interface AnswerFate {
  readonly how: AnswerFault;
  /** How late it is, ms; of `late` only. */
  readonly lateMs: number;
}

interface Begun extends AnswerFate {
  readonly choice: QueryChoice;
  readonly until: number;
}

/** Answers of queries that go wrong for a while: as many kinds, namespaces and numbers at once as a test wants. */
export class AnswerFaults {
  readonly #clock: Clock;
  #begun: Begun[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts one in place of an equal one; 0 seconds ends all of its kind that match. */
  begin(how: AnswerFault, choice: QueryChoice, forSeconds: number, lateMs = 0): void {
    this.#begun = this.#begun.filter((one) => one.how !== how || !includes(choice, one.choice));
    if (forSeconds <= 0) return;
    this.#begun.push({ how, choice, lateMs, until: this.#clock.now().getTime() + forSeconds * 1000 });
  }

  /** @param phone of the linked number that asks. @returns null: it is answered as ever. */
  of(namespace: string, request: string, phone: string): AnswerFate | null {
    const now = this.#clock.now().getTime();
    return this.#begun.find(({ choice, until }) => until > now && takesIn(choice, namespace, request, phone)) ?? null;
  }
}

/** Whether a choice takes in all that another one does. */
function includes(choice: QueryChoice, { namespace, request, phone }: QueryChoice): boolean {
  const fields = [
    [choice.namespace, namespace],
    [choice.request, request],
    [choice.phone, phone],
  ];
  return fields.every(([wide, narrow]) => wide === null || wide === narrow);
}
