import type { Job } from "./job.ts";

/** One piece of slow work, named by `id` so that it is not taken on twice. */
export interface BackgroundJob extends Job {
  id: string;
}

/** Jobs that run at the same time. */
const AT_ONCE = 3;

/** Runs slow jobs: those about the same message in order, those about different messages at the same time. */
export class BackgroundJobs {
  readonly #jobs = new Map<string, BackgroundJob[]>();
  readonly #waiting: string[] = [];
  readonly #run: (job: BackgroundJob) => Promise<void>;
  readonly #onEmpty: () => void;
  #running = 0;

  /** @param run does one job; never rejects. */
  constructor(run: (job: BackgroundJob) => Promise<void>, onEmpty: () => void) {
    this.#run = run;
    this.#onEmpty = onEmpty;
  }

  get isEmpty(): boolean {
    return this.#jobs.size === 0;
  }

  /** Whether a job about this is waiting or running. */
  has(about: string): boolean {
    return this.#jobs.has(about);
  }

  /** Queues a job behind those about the same message, unless one with its id is queued already. */
  add(about: string, job: BackgroundJob): void {
    const jobs = this.#jobs.get(about);
    if (jobs) {
      if (!jobs.some(({ id }) => id === job.id)) jobs.push(job);
      return;
    }
    this.#jobs.set(about, [job]);
    this.#waiting.push(about);
    this.#fill();
  }

  #fill(): void {
    while (this.#running < AT_ONCE) {
      const about = this.#waiting.shift();
      if (about === undefined) return;
      void this.#work(about);
    }
  }

  async #work(about: string): Promise<void> {
    this.#running++;
    const jobs = this.#jobs.get(about) ?? [];
    // A job leaves the list only when it is done, so that it is not queued again meanwhile.
    for (let job = jobs[0]; job; job = jobs[0]) {
      await this.#run(job);
      jobs.shift();
    }
    this.#jobs.delete(about);
    this.#running--;
    this.#fill();
    if (this.isEmpty) this.#onEmpty();
  }
}
