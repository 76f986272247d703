import { monitorEventLoopDelay } from "node:perf_hooks";

/** A process's resource usage, in seconds and bytes. */
export type ProcessFigures = Record<
  "cpu_seconds" | "resident_bytes" | "heap_bytes" | "external_bytes" | "delay_p99_seconds" | "delay_max_seconds",
  number
>;

/**
 * The resolution of the delay measurement: fine enough to detect a stall that people would notice, and coarse enough to
 * cost almost nothing.
 */
const RESOLUTION_MS = 50;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/**
 * Returns a function that measures this process's resource usage. Measurement of the event loop's delay starts with the
 * first call and is reset by each call. If a process's figures are never requested, nothing is measured.
 */
export function processFigures(): () => ProcessFigures {
  let delay: ReturnType<typeof monitorEventLoopDelay> | null = null;
  return () => {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, external } = process.memoryUsage();
    const seconds = (nanoseconds: number | undefined) => Math.max(0, (nanoseconds ?? 0) / NANOSECONDS);
    const figures = {
      cpu_seconds: (user + system) / MICROSECONDS,
      resident_bytes: rss,
      heap_bytes: heapUsed,
      external_bytes: external,
      delay_p99_seconds: seconds(delay?.count ? delay.percentile(99) : 0),
      delay_max_seconds: seconds(delay?.count ? delay.max : 0),
    };
    delay?.reset();
    if (delay === null) {
      delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      delay.enable();
    }
    return figures;
  };
}
