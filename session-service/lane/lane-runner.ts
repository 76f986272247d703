import type { MessageId } from "../../core/contracts/ids.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { SessionPort } from "../session-port.ts";
import { InstanceWorker, type InstanceWorkerDeps } from "./instance-worker.ts";
import { isMorningDue } from "./judge-in-time.ts";
import { LaneLoop } from "./lane-loop.ts";
import { LaneMemory } from "./lane-memory.ts";
import { NextWake } from "./next-wake.ts";

/** Dependencies of a runner: the parts of a session that its lane uses. */
type RunnerDeps = InstanceWorkerDeps & Pick<SessionDeps, "monotonicMs">;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Processes one instance's lane for as long as this task owns it, retrying after failures. */
export class LaneRunner {
  readonly #deps: RunnerDeps;
  readonly #session: SessionPort;
  readonly #loop: LaneLoop;
  readonly #gone: () => void;
  readonly #memory: LaneMemory;
  /** Cuts short the pause after a failure when the runner is stopped. */
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;
  #stopped = false;
  #wokenMs: number | null = null;

  /**
   * @param gone called once, after the instance and all its data have been deleted; the lane is no longer checked from
   * then on.
   * @param memory the memory of the session's lane; defaults to a new one.
   */
  constructor(deps: RunnerDeps, session: SessionPort, gone: () => void = () => {}, memory?: LaneMemory) {
    this.#deps = deps;
    this.#session = session;
    this.#gone = gone;
    const { account_id, instance_id, fence } = session;
    const own = { account_id, instance_id, fence };
    this.#memory = memory ?? new LaneMemory(deps, own, session);
    const worker = new InstanceWorker(deps, session, this.#memory);
    this.#loop = new LaneLoop(deps, instance_id, worker, new NextWake(deps, own));
  }

  get isIdle(): boolean {
    return (this.#running === null || this.#loop.isWaiting) && !this.#memory.isBusyBeside;
  }

  /**
   * Whether a morning has begun since the number was last judged. If so, its lane must be checked even if it is empty.
   */
  isMorningDue(now: Date): boolean {
    return isMorningDue(this.#memory.judged, now);
  }

  /** How long ago the lane was woken, or 0 if it has been fully processed since then. */
  get ageMs(): number {
    if (this.#wokenMs === null || this.#loop.isWaiting) return 0;
    return this.#deps.monotonicMs() - this.#wokenMs;
  }

  /** @param about the message that woke the lane. @returns false if this task no longer checks the lane. */
  wake(about: MessageId | null = null): boolean {
    if (this.#stopped) return false;
    if (about !== null) this.#memory.told.push(about);
    const isResting = this.#running === null || this.#loop.isWaiting;
    if (!this.#loop.wake()) return false;
    if (isResting) this.#wokenMs = this.#deps.monotonicMs();
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // Covers a wake-up between the loop's last check and this line.
      if (this.#loop.isWoken) this.wake();
    });
    return true;
  }

  /** Stops accepting wake-ups. Resolves when the current check has finished. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#ending.abort();
    this.#loop.stop();
    this.#memory.sends.flushRecords();
    await this.#running;
  }

  /** Resolves when the network's acknowledgements have been recorded. Call this method after the session has ended. */
  recorded(): Promise<void> {
    return this.#memory.sends.recorded();
  }

  async #run(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.#loop.run();
        this.#wokenMs = null;
        if (this.#loop.isGone && !this.#stopped) {
          this.#stopped = true;
          this.#gone();
        }
        return;
      } catch (error) {
        const { instance_id } = this.#session;
        this.#deps.log.error({ instance_id, error: String(error) }, "a check of an instance's lane was interrupted");
        const { clock } = this.#deps;
        await clock.until(new Date(clock.now().getTime() + pauseMs), this.#ending.signal);
        if (this.#stopped) return;
      }
    }
  }
}
