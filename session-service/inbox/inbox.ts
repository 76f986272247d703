import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "../../core/ports.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { Nudge } from "../process/nudge.ts";
import { type Foreman, finishJob } from "./finish-job.ts";
import type { Job } from "./job.ts";
import { PhoneLine } from "./phone-line.ts";
import { type SideJob, SideJobs } from "./side-jobs.ts";

/** Leaves the library's asynchronous contexts, in which its key transactions hide. */
const outside = AsyncLocalStorage.snapshot();

interface Queued {
  job: Job;
  finished: () => void;
}

/**
 * What came from the network, one after the other. The library's callbacks only put jobs in; a loop started outside of
 * them does the work. A job that fails because the table is away is tried again for as long as the instance is ours, and
 * never dropped: behind it stands the journal, which is replayed by whoever owns the instance next. A job that can never
 * succeed is set aside, and what stands behind it goes on. Slow work runs beside it, so that a large file does not hold
 * up the texts behind it.
 */
export class Inbox {
  readonly #jobs: Queued[] = [];
  readonly #nudge = new Nudge();
  readonly #stopping = new AbortController();
  readonly #foreman: Foreman;
  readonly #onFenceLost: () => void;
  readonly #empty = new Set<() => void>();
  readonly #beside = new SideJobs(
    (job) => this.finish(job),
    () => this.isEmpty && this.#tellEmpty(),
  );
  /** The linked phone, as far as a connection is open. */
  readonly phone = new PhoneLine();

  /** @param metrics where it is counted what is set aside; absent: nowhere. */
  constructor(log: Log, instance: string, onFenceLost: () => void, metrics?: Foreman["metrics"]) {
    this.#foreman = { log, instance_id: instance, metrics };
    this.#onFenceLost = onFenceLost;
    outside(() => void this.#run());
  }

  /** Takes a job on. @returns when it is done or set aside; never when the inbox is stopped before. */
  add(job: Job): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#stopping.signal.aborted) return promise;
    this.#jobs.push({ job, finished: resolve });
    this.#nudge.give();
    return promise;
  }

  /** Does a job here and now, to its end; call it from a job only. Never rejects; returns early when it is stopped. */
  async finish(job: Job): Promise<void> {
    try {
      await finishJob(job, this.#foreman, this.#stopping.signal);
    } catch (error) {
      if (!(error instanceof FenceLost)) throw error; // finishJob throws nothing else
      this.stop();
      this.#onFenceLost();
    }
  }

  /**
   * Takes on slow work about a message, beside the others and behind what is about the same message; once, while it is
   * there. Call it from a job only.
   */
  beside(about: string, job: SideJob): void {
    if (!this.#stopping.signal.aborted) this.#beside.add(about, job);
  }

  /** Whether slow work about this message is waiting or running. */
  isBeside(about: string): boolean {
    return this.#beside.has(about);
  }

  get isEmpty(): boolean {
    return this.#jobs.length === 0 && this.#beside.isEmpty;
  }

  /** Resolves when nothing is left, or the inbox was stopped. */
  emptied(): Promise<void> {
    if (this.isEmpty || this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => this.#empty.add(resolve));
  }

  /** Does nothing more; what is left belongs to the next owner. */
  stop(): void {
    this.#stopping.abort();
    this.#jobs.length = 0;
    this.#tellEmpty();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const next = this.#jobs[0];
      if (!next) {
        if (this.isEmpty) this.#tellEmpty();
        await this.#nudge.wait(signal);
        continue;
      }
      await this.finish(next.job);
      if (signal.aborted) return;
      this.#jobs.shift();
      next.finished();
    }
  }

  #tellEmpty(): void {
    for (const resolve of this.#empty) resolve();
    this.#empty.clear();
  }
}
