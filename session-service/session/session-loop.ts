import type { InstanceId } from "../../core/contracts/ids.ts";
import { Nudge } from "../process/nudge.ts";
import type { SessionDeps } from "../session-deps.ts";
import { StepWaiters } from "./step-waiters.ts";

const RETRY_STEP_MS = 1_000;

/** Runs a session's steps one by one, whenever something has changed and at the time requested by the last step. */
export class SessionLoop {
  readonly #deps: Pick<SessionDeps, "clock" | "log">;
  readonly #instance: InstanceId;
  readonly #step: () => Promise<Date | null>;
  readonly #ending: AbortSignal;
  readonly #nudge = new Nudge();
  readonly #waiters = new StepWaiters();
  #timer = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  /**
   * @param step takes a step and returns when to take the next one if nothing changes in the meantime. A failed step is
   * repeated.
   */
  constructor(
    deps: Pick<SessionDeps, "clock" | "log">,
    instance: InstanceId,
    step: () => Promise<Date | null>,
    ending: AbortSignal,
  ) {
    this.#deps = deps;
    this.#instance = instance;
    this.#step = step;
    this.#ending = ending;
  }

  /** Starts the loop and takes the first step right away. */
  start(): void {
    this.#loop = this.#run();
    this.look();
  }

  /** Makes a step due because something has changed. */
  look(): void {
    this.#nudge.give();
  }

  /** Resolves when a step that starts after this call has finished, but no later than `withinMs`. */
  nextStep(withinMs: number): Promise<void> {
    return this.#waiters.wait(withinMs);
  }

  /** Whether anyone is waiting for a step. */
  get isAwaited(): boolean {
    return !this.#waiters.isEmpty;
  }

  /** Resolves when the loop has ended. */
  ended(): Promise<void> {
    return this.#loop;
  }

  /** Releases everyone waiting for a step, because there won't be another. */
  release(): void {
    this.#waiters.release();
  }

  async #run(): Promise<void> {
    for (;;) {
      await this.#nudge.wait(this.#ending);
      if (this.#ending.aborted) break;
      const stepped = this.#waiters.stepBegins();
      const lookAt = await this.#patientStep();
      stepped();
      this.#lookAt(lookAt);
    }
    this.#waiters.release();
  }

  async #patientStep(): Promise<Date | null> {
    try {
      return await this.#step();
    } catch (error) {
      if (this.#ending.aborted) return null;
      this.#deps.log.error({ instance_id: this.#instance, error: String(error) }, "a session step failed");
      await new Promise((resolve) => setTimeout(resolve, RETRY_STEP_MS));
      return this.#deps.clock.now();
    }
  }

  /** Schedules the next step, replacing any step scheduled earlier. */
  #lookAt(at: Date | null): void {
    this.#timer.abort();
    if (!at) return;
    const timer = new AbortController();
    this.#timer = timer;
    const stopped = AbortSignal.any([timer.signal, this.#ending]);
    // `until` also resolves when it is aborted.
    void this.#deps.clock.until(at, stopped).then(() => timer.signal.aborted || this.#nudge.give());
  }
}
