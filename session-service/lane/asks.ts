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
 * How long a check waits for the network's answer. An answer that arrives later wakes the lane. We chose this value
 * ourselves: docs/decisions/0130.
 */
const PATIENCE_MS = 1_000;
/**
 * How long a check waits while other answers are already late, because the network might not be answering at all. All
 * late queries share this wait, so a hundred of them delay the next message only slightly more than a single query
 * does.
 */
const LITTLE_PATIENCE_MS = 50;
/**
 * How late an answer must be before customers see that as the reason for the wait. The answers for a large group's
 * first message take a few seconds.
 */
const LATE_MS = 5_000;
/**
 * How long to retain an answer that arrived when no check was waiting for it, so that the check it wakes can use it.
 */
const GOOD_FOR_MS = 60_000;
const ANSWERS_KEPT = 1_000;
/**
 * After this many answers without a device, a person is considered not to be on the network. We chose this value
 * ourselves: docs/decisions/0130.
 */
export const NO_DEVICE_TRIES = 3;
/**
 * The maximum time for which a row rests because of a pending query. Normally, the answer wakes the lane long before
 * that.
 */
const AWAITED_MS = 60_000;

/**
 * The outcome of a query. It is an error if the network doesn't answer, or reports that the person has no device or
 * that their number has another form.
 */
export type AskOutcome = "answered" | "asking" | AnswerUnknown | NoDevice | OtherForm;

interface Question {
  /** The message or person that the query is about. A broadcast's row stands for one person after another. */
  about: string;
  outcome: AskOutcome;
  /** Whether the answer has been awaited for longer than `LATE_MS`. */
  isLate: boolean;
  /** Whether the check that wanted the answer has given up waiting, so the answer's arrival must wake the lane. */
  isLeft: boolean;
  ended: Promise<void>;
}

/**
 * Queries the network for everything that a message requires (the recipients' devices and keys), in parallel with the
 * lane, before the message starts. If the network does not answer, only this message's row is held up, and no slot is
 * occupied. The queries exist only in this task's memory.
 */
export class Asks {
  readonly #deps: LaneDeps;
  readonly #own: Owner;
  /** The pending queries, by the sort key of their row. */
  readonly #questions = new Map<string, Question>();
  /**
   * Answers that arrived when no check was waiting for them. Without this map, the check woken by an answer would send
   * the query again. While other answers are late, that check wouldn't wait long enough for the new answer either, and
   * so on.
   */
  readonly #answered = new Lru<{ about: string; outcome: AskOutcome; until: number }>(ANSWERS_KEPT);
  /** How often the network answered, without another answer in between, that a row's person has no device. */
  readonly #withoutDevice = new Lru<{ about: string; times: number; outcome: NoDevice }>(ANSWERS_KEPT);
  /** Rows whose queries went unanswered. */
  readonly #troubles = new Troubles();

  constructor(deps: LaneDeps, own: Owner) {
    this.#deps = deps;
    this.#own = own;
  }

  /**
   * Queries the network for the data that a row's message needs, or keeps waiting for a pending answer. Other errors
   * count as an answer, because they recur when the message is built.
   * @param about whom the query is about, if the row isn't always about the same. An answer about someone else is not
   * used.
   */
  async ask(sk: string, work: () => Promise<void>, about = sk): Promise<AskOutcome> {
    const known = this.#answered.get(sk);
    this.#answered.delete(sk);
    if (known?.about === about && this.#deps.clock.now().getTime() < known.until) return known.outcome;
    // Without this, answers that always arrive too late for their check would never end the message.
    const without = this.#withoutDevice.get(sk);
    if (without?.about === about && without.times >= NO_DEVICE_TRIES) return without.outcome;
    const late = [...this.#questions.values()].filter(({ isLeft }) => isLeft).length;
    const pending = this.#questions.get(sk);
    const question = pending?.about === about ? pending : this.#begin(sk, about, work);
    await waitFor(question.ended, late > 0 ? LITTLE_PATIENCE_MS / late : PATIENCE_MS);
    question.isLeft = question.outcome === "asking";
    return question.outcome;
  }

  /** Whether the answer has been pending for longer than `LATE_MS`. */
  isLate(sk: string): boolean {
    return this.#questions.get(sk)?.isLate === true;
  }

  /**
   * Returns how many consecutive answers for the row said that the person has no device. Queries without an answer in
   * between neither count nor interrupt them.
   */
  answersWithoutDevice(sk: string): number {
    return this.#withoutDevice.get(sk)?.times ?? 0;
  }

  /** Ends the rest of a row that continues with someone else, because the person it was about has been given up. */
  goOn(sk: string): void {
    this.#troubles.ended(sk);
  }

  /**
   * Returns the rows that rest because an answer is pending or never arrived, each with the time until which it rests,
   * in epoch ms.
   */
  resting(now: Date): [string, number][] {
    const awaited = [...this.#questions].filter(([, { isLeft }]) => isLeft);
    return [
      ...this.#troubles.resting(now),
      ...awaited.map(([sk]): [string, number] => [sk, now.getTime() + AWAITED_MS]),
    ];
  }

  #begin(sk: string, about: string, work: () => Promise<void>): Question {
    const question: Question = { about, outcome: "asking", isLate: false, isLeft: false, ended: Promise.resolve() };
    const late = setTimeout(() => {
      question.isLate = true;
      if (question.isLeft) void this.#look(question);
    }, LATE_MS);
    question.ended = work()
      .then(() => "answered" as const)
      .catch((error: unknown) => (isUnknown(error) ? error : ("answered" as const)))
      .then((outcome) => {
        clearTimeout(late);
        question.outcome = outcome;
        if (this.#questions.get(sk) !== question) return; // the row is about someone else by now
        this.#questions.delete(sk);
        this.#note(sk, question);
        if (question.isLeft) return this.#wake();
      });
    this.#questions.set(sk, question);
    return question;
  }

  /** Records the outcome of a query that has ended. */
  #note(sk: string, { about, outcome, isLeft }: Question): void {
    const now = this.#deps.clock.now();
    if (outcome instanceof NoDevice) {
      const before = this.#withoutDevice.get(sk);
      this.#withoutDevice.set(sk, { about, times: before?.about === about ? before.times + 1 : 1, outcome });
    }
    if (outcome === "answered" || outcome instanceof OtherForm) {
      this.#withoutDevice.delete(sk);
      this.#troubles.ended(sk);
      if (isLeft) this.#answered.set(sk, { about, outcome, until: now.getTime() + GOOD_FOR_MS });
    } else this.#troubles.failed(sk, outcome, now, { isPassing: true });
  }

  /** Makes the lane check a row whose answer is late, so the delay is reported. */
  #look(question: Question): Promise<void> {
    question.isLeft = false;
    return this.#wake();
  }

  async #wake(): Promise<void> {
    const { instance_id } = this.#own;
    await ensureWake(this.#deps, instanceLane(instance_id), this.#deps.clock.now(), null).catch((error: unknown) => {
      this.#deps.log.error(
        { instance_id, error: String(error) },
        "a lane could not be woken after a response from the network",
      );
    });
  }
}

const isUnknown = (error: unknown): error is AnswerUnknown | NoDevice | OtherForm =>
  error instanceof AnswerUnknown || error instanceof NoDevice || error instanceof OtherForm;

/** Waits by the machine's own clock rather than the gateway's, because the network's answers take real time. */
async function waitFor(outcome: Promise<void>, ms: number): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([outcome, patience]);
  clearTimeout(timer);
}
