import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import type { Owner } from "../../core/records/owner.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { OtherForm } from "../baileys/outbound/other-form.ts";
import { NoDevice } from "../baileys/outbound/recipients.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import { Lru } from "../baileys/shared/lru.ts";
import { Troubles } from "./troubles.ts";

/** How long a check waits for the network's answer; a later one wakes the lane. Our number: docs/decisions/0130. */
const PATIENCE_MS = 1_000;
/**
 * The same while other answers are already late, because the network may answer nobody. All late ones share it, so that
 * a hundred of them delay the next message by little more than one does.
 */
const LITTLE_PATIENCE_MS = 50;
/**
 * An answer that takes longer is shown as the reason for the wait; those for a large group's first message take
 * seconds.
 */
const LATE_MS = 5_000;
/** An answer that nobody waited for is valid for the check that it wakes, if that comes this soon. */
const GOOD_FOR_MS = 60_000;
const ANSWERS_KEPT = 1_000;
/** A pending query keeps its row at rest; its end wakes the lane long before. */
const AWAITED_MS = 60_000;

/**
 * The outcome of a query; an error: the network does not report it, knows no device of the person, or knows them by
 * another form of their number.
 */
export type AskOutcome = "answered" | "asking" | AnswerUnknown | NoDevice | OtherForm;

interface Question {
  outcome: AskOutcome;
  /** Whether it has been awaited for long. */
  isLate: boolean;
  /** Whether nobody waits for it any longer, so its end wakes the lane. */
  isLeft: boolean;
  ended: Promise<void>;
}

/**
 * Queries everything that a message needs (recipients' devices, their keys) beside the lane, before the message starts,
 * so that a network that does not answer holds up only this row, and no slot. Kept only in this task's memory.
 */
export class Asks {
  readonly #deps: LaneDeps;
  readonly #own: Owner;
  /** By row. */
  readonly #questions = new Map<string, Question>();
  /**
   * Answers that arrived when nobody waited for them. If it were queried again at the check that it wakes, an answer
   * that takes longer than the little patience would be left again and again, for as long as another one is late.
   */
  readonly #answered = new Lru<{ outcome: AskOutcome; until: number }>(ANSWERS_KEPT);
  /** Rows whose queries got no answer. */
  readonly #troubles = new Troubles();

  constructor(deps: LaneDeps, own: Owner) {
    this.#deps = deps;
    this.#own = own;
  }

  /**
   * Queries a row's message, or keeps waiting for a pending answer. Errors of other kinds count as answered, because
   * creating the message meets them again.
   */
  async ask(sk: string, work: () => Promise<void>): Promise<AskOutcome> {
    const known = this.#answered.get(sk);
    this.#answered.delete(sk);
    if (known && this.#deps.clock.now().getTime() < known.until) return known.outcome;
    const late = [...this.#questions.values()].filter(({ isLeft }) => isLeft).length;
    const question = this.#questions.get(sk) ?? this.#begin(sk, work);
    await waitFor(question.ended, late > 0 ? LITTLE_PATIENCE_MS / late : PATIENCE_MS);
    question.isLeft = question.outcome === "asking";
    return question.outcome;
  }

  /** Whether an answer has been awaited for long. */
  isLate(sk: string): boolean {
    return this.#questions.get(sk)?.isLate === true;
  }

  /** How often in a row a query for this row got no answer. */
  failures(sk: string): number {
    return this.#troubles.passing(sk);
  }

  /** Rows whose answer is awaited, or did not arrive, and until when they rest (epoch ms). */
  resting(now: Date): [string, number][] {
    const awaited = [...this.#questions].filter(([, { isLeft }]) => isLeft);
    return [
      ...this.#troubles.resting(now),
      ...awaited.map(([sk]): [string, number] => [sk, now.getTime() + AWAITED_MS]),
    ];
  }

  #begin(sk: string, work: () => Promise<void>): Question {
    const question: Question = { outcome: "asking", isLate: false, isLeft: false, ended: Promise.resolve() };
    const late = setTimeout(() => {
      question.isLate = true;
      if (question.isLeft) void this.#look(sk);
    }, LATE_MS);
    question.ended = work()
      .then(() => "answered" as const)
      .catch((error: unknown) => (isUnknown(error) ? error : ("answered" as const)))
      .then((outcome) => {
        clearTimeout(late);
        question.outcome = outcome;
        this.#questions.delete(sk);
        if (outcome === "answered" || outcome instanceof OtherForm) {
          this.#troubles.ended(sk);
          const until = this.#deps.clock.now().getTime() + GOOD_FOR_MS;
          if (question.isLeft) this.#answered.set(sk, { outcome, until });
        } else this.#troubles.failed(sk, outcome, this.#deps.clock.now(), { isPassing: true });
        if (question.isLeft) return this.#wake();
      });
    this.#questions.set(sk, question);
    return question;
  }

  /** Has the lane check a row whose answer is late, which then reports that. */
  #look(sk: string): Promise<void> {
    const question = this.#questions.get(sk);
    if (question) question.isLeft = false;
    return this.#wake();
  }

  async #wake(): Promise<void> {
    const { instance_id } = this.#own;
    await ensureWake(this.#deps, instanceLane(instance_id), this.#deps.clock.now(), null).catch((error: unknown) => {
      this.#deps.log.error(
        { instance_id, error: String(error) },
        "a lane was not woken behind an answer of the network",
      );
    });
  }
}

const isUnknown = (error: unknown): error is AnswerUnknown | NoDevice | OtherForm =>
  error instanceof AnswerUnknown || error instanceof NoDevice || error instanceof OtherForm;

/** By the machine's own time, in which the network answers. */
async function waitFor(outcome: Promise<void>, ms: number): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([outcome, patience]);
  clearTimeout(timer);
}
