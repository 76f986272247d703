/** The median and the tail of a set of durations, in milliseconds. */
export interface Spread {
  p50: number;
  p95: number;
  max: number;
}

export function spread(durationsMs: number[]): Spread {
  const sorted = [...durationsMs].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? 0 };
}

export const rounded = (ms: number) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

/**
 * Runs `job` for each number below `count`, with at most `width` jobs running at the same time. @returns the duration
 * of each job and of all jobs together.
 */
export async function inParallel(count: number, width: number, job: (n: number) => Promise<void>) {
  const durationsMs: number[] = [];
  let next = 0;
  const begun = performance.now();
  const worker = async () => {
    while (next < count) {
      const n = next++;
      const started = performance.now();
      await job(n);
      durationsMs.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return { durationsMs, totalMs: performance.now() - begun };
}
