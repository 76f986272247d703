import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import type { Owner } from "../../core/records/owner.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { AnswerUnknown } from "../baileys/fixes/known-answer.ts";
import { NoDevice } from "../baileys/outbound/recipients.ts";
import { Troubles } from "./troubles.ts";

/** How long a look waits for the network's answer; a later one wakes the lane. Our number: docs/decisions/0130. */
const PATIENCE_MS = 1_000;
/** The same while another answer is late already: the network may answer nobody. */
const LITTLE_PATIENCE_MS = 50;
/** A question whose answer is awaited keeps its row at rest; its end wakes the lane long before. */
const AWAITED_MS = 60_000;

/** The outcome of a question; an error: the network does not say it, or knows no device of the person. */
export type Asked = "answered" | "asking" | AnswerUnknown | NoDevice;

interface Question {
  outcome: Asked;
  /** Nobody waits for it any more: its end wakes the lane. */
  isLeft: boolean;
  ended: Promise<void>;
}

/**
 * Asks the network for what a message takes (whose devices it goes to, their keys) beside the lane, before the message
 * begins: a network that does not answer holds up this row alone, and no slot. Kept in this task's memory only.
 */
export class Asks {
  readonly #deps: LaneDeps;
  readonly #own: Owner;
  /** By row. */
  readonly #questions = new Map<string, Question>();
  /** Rows whose questions got no answer. */
  readonly #troubles = new Troubles();

  constructor(deps: LaneDeps, own: Owner) {
    this.#deps = deps;
    this.#own = own;
  }

  /**
   * Asks for a row's message, or waits further for an answer that is awaited already. Errors of other kinds count as
   * answered: whoever makes the message meets them again.
   */
  async ask(sk: string, work: () => Promise<void>): Promise<Asked> {
    const isAnyLate = [...this.#questions.values()].some(({ isLeft }) => isLeft);
    const question = this.#questions.get(sk) ?? this.#begin(sk, work);
    await waitFor(this.#deps, question.ended, isAnyLate ? LITTLE_PATIENCE_MS : PATIENCE_MS);
    question.isLeft = question.outcome === "asking";
    return question.outcome;
  }

  /** How often in a row a question for this row got no answer. */
  failures(sk: string): number {
    return this.#troubles.passing(sk);
  }

  /** Rows whose answer is awaited, or did not come, and until when they rest (epoch ms). */
  resting(now: Date): [string, number][] {
    const awaited = [...this.#questions].filter(([, { isLeft }]) => isLeft).map(([sk]) => sk);
    return [...this.#troubles.resting(now), ...awaited.map((sk): [string, number] => [sk, now.getTime() + AWAITED_MS])];
  }

  #begin(sk: string, work: () => Promise<void>): Question {
    const question: Question = { outcome: "asking", isLeft: false, ended: Promise.resolve() };
    question.ended = work()
      .then(() => "answered" as const)
      .catch((error: unknown) => (isUnknown(error) ? error : ("answered" as const)))
      .then((outcome) => {
        question.outcome = outcome;
        this.#questions.delete(sk);
        if (outcome === "answered") this.#troubles.ended(sk);
        else this.#troubles.failed(sk, outcome, this.#deps.clock.now(), { isPassing: true });
        if (question.isLeft) return this.#wake();
      });
    this.#questions.set(sk, question);
    return question;
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

const isUnknown = (error: unknown): error is AnswerUnknown | NoDevice =>
  error instanceof AnswerUnknown || error instanceof NoDevice;

async function waitFor({ clock }: LaneDeps, outcome: Promise<void>, ms: number): Promise<void> {
  const stop = new AbortController();
  await Promise.race([outcome, clock.until(new Date(clock.now().getTime() + ms), stop.signal)]);
  stop.abort();
}
