import type { Job } from "./job.ts";

/** One piece of slow work, named by `id` so that it is not taken on twice. */
export interface SideJob extends Job {
  id: string;
}

/** What runs at the same time. */
const AT_ONCE = 3;

/** Slow jobs: those about the same thing one after the other, those about different things side by side. */
export class SideJobs {
  readonly #jobs = new Map<string, SideJob[]>();
  readonly #waiting: string[] = [];
  readonly #run: (job: SideJob) => Promise<void>;
  readonly #onEmpty: () => void;
  #running = 0;

  /** @param run does one job; never rejects. */
  constructor(run: (job: SideJob) => Promise<void>, onEmpty: () => void) {
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

  /** Takes a job on, behind those about the same; not when one with its id is there already. */
  add(about: string, job: SideJob): void {
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
    // Off the list only when it is done: it must not be taken on again meanwhile.
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
