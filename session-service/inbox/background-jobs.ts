import { FairSlots } from "./fair-slots.ts";
import type { Job } from "./job.ts";

/** A piece of slow work. The `id` prevents it from being queued twice. */
export interface BackgroundJob extends Job {
  id: string;
  /** The message's sender. Jobs alternate between senders. */
  by: string;
}

/** How many jobs can run concurrently, in total and for messages from one sender. */
const AT_ONCE = 3;
const OF_ONE_AT_ONCE = 2;
/** The maximum number of messages that may wait for slow work, from one sender and in total. */
const MOST_OF_ONE = 1_000;
const MOST = 4_000;

/** The jobs for one message. */
interface About {
  /** The sender in whose turn the jobs run. */
  by: string;
  jobs: BackgroundJob[];
}

/** Runs slow jobs. Jobs for the same message run in order; jobs for different messages run concurrently. */
export class BackgroundJobs {
  readonly #jobs = new Map<string, About>();
  readonly #counts = new Map<string, number>();
  readonly #slots = new FairSlots(AT_ONCE, OF_ONE_AT_ONCE);
  readonly #run: (job: BackgroundJob) => Promise<void>;
  readonly #onEmpty: () => void;

  /** @param run runs one job. Never rejects. */
  constructor(run: (job: BackgroundJob) => Promise<void>, onEmpty: () => void) {
    this.#run = run;
    this.#onEmpty = onEmpty;
  }

  get isEmpty(): boolean {
    return this.#jobs.size === 0;
  }

  /** Whether a job for this message is waiting or running. */
  has(about: string): boolean {
    return this.#jobs.has(about);
  }

  /** Whether there is room for slow work for another message from this sender. */
  hasRoom(by: string): boolean {
    return this.#jobs.size < MOST && (this.#counts.get(by) ?? 0) < MOST_OF_ONE;
  }

  /** Queues a job after the other jobs for the same message, unless a job with the same ID is already queued. */
  add(about: string, job: BackgroundJob): void {
    const found = this.#jobs.get(about);
    if (found) {
      if (!found.jobs.some(({ id }) => id === job.id)) found.jobs.push(job);
      return;
    }
    const { by } = job;
    this.#jobs.set(about, { by, jobs: [job] });
    this.#counts.set(by, (this.#counts.get(by) ?? 0) + 1);
    this.#slots.enter(by, () => void this.#work(about));
  }

  /** Waits inside a job for this message. Meanwhile, the job's slot is free, so that other jobs can continue. */
  async rest<T>(about: string, wait: () => Promise<T>): Promise<T> {
    const by = this.#jobs.get(about)?.by;
    if (by === undefined) return wait();
    this.#slots.leave(by);
    try {
      return await wait();
    } finally {
      await new Promise<void>((resolve) => this.#slots.enter(by, resolve));
    }
  }

  async #work(about: string): Promise<void> {
    const { by = "", jobs = [] } = this.#jobs.get(about) ?? {};
    // A job stays in the list until it is done, so it can't be queued again before that.
    for (let job = jobs[0]; job; job = jobs[0]) {
      await this.#run(job);
      jobs.shift();
    }
    this.#jobs.delete(about);
    const left = (this.#counts.get(by) ?? 1) - 1;
    if (left === 0) this.#counts.delete(by);
    else this.#counts.set(by, left);
    this.#slots.leave(by);
    if (this.isEmpty) this.#onEmpty();
  }
}
