import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import type { Owner } from "../../core/records/owner.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { OtherForm } from "../baileys/outbound/other-form.ts";
import { NoDevice } from "../baileys/outbound/recipients.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import { Lru } from "../baileys/shared/lru.ts";
import { Troubles } from "./troubles.ts";

/**
 * How long a check waits for the network's answer. An answer that arrives later wakes the lane. Our number:
 * docs/decisions/0130.
 */
const PATIENCE_MS = 1_000;
/**
 * The same while other answers are already late, because the network may not be answering at all. All late queries
 * share this wait, so that a hundred of them delay the next message by little more than a single one.
 */
const LITTLE_PATIENCE_MS = 50;
/**
 * If an answer takes longer, customers are shown that as the reason for the wait. The answers for a large group's first
 * message take some seconds.
 */
const LATE_MS = 5_000;
/** How long an answer for which no check waited is kept for the check that it wakes. */
const GOOD_FOR_MS = 60_000;
const ANSWERS_KEPT = 1_000;
/** How long a pending query lets its row rest, at most; normally the answer wakes the lane long before. */
const AWAITED_MS = 60_000;

/**
 * The outcome of a query. It is an error if the network does not answer, knows no device of the person, or knows them
 * by another form of their number.
 */
export type AskOutcome = "answered" | "asking" | AnswerUnknown | NoDevice | OtherForm;

interface Question {
  outcome: AskOutcome;
  /** Whether the answer has been awaited for longer than `LATE_MS`. */
  isLate: boolean;
  /** Whether no check waits for the answer any longer, so that its arrival must wake the lane. */
  isLeft: boolean;
  ended: Promise<void>;
}

/**
 * Queries everything that a message needs (the recipients' devices and keys) beside the lane, before the message
 * starts. If the network does not answer, that holds up only this message's row and takes no slot. Kept only in this
 * task's memory.
 */
export class Asks {
  readonly #deps: LaneDeps;
  readonly #own: Owner;
  /** By row. */
  readonly #questions = new Map<string, Question>();
  /**
   * Answers that arrived when no check waited for them. Without them, the check that an answer wakes would query again;
   * while other answers are late, that check would not wait long enough for the new answer either, and so on.
   */
  readonly #answered = new Lru<{ outcome: AskOutcome; until: number }>(ANSWERS_KEPT);
  /** Rows whose queries got no answer. */
  readonly #troubles = new Troubles();

  constructor(deps: LaneDeps, own: Owner) {
    this.#deps = deps;
    this.#own = own;
  }

  /**
   * Queries what a row's message needs, or keeps waiting for a pending answer. Other errors count as answered, because
   * they occur again when the message is created.
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

  /** Rows that rest because their answer is awaited or did not arrive, and until when (epoch ms). */
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

  /** Has the lane check a row whose answer is late, so that the delay is reported. */
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

/** Waits by the machine's own time, in which the network answers, rather than by the gateway's clock. */
async function waitFor(outcome: Promise<void>, ms: number): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([outcome, patience]);
  clearTimeout(timer);
}
