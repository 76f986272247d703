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

/** Runs work outside the library's asynchronous contexts, which hold its key transactions. */
const outside = AsyncLocalStorage.snapshot();

interface Queued {
  job: Job;
  chat: string;
  finished: () => void;
}

/** The queue for jobs that concern the number itself rather than a particular chat. */
const OWN = "";

/**
 * The queue of jobs for data from the network. Jobs run in order, one at a time, except that a chat that has used up
 * its share must wait, so one sender delays others by at most a few seconds. The library's callbacks only add jobs; a
 * loop outside the callbacks runs them. A job that fails because the table is unreachable is retried for as long as the
 * instance is ours. After that, the next owner finds the job's data in the journal. A job that can never succeed is
 * quarantined. Slow work runs in the background, so a large file does not hold up the texts after it.
 */
export class Inbox {
  readonly #jobs: FairQueue<Queued>;
  #inHand: Queued | null = null;
  readonly #nudge = new Nudge();
  readonly #stopping = new AbortController();
  readonly #foreman: Foreman;
  readonly #onFenceLost: () => void;
  readonly #monotonicMs: () => number;
  /** The start time of the current job, or null if there is none. */
  #begunMs: number | null = null;
  readonly #empty = new Set<() => void>();
  readonly #background = new BackgroundJobs(
    (job) => this.finish(job),
    () => this.isEmpty && this.#tellEmpty(),
  );
  /** Sends requests to the linked phone while a connection is open. */
  readonly phone = new PhoneRequests();
  /** Called when a part of the phone's history is ready to be imported. */
  readonly history: { give: () => void } = { give: () => {} };
  /** Messages that were read on the phone before they were stored. */
  readonly reads = new WaitingReads();
  /** Tracks which texts were stored without a job, and whether the next one may be stored that way. */
  readonly texts: StoredTexts;
  /** The albums that have been announced. */
  readonly albums = new Albums();
  /** The share of messages in each chat that can't be displayed. */
  readonly unsupported: UnsupportedShare;

  /** Limits the log lines that strangers can cause. */
  readonly lines: StrangerLines;

  /**
   * @param metrics counts the quarantined jobs. If absent, they are not counted. @param monotonicMs a clock that never
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

  /** Adds a job. Resolves when the job is done or quarantined. Never settles if the inbox is stopped before that. */
  add(job: Job): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#stopping.signal.aborted) return promise;
    this.#jobs.add({ job, chat: job.chat ?? OWN, finished: resolve });
    this.#nudge.give();
    return promise;
  }

  /** Adds jobs ahead of all waiting jobs, because the added jobs are older. Must only be called from a job. */
  addFirst(jobs: Job[]): void {
    if (this.#stopping.signal.aborted) return;
    this.#jobs.addFirst(jobs.map((job) => ({ job, chat: job.chat ?? OWN, finished: () => {} })));
    this.#nudge.give();
  }

  /**
   * Runs a job immediately and to completion. Only call this from a job. Never rejects. Returns early if the inbox is
   * stopped.
   */
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
   * Adds slow work for a message. It runs in the background, after other slow work for the same message. A job that is
   * already queued isn't added again. Must only be called from a job.
   */
  inBackground(about: string, job: BackgroundJob): void {
    if (!this.#stopping.signal.aborted) this.#background.add(about, job);
  }

  /** Whether there is room for slow work for another message from this sender. */
  hasRoomFor(by: string): boolean {
    return this.#background.hasRoom(by);
  }

  /** Waits inside slow work for a message without holding up other slow work. */
  rest<T>(about: string, wait: () => Promise<T>): Promise<T> {
    return this.#background.rest(about, wait);
  }

  /** Whether slow work for this message is waiting or running. */
  isInBackground(about: string): boolean {
    return this.#background.has(about);
  }

  get isEmpty(): boolean {
    return this.#jobs.size === 0 && this.#inHand === null && this.#background.isEmpty;
  }

  /** Whether a text that arrives now may be stored ahead of the whole queue. */
  get isPassable(): boolean {
    const mayBePassed = ({ job }: Queued) => job.mayBePassed?.() === true;
    const isAllowed = this.#inHand === null || mayBePassed(this.#inHand);
    return !this.#stopping.signal.aborted && isAllowed && this.#jobs.every(mayBePassed);
  }

  /**
   * How long the current job has been running or retrying, in ms, or 0 if there is none. All later jobs are waiting for
   * it.
   */
  get ageMs(): number {
    return this.#begunMs === null || this.#stopping.signal.aborted ? 0 : this.#monotonicMs() - this.#begunMs;
  }

  /** Resolves when the queue is empty or the inbox has been stopped. */
  emptied(): Promise<void> {
    if (this.isEmpty || this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => this.#empty.add(resolve));
  }

  /** Stops the inbox. The remaining jobs are left to the next owner. */
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
