import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { LaneDeps } from "../../../core/lanes/lane.ts";
import type { Clock, Ids, Log, Wakeups } from "../../../core/ports.ts";
import type { Table } from "../../../core/store/table.ts";
import { MemoryTable, type TableOperation } from "../memory-table.ts";

/** How severe the faults are. Probabilities are per step of a process or per wake-up. */
export interface Weather {
  kill: number;
  pause: number;
  /** The probability that a table call fails: either the call doesn't take effect, or its response is lost. */
  failCall: number;
  lose: number;
  double: number;
  early: number;
  late: number;
  /** Whether the sweep runs. Without faults, the lane must not need it. */
  sweeps: boolean;
}

export const WEATHER = {
  calm: { kill: 0, pause: 0, failCall: 0, lose: 0, double: 0, early: 0, late: 0, sweeps: false },
  faults: { kill: 0.012, pause: 0.015, failCall: 0.005, lose: 0.1, double: 0.15, early: 0.1, late: 0.1, sweeps: true },
  manyFaults: { kill: 0.05, pause: 0.05, failCall: 0.02, lose: 0.3, double: 0.3, early: 0.2, late: 0.2, sweeps: true },
} as const satisfies Record<string, Weather>;

const INDEX_LAG_MS = 15_000;

/** The start and length of a schedule. */
export interface Play {
  /** The start time, in epoch ms. */
  start: number;
  /** The length of a schedule's first part. Faults happen only in that part. Afterward, everything must recover. */
  faultsMs: number;
  skewMs: number;
  sweepEveryMs: number;
  stepsMax: number;
  /** The fraction of steps that take up to 600 ms. All other steps take up to 10 ms. */
  slow: number;
}

const PLAY: Play = {
  start: Date.parse("2026-11-20T09:30:00.000Z"),
  faultsMs: 100_000,
  skewMs: 1_000,
  sweepEveryMs: MINUTE_MS,
  stepsMax: 20_000,
  slow: 0.15,
};

/** A failure injected by the simulation. It may end a process, but the process must not do any further damage. */
export class InjectedFailure extends Error {
  /** The error code that the machine reports for a transient failure. */
  readonly code = "ECONNRESET";
}

/** A process. Its clock is off by `skewMs`, and it can be paused or killed at every step. */
export interface Process {
  name: string;
  skewMs: number;
  isDead: boolean;
  frozenUntil: number;
}

interface Event {
  at: number;
  process: Process | null;
  run: () => void;
}

/** Changes that a test makes to a process's dependencies. Each is a mistake that the model must detect. */
export interface Tampering {
  table?(table: Table, process: Process, sim: Simulation): Table;
  wakeups?(wakeups: Wakeups, process: Process): Wakeups;
}

/** Creates a small, fast random number generator (mulberry32) that gives the same numbers everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SILENT: Log = { info() {}, warn() {}, error() {} };

/**
 * A deterministic world: real code in many processes that share a table, in simulated time. At every table call and
 * every wake-up, another process may run, or the calling process may be paused or killed.
 */
export class Simulation {
  readonly random: () => number;
  readonly weather: Weather;
  readonly table: MemoryTable;
  readonly violations: string[] = [];
  /** When the last fault ends: at the end of a pause, or when a late message arrives. */
  lastFaultAt: number;
  /** Called with each operation that took effect and the process that made it, at the true time it took effect. */
  onApplied: (operation: TableOperation, process: Process) => void = () => {};
  /** Called when a wake-up is delivered. */
  onWakeup: (lane: string) => void = () => {};
  readonly #tampering: Tampering;
  readonly #schedules = new Set<string>();
  readonly #play: Play;
  #now: number;
  #events: Event[] = [];
  #steps = 0;
  #lastId = 0;
  #live = 0;
  #wakeups = 0;

  constructor(seed: number, weather: Weather, tampering: Tampering = {}, play: Partial<Play> = {}) {
    this.random = seededRandom(seed);
    this.#play = { ...PLAY, ...play };
    this.#now = this.#play.start;
    this.lastFaultAt = this.#play.start;
    this.weather = weather;
    this.#tampering = tampering;
    this.table = new MemoryTable({
      now: () => this.#now,
      indexLagMs: () => this.random() * INDEX_LAG_MS,
    });
  }

  /** The true time, in epoch milliseconds. */
  get now(): number {
    return this.#now;
  }

  get start(): number {
    return this.#play.start;
  }

  /** Simulates the machine sleeping: no code runs, and everything that becomes due in the meantime is late. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** The number of processes that are still running. */
  get live(): number {
    return this.#live;
  }

  /** The number of wake-ups in transit. */
  get wakeups(): number {
    return this.#wakeups;
  }

  chance(probability: number): boolean {
    return probability > 0 && this.random() < probability;
  }

  /** Returns an integer from `from` to `to`, inclusive. */
  between(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  violation(sentence: string): void {
    this.violations.push(`${((this.#now - this.start) / 1_000).toFixed(3)} s: ${sentence}`);
  }

  /** Schedules something at a true time, outside any process. It is never paused or killed. */
  at(at: number, run: () => void): void {
    this.#events.push({ at, process: null, run });
  }

  spawn(name: string, code: (deps: LaneDeps, process: Process) => Promise<unknown>): void {
    const skewMs = this.between(-this.#play.skewMs, this.#play.skewMs);
    const process: Process = { name, skewMs, isDead: false, frozenUntil: 0 };
    this.#live++;
    const end = () => {
      if (process.isDead) return;
      process.isDead = true;
      this.#live--;
    };
    code(this.#depsOf(process), process).then(end, (error: unknown) => {
      end();
      if (!isInjected(error)) this.violation(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    });
  }

  /** Kills the process in the middle of its work. */
  kill(process: Process): void {
    if (process.isDead) return;
    process.isDead = true;
    this.#live--;
    this.lastFaultAt = Math.max(this.lastFaultAt, this.#now);
  }

  /** Resumes the process after at least `ms`. Faults are injected at this point. */
  step(process: Process, ms = this.#latencyMs()): Promise<void> {
    if (this.#isFaulty() && !process.isDead) {
      if (this.chance(this.weather.kill)) {
        this.kill(process);
      } else if (this.chance(this.weather.pause)) {
        process.frozenUntil = this.#now + this.between(100, this.chance(0.5) ? 3_000 : 90_000);
        this.lastFaultAt = Math.max(this.lastFaultAt, process.frozenUntil);
      }
    }
    return new Promise((resolve) => this.#events.push({ at: this.#now + ms, process, run: resolve }));
  }

  /** Most steps are quick and a few are slow, because an occasional slow response lets other processes overtake. */
  #latencyMs(): number {
    return this.chance(this.#play.slow) ? this.between(0, 600) : this.between(0, 10);
  }

  /** Runs until `isDone` returns true, nothing is left to happen, or the true time passes `limit`. */
  async run(limit: number, isDone: () => boolean): Promise<void> {
    if (this.weather.sweeps) this.#sweepAt(this.start + this.between(0, this.#play.sweepEveryMs));
    while (!isDone() && this.violations.length === 0) {
      const event = this.#takeNext();
      if (!event) return;
      if (event.at > limit) {
        this.#events.push(event);
        return;
      }
      this.#now = Math.max(this.#now, event.at);
      const { process } = event;
      if (process?.isDead) continue;
      if (process && process.frozenUntil > this.#now) {
        this.#events.push({ ...event, at: process.frozenUntil });
        continue;
      }
      if (++this.#steps > this.#play.stepsMax) return this.violation("the system never comes to rest");
      event.run();
      await settled();
    }
  }

  #isFaulty(): boolean {
    return this.#now < this.start + this.#play.faultsMs;
  }

  /** Starts a sweep. Set by the scenario. */
  onSweep: () => void = () => {};

  #sweepAt(at: number): void {
    this.at(at, () => {
      this.#sweepAt(at + this.#play.sweepEveryMs);
      this.onSweep();
    });
  }

  #takeNext(): Event | undefined {
    let best = 0;
    for (let i = 1; i < this.#events.length; i++) if (this.#events[i]!.at < this.#events[best]!.at) best = i;
    const event = this.#events[best];
    const last = this.#events.pop();
    if (last && last !== event) this.#events[best] = last;
    return event;
  }

  #depsOf(process: Process): LaneDeps {
    const clock: Clock = {
      now: () => new Date(this.#now + process.skewMs),
      until: (at, signal) => this.#until(process, at, signal),
    };
    const ids: Ids = {
      next: (prefix) => `${prefix}_${String(++this.#lastId).padStart(6, "0")}`,
      random: (sizeBytes) => Buffer.alloc(sizeBytes, 7),
    };
    const plain = this.table.withHook((operation, phase) => this.#tableStep(process, operation, phase));
    const wakeups: Wakeups = {
      wake: async (lane, at) => {
        await this.step(process);
        this.#send(lane, at.getTime() - clock.now().getTime());
        await this.step(process);
      },
    };
    return {
      table: this.#tampering.table?.(plain, process, this) ?? plain,
      wakeups: this.#tampering.wakeups?.(wakeups, process) ?? wakeups,
      clock,
      ids,
      log: SILENT,
    };
  }

  #until(process: Process, at: Date, signal: AbortSignal | undefined): Promise<void> {
    const ms = Math.max(0, at.getTime() - process.skewMs - this.#now);
    return new Promise((resolve) => {
      const event: Event = { at: this.#now + ms, process, run: resolve };
      this.#events.push(event);
      signal?.addEventListener("abort", () => {
        this.#events = this.#events.filter((one) => one !== event);
        resolve();
      });
    });
  }

  async #tableStep(process: Process, operation: TableOperation, phase: "before" | "after"): Promise<void> {
    if (phase === "after") this.onApplied(operation, process);
    const fails = this.#isFaulty() && this.chance(this.weather.failCall);
    await this.step(process);
    if (fails) {
      this.lastFaultAt = Math.max(this.lastFaultAt, this.#now);
      throw new InjectedFailure("the table could not be reached");
    }
  }

  /** A schedule is deleted once it has fired, so its name can be reused. */
  #deliver(lane: string, at: number, schedule: string | null = null): void {
    this.#wakeups++;
    this.at(at, () => {
      if (schedule !== null) this.#schedules.delete(schedule);
      this.#wakeups--;
      this.onWakeup(lane);
    });
  }

  /** Uses SQS for wake-ups due within 15 minutes, and a schedule, which is precise to the minute, for later ones. */
  #send(lane: string, dueInMs: number): void {
    const { weather } = this;
    const isFaulty = this.#isFaulty();
    const delayMs = Math.max(0, Math.ceil(dueInMs / 1_000) * 1_000);
    let at = this.#now + delayMs;
    let schedule: string | null = null;
    if (delayMs > 900_000) {
      const minute = Math.floor((this.#now + dueInMs) / MINUTE_MS);
      const name = `${lane}|${minute}`;
      if (this.#schedules.has(name)) return;
      this.#schedules.add(name);
      schedule = name;
      at = (minute - 1) * MINUTE_MS + this.between(0, 59_000);
    }
    at += this.between(0, 40);
    if (isFaulty && this.chance(weather.lose)) {
      this.lastFaultAt = Math.max(this.lastFaultAt, at);
      if (schedule !== null) this.#schedules.delete(schedule);
      return;
    }
    if (isFaulty && this.chance(weather.early)) at = this.#now + this.random() * (at - this.#now);
    if (isFaulty && this.chance(weather.late)) {
      at += this.between(0, 20_000);
      this.lastFaultAt = Math.max(this.lastFaultAt, at);
    }
    this.#deliver(lane, at, schedule);
    if (isFaulty && this.chance(weather.double)) this.#deliver(lane, at + this.between(0, 20_000));
  }
}

/** Runs all code that can proceed without another step. Nothing in the simulation waits for real time or I/O. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function isInjected(error: unknown): boolean {
  if (error instanceof InjectedFailure) return true;
  return error instanceof AggregateError && error.errors.every(isInjected);
}
