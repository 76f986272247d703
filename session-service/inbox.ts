import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { FenceLost } from "../core/operations/fence.ts";
import type { Log } from "../core/ports.ts";
import { PhoneLine } from "./baileys/inbound/phone-line.ts";
import { Nudge } from "./nudge.ts";
import { type SideJob, SideJobs } from "./side-jobs.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** Leaves the library's asynchronous contexts, in which its key transactions hide. */
const outside = AsyncLocalStorage.snapshot();

interface Job {
  what: string;
  work: (signal: AbortSignal) => Promise<void>;
}

/**
 * What came from the network, one after the other. The library's callbacks only put jobs in; a loop started outside of
 * them does the work. A failing job is tried again for as long as the instance is ours, and never dropped: behind it
 * stands the journal, which is replayed by whoever owns the instance next. Slow work runs beside it, so that a large
 * file does not hold up the texts behind it.
 */
export class Inbox {
  readonly #jobs: Job[] = [];
  readonly #nudge = new Nudge();
  readonly #stopping = new AbortController();
  readonly #log: Log;
  readonly #instance: string;
  readonly #onFenceLost: () => void;
  readonly #empty = new Set<() => void>();
  readonly #beside = new SideJobs(
    (job) => this.#finish(job),
    () => this.isEmpty && this.#tellEmpty(),
  );
  /** The linked phone, as far as a connection is open. */
  readonly phone = new PhoneLine();

  constructor(log: Log, instance: string, onFenceLost: () => void) {
    this.#log = log;
    this.#instance = instance;
    this.#onFenceLost = onFenceLost;
    outside(() => void this.#run());
  }

  add(what: string, work: () => Promise<void>): void {
    if (this.#stopping.signal.aborted) return;
    this.#jobs.push({ what, work });
    this.#nudge.give();
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
      const job = this.#jobs[0];
      if (!job) {
        if (this.isEmpty) this.#tellEmpty();
        await this.#nudge.wait(signal);
        continue;
      }
      await this.#finish(job);
      if (this.#jobs[0] === job) this.#jobs.shift();
    }
  }

  async #finish(job: Job): Promise<void> {
    const { signal } = this.#stopping;
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await job.work(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof FenceLost) {
          this.stop();
          return this.#onFenceLost();
        }
        const fields = { instance_id: this.#instance, what: job.what, error: String(error) };
        this.#log.error(fields, "storing what came from the network failed; it is tried again");
      }
      await pause(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  #tellEmpty(): void {
    for (const resolve of this.#empty) resolve();
    this.#empty.clear();
  }
}
