import type { InstanceId } from "../../core/contracts/ids.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import type { InstanceWorker } from "./instance-worker.ts";
import type { NextWake } from "./next-wake.ts";

/**
 * If rows are due within this time, the wait is only tracked in memory. Later due times are also written to the header.
 */
const SOON_MS = 30_000;
/** How often the task checks again while it may not act because its lease is in doubt. */
const MAY_NOT_ACT_MS = 1_000;
/**
 * How long a wake-up that this task returns to the queue is delayed. By the time the delay is over, the task has
 * usually stopped accepting wake-ups.
 */
const HANDED_BACK_MS = 1_000;

/**
 * Checks an instance's lane, and repeats the check if the lane was woken in the meantime. No lease is needed: one task
 * owns the instance, one loop in that task works the lane, and every step is conditional on the row, the message's
 * step, the sending state's `rev` and the fence. The loop's own state (whether it was woken, and how long it waits)
 * isn't stored, because a new owner always starts by checking the lane.
 */
export class LaneLoop {
  readonly #deps: LaneDeps;
  readonly #worker: Pick<InstanceWorker, "work">;
  readonly #planned: NextWake;
  /** Whether the instance and all of its data have been deleted. */
  isGone = false;
  readonly #instance: InstanceId;
  #again = false;
  /** Whether the lane has been woken and no check started since then has finished. */
  #isUnserved = false;
  #stopped = false;
  #wait: AbortController | null = null;

  constructor(deps: LaneDeps, instance: InstanceId, worker: Pick<InstanceWorker, "work">, planned: NextWake) {
    this.#deps = deps;
    this.#instance = instance;
    this.#worker = worker;
    this.#planned = planned;
  }

  /** Whether the loop is idle and waiting for a set time. */
  get isWaiting(): boolean {
    return this.#wait !== null && !this.#again;
  }

  /** Whether a check is due because the lane has been woken. */
  get isWoken(): boolean {
    return this.#again && !this.#stopped;
  }

  /** Records that there is something to check, interrupting any wait. @returns false if this loop has stopped. */
  wake(): boolean {
    if (this.#stopped) return false;
    this.#again = true;
    this.#isUnserved = true;
    this.#wait?.abort();
    return true;
  }

  /**
   * Stops the loop after the current check. An unserved wake-up goes back to the queue, because the next owner may have
   * checked the lane before the row was written.
   */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#wait?.abort();
    if (this.#isUnserved && !this.isGone) void this.#handBack();
  }

  async #handBack(): Promise<void> {
    const { wakeups, clock, log } = this.#deps;
    try {
      await wakeups.wake(instanceLane(this.#instance), new Date(clock.now().getTime() + HANDED_BACK_MS));
    } catch (error) {
      const about = { instance_id: this.#instance, error: String(error) };
      log.error(about, "a wake-up could not be returned; the sweep will handle it");
    }
  }

  /**
   * Runs until the lane is empty or the loop is stopped. @throws a check's error, in which case its wake-up stays
   * unserved. FenceLost is not thrown, because the instance then belongs to another task.
   */
  async run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      try {
        await this.#look();
      } catch (error) {
        if (error instanceof FenceLost) return this.stop();
        this.#again = true;
        throw error;
      }
    }
  }

  async #look(): Promise<void> {
    // The row behind a wake-up that arrives after this point may have been committed after the read started, so it
    // needs another check.
    const plan = await this.#worker.work(() => {
      this.#again = false;
    });
    if (plan === "gone") {
      this.isGone = true;
      return this.stop();
    }
    if (this.#stopped) return;
    const now = this.#deps.clock.now().getTime();
    if (plan === "may_not_act") return this.#waitUntil(now + MAY_NOT_ACT_MS);
    if (!this.#again) this.#isUnserved = false;
    const next = plan.next?.getTime() ?? null;
    const isSoon = next !== null && next - now <= SOON_MS;
    if (!isSoon && (await this.#planned.write(plan))) this.#again = true;
    if (next !== null) await this.#waitUntil(next);
  }

  async #waitUntil(at: number): Promise<void> {
    if (this.#again) return;
    const wait = new AbortController();
    this.#wait = wait;
    try {
      await this.#deps.clock.until(new Date(at), wait.signal);
    } finally {
      this.#wait = null;
    }
    this.#again = true;
  }
}
