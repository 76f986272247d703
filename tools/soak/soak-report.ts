import type { HeapClass } from "./heap-classes.ts";
import type { LoadCounts } from "./load.ts";
import type { CacheFill } from "./small-caches.ts";

/** The session process at one minute of the soak, after garbage collection. */
export interface Sample {
  minute: number;
  heapMib: number;
  rssMib: number;
  /** Memory outside the heap, such as buffers. */
  externalMib: number;
  /** The number of sockets, timers, and other handles that keep a process alive. */
  handles: number;
  /** How full the process's caches are, by the source line that created them. */
  caches: Record<string, CacheFill>;
  /**
   * The process that runs the API, the functions, and the embedded AWS services. It holds everything that the run
   * stores.
   */
  gateway: Pick<Sample, "heapMib" | "rssMib" | "handles">;
  in: number;
  out: number;
}

/** An expression that measures the process evaluating it. That process must have loaded `small-caches.ts`. */
export const MEASURE = `(() => {
  const { heapUsed, rss, external } = process.memoryUsage();
  const mib = (bytes) => Math.round(bytes / 104857.6) / 10;
  return { heapMib: mib(heapUsed), rssMib: mib(rss), externalMib: mib(external), handles: process.getActiveResourcesInfo().length,
    caches: globalThis.soakCaches.fills() };
})()`;

/** Returns how much the heap grows per minute, according to the best-fitting line. */
export function slopeMibPerMinute(
  samples: readonly Sample[],
  of: (one: Sample) => number = (one) => one.heapMib,
): number {
  const mean = (values: number[]) => values.reduce((all, one) => all + one, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(of))];
  const spread = samples.reduce((all, { minute }) => all + (minute - x) ** 2, 0);
  return spread === 0 ? 0 : samples.reduce((all, one) => all + (one.minute - x) * (of(one) - y), 0) / spread;
}

/**
 * Returns how full the non-empty caches are, largest first: `name entries/max`, without the maximum if they are bounded
 * only by time.
 */
export function fillsOf({ caches }: Pick<Sample, "caches">): string[] {
  return Object.entries(caches)
    .filter(([, { entries }]) => entries > 0)
    .sort(([, a], [, b]) => b.entries - a.entries)
    .map(([name, { entries, max }]) => `${name} ${entries}${max > 0 ? `/${max}` : ""}`);
}

/** Formats the report in Markdown. */
export function reportOf(found: {
  samples: Sample[];
  classes: HeapClass[];
  heldBy: (name: string) => { way: string; count: number }[];
  counts: LoadCounts;
  firstAt: number;
}): string {
  const { samples, classes, counts } = found;
  const half = samples.slice(Math.floor(samples.length / 2));
  const slopes = [
    `heap ${slopeMibPerMinute(half).toFixed(3)}`,
    `rss ${slopeMibPerMinute(half, (one) => one.rssMib).toFixed(3)}`,
    `outside of the heap ${slopeMibPerMinute(half, (one) => one.externalMib).toFixed(3)}`,
  ];
  const every = Math.max(1, Math.floor(samples.length / 20));
  const shown = samples.filter((_one, at) => at % every === 0 || at === samples.length - 1);
  return [
    `# Soak: ${samples.length} minutes, ${counts.in} in, ${counts.out} out, ${counts.reconnects} reconnects`,
    "| minute | heap MiB | rss MiB | outside MiB | handles | gateway's heap | its rss | its handles | in | out |\n|---|---|---|---|---|---|---|---|---|---|",
    ...shown.map((one) => {
      const { gateway } = one;
      const session = [one.minute, one.heapMib, one.rssMib, one.externalMib, one.handles];
      return `| ${[...session, gateway.heapMib, gateway.rssMib, gateway.handles, one.in, one.out].join(" | ")} |`;
    }),
    `\nMiB a minute in the last half: ${slopes.join(", ")}.`,
    `\nCaches at minute ${found.firstAt} and at the end:\n`,
    ...[samples[found.firstAt - 1], samples.at(-1)].flatMap((one) => (one ? [`- ${fillsOf(one).join(", ")}`] : [])),
    `\nRefused: ${[...counts.refused].map(([why, times]) => `${times} × ${why}`).join("; ") || "nothing"}.`,
    `\nClasses that grew from minute ${found.firstAt} to the end:\n`,
    ...classes.flatMap(({ name, count, bytes }) => [
      `- ${name}: ${count >= 0 ? "+" : ""}${count}, +${Math.round(bytes / 1024)} KiB`,
      ...found.heldBy(name).map(({ way, count: of }) => `  - ${of} by ${way}`),
    ]),
  ].join("\n");
}
