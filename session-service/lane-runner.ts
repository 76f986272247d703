import { runLane } from "../core/lanes/run-lane.ts";
import { instanceLane } from "../core/store/lane-names.ts";
import { breakLease } from "./adopt-instance.ts";
import { instanceWorker, isBusyBeside } from "./lane/instance-worker.ts";
import type { InstanceSession } from "./session.ts";
import type { SessionDeps } from "./session-deps.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Works the lane of one instance, one run at a time; a wake-up during a run makes it look again afterwards. */
export class LaneRunner {
  readonly #deps: SessionDeps;
  readonly #session: InstanceSession;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #wokenMs: number | null = null;

  constructor(deps: SessionDeps, session: InstanceSession) {
    this.#deps = deps;
    this.#session = session;
  }

  get isIdle(): boolean {
    return this.#running === null && !isBusyBeside(this.#session);
  }

  /** How long ago the lane was woken, when it has not been worked to its end since; else 0. */
  get ageMs(): number {
    return this.#wokenMs === null ? 0 : this.#deps.monotonicMs() - this.#wokenMs;
  }

  wake(): void {
    this.#again = true;
    this.#wokenMs ??= this.#deps.monotonicMs();
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Takes no wake-up any more; resolves when the run in hand has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const { instance_id } = this.#session;
    const worker = instanceWorker(this.#deps, this.#session);
    let pauseMs = FIRST_PAUSE_MS;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await runLane(this.#deps, instanceLane(instance_id), worker);
        pauseMs = FIRST_PAUSE_MS;
        this.#wokenMs = this.#again ? this.#deps.monotonicMs() : null;
      } catch (error) {
        this.#deps.log.error({ instance_id, error: String(error) }, "a run of the instance's lane broke off");
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        if (!this.#session.mayAct()) return;
        // The run's lease would keep the lane closed until it ran out.
        await breakLease(this.#deps, instance_id).catch(() => {});
        this.#again = true;
      }
    }
  }
}
