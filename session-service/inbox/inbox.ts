import { AsyncLocalStorage } from "node:async_hooks";
import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Log } from "../../core/ports.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { StoredTexts } from "../baileys/keys/stored-texts.ts";
import { FairQueue } from "../process/fair-queue.ts";
import { Nudge } from "../process/nudge.ts";
import { Albums } from "./albums.ts";
import { type BackgroundJob, BackgroundJobs } from "./background-jobs.ts";
import { type Foreman, finishJob } from "./finish-job.ts";
import type { Job } from "./job.ts";
import { PhoneRequests } from "./phone-requests.ts";
import { type StrangerLines, strangerLines } from "./stranger-lines.ts";
import { UnsupportedShare } from "./unsupported-share.ts";
import { WaitingReads } from "./waiting-reads.ts";

/** Runs work outside the library's asynchronous contexts, in which its key transactions are kept. */
const outside = AsyncLocalStorage.snapshot();

interface Queued {
  job: Job;
  chat: string;
  finished: () => void;
}

/** Queue for jobs without a chat, which are about the number itself. */
const OWN = "";

/**
 * The queue of jobs for data from the network. Jobs run one after the other in their order, except that a chat that has
 * used up its share must wait, so that one writer delays others by a few seconds at most. The library's callbacks only
 * add jobs; a loop outside of them does the work. A job that fails because the table is unreachable is retried for as
 * long as the instance is ours; after that, the next owner finds it in the journal. A job that can never succeed is
 * quarantined. Slow work runs in the background, so that a large file does not hold up the texts after it.
 */
export class Inbox {
  readonly #jobs: FairQueue<Queued>;
  #inHand: Queued | null = null;
  readonly #nudge = new Nudge();
  readonly #stopping = new AbortController();
  readonly #foreman: Foreman;
  readonly #onFenceLost: () => void;
  readonly #monotonicMs: () => number;
  /** Start of the current job; null if there is none. */
  #begunMs: number | null = null;
  readonly #empty = new Set<() => void>();
  readonly #background = new BackgroundJobs(
    (job) => this.finish(job),
    () => this.isEmpty && this.#tellEmpty(),
  );
  /** Sends requests to the linked phone while a connection is open. */
  readonly phone = new PhoneRequests();
  /** Called when a part of the phone's history waits to be imported. */
  readonly history: { give: () => void } = { give: () => {} };
  /** Messages that were read on the phone before they were stored. */
  readonly reads = new WaitingReads();
  /** Remembers texts that were stored without a job, and whether the next one may be. */
  readonly texts: StoredTexts;
  /** The albums that were announced. */
  readonly albums = new Albums();
  /** How many messages of each chat can't be shown. */
  readonly unsupported: UnsupportedShare;

  /** The log lines that strangers can cause. */
  readonly lines: StrangerLines;

  /**
   * @param metrics counts the quarantined jobs; absent if nothing is counted. @param monotonicMs a clock that never
   * jumps.
   */
  constructor(
    log: Log,
    instance: InstanceId,
    onFenceLost: () => void,
    metrics?: Foreman["metrics"],
    monotonicMs = () => performance.now(),
  ) {
    this.#monotonicMs = monotonicMs;
    this.#jobs = new FairQueue(monotonicMs);
    this.texts = new StoredTexts(monotonicMs);
    this.unsupported = new UnsupportedShare(monotonicMs);
    this.lines = strangerLines(log, instance);
    this.#foreman = { log, instance_id: instance, metrics };
    this.#onFenceLost = onFenceLost;
    outside(() => void this.#run());
  }

  /** Adds a job. Resolves when it is done or quarantined; never if the inbox is stopped before. */
  add(job: Job): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#stopping.signal.aborted) return promise;
    this.#jobs.add({ job, chat: job.chat ?? OWN, finished: resolve });
    this.#nudge.give();
    return promise;
  }

  /** Adds jobs before all others that wait, because they are older. Call it only from a job. */
  addFirst(jobs: Job[]): void {
    if (this.#stopping.signal.aborted) return;
    this.#jobs.addFirst(jobs.map((job) => ({ job, chat: job.chat ?? OWN, finished: () => {} })));
    this.#nudge.give();
  }

  /** Runs a job at once, to its end; call it only from a job. Never rejects; returns early if it is stopped. */
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
   * Adds slow work about a message, to run in the background after other slow work about the same message. A job that
   * is already there is not added again. Call it only from a job.
   */
  inBackground(about: string, job: BackgroundJob): void {
    if (!this.#stopping.signal.aborted) this.#background.add(about, job);
  }

  /** Whether there is room for slow work about another message by this writer. */
  hasRoomFor(by: string): boolean {
    return this.#background.hasRoom(by);
  }

  /** Waits inside slow work about a message without keeping others from theirs. */
  rest<T>(about: string, wait: () => Promise<T>): Promise<T> {
    return this.#background.rest(about, wait);
  }

  /** Whether slow work about this message is waiting or running. */
  isInBackground(about: string): boolean {
    return this.#background.has(about);
  }

  get isEmpty(): boolean {
    return this.#jobs.size === 0 && this.#inHand === null && this.#background.isEmpty;
  }

  /** Whether a text that arrives now may be stored before everything in the queue. */
  get isPassable(): boolean {
    const mayBePassed = ({ job }: Queued) => job.mayBePassed?.() === true;
    const isAllowed = this.#inHand === null || mayBePassed(this.#inHand);
    return !this.#stopping.signal.aborted && isAllowed && this.#jobs.every(mayBePassed);
  }

  /** How long the current job has been running or retried, ms; 0 if there is none. The later jobs wait for it. */
  get ageMs(): number {
    return this.#begunMs === null || this.#stopping.signal.aborted ? 0 : this.#monotonicMs() - this.#begunMs;
  }

  /** Resolves when nothing is left, or the inbox was stopped. */
  emptied(): Promise<void> {
    if (this.isEmpty || this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => this.#empty.add(resolve));
  }

  /** Stops the inbox; the remaining jobs are the next owner's. */
  stop(): void {
    this.#stopping.abort();
    this.#jobs.clear();
    this.#inHand = null;
    this.#tellEmpty();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const next = this.#jobs.take();
      if (!next) {
        if (this.isEmpty) this.#tellEmpty();
        await this.#nudge.wait(signal);
        continue;
      }
      this.#inHand = next;
      const begunMs = this.#monotonicMs();
      this.#begunMs = begunMs;
      await this.finish(next.job);
      this.#begunMs = null;
      if (signal.aborted) return;
      this.#inHand = null;
      this.#jobs.charge(next.chat, this.#monotonicMs() - begunMs);
      next.finished();
    }
  }

  #tellEmpty(): void {
    for (const resolve of this.#empty) resolve();
    this.#empty.clear();
  }
}
