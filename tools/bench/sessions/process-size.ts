import { setTimeout as pause } from "node:timers/promises";
import { processorMs } from "../support/process-time.ts";
import { type Collected, collected } from "./collected.ts";

/** The size of an idle process: its memory after garbage collection, and how active it is while nothing happens. */
export interface ProcessSize extends Collected {
  /** The CPU time per second, in ms. */
  cpuMsPerSec: number;
}

const SETTLES_MS = 10_000;
const WATCHED_SEC = 20;

/** Waits until a process settles, watches it for a while, then collects its garbage. @param output see collected.ts. */
export async function idleSize(pid: number, output: () => string): Promise<ProcessSize> {
  await pause(SETTLES_MS);
  const before = processorMs(pid);
  await pause(WATCHED_SEC * 1_000);
  const cpuMsPerSec = (processorMs(pid) - before) / WATCHED_SEC;
  return { ...(await collected(pid, output)), cpuMsPerSec };
}
