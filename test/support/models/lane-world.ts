import type { LaneDeps, LanePlan, LaneRun, LaneWorker } from "../../../core/lanes/lane.ts";
import type { Clock } from "../../../core/ports.ts";
import { MemoryTable, type TableOperation } from "../memory-table.ts";

/** A table, a clock that the test advances, and wake-ups that are only recorded. */
export interface LaneWorld extends LaneDeps {
  table: MemoryTable;
  /** The wake-ups sent so far: the `lane`, and how many seconds after `START` it must be woken. */
  woken: { lane: string; sec: number }[];
  operations: TableOperation[];
  /** Returns the time `sec` seconds after `START`. */
  at(sec: number): Date;
  moveTo(sec: number): void;
  /** Makes the next wake-ups fail, as if the queue were unreachable. */
  breakWakeups(lane: string): void;
}

export const START = Date.parse("2026-11-20T09:30:00.000Z");

export function laneWorld(): LaneWorld {
  let now = START;
  let lastId = 0;
  const broken = new Set<string>();
  const operations: TableOperation[] = [];
  const woken: LaneWorld["woken"] = [];
  const clock: Clock = { now: () => new Date(now), until: async () => {} };
  return {
    table: new MemoryTable({
      now: () => now,
      hook: (operation, phase) => {
        if (phase === "before") operations.push(operation);
      },
    }),
    clock,
    wakeups: {
      wake: async (lane, at) => {
        if (broken.has(lane)) {
          throw Object.assign(new Error("the queue can't be reached"), { code: "ECONNREFUSED" });
        }
        woken.push({ lane, sec: (at.getTime() - START) / 1_000 });
      },
    },
    ids: { next: (prefix) => `${prefix}_${++lastId}`, random: (sizeBytes) => Buffer.alloc(sizeBytes) },
    log: { info() {}, warn() {}, error() {} },
    woken,
    operations,
    at: (sec) => new Date(START + sec * 1_000),
    moveTo: (sec) => {
      now = START + sec * 1_000;
    },
    breakWakeups: (lane) => broken.add(lane),
  };
}

/** Creates a scripted worker, optionally with a different plan after the close. */
export function fakeWorker(
  work: LanePlan | ((run: LaneRun) => Promise<LanePlan>),
  afterwards: LanePlan = { next: null, held: {} },
): LaneWorker & { runs: LaneRun[] } {
  const runs: LaneRun[] = [];
  return {
    runs,
    work: async (run) => {
      runs.push(run);
      return typeof work === "function" ? work(run) : work;
    },
    plan: async () => afterwards,
  };
}
