import { existsSync } from "node:fs";
import type { Occasion } from "./occasions.ts";

const PLACES = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map((kind) => `/usr/lib/${kind}/faketime/libfaketimeMT.so.1`);

export const HOW_TO_INSTALL =
  "These tests show processes another date by Debian's faketime, which is not here. " +
  "Install it with: apt-get update && apt-get install -y faketime " +
  "(elsewhere: FAKETIME_LIBRARY=/path/to/libfaketimeMT.so.1 npm run dates -w tools)";

/** Returns the path of the faketime library, or null if it is missing. */
export function faketimeLibrary(env: NodeJS.ProcessEnv): string | null {
  const places = env.FAKETIME_LIBRARY ? [env.FAKETIME_LIBRARY] : PLACES;
  return places.find((place) => existsSync(place)) ?? null;
}

/**
 * Returns an environment that moves a process and its children to an occasion. Their clocks are all ahead of the
 * machine's by the same amount, so they agree with each other. Clocks that measure durations aren't affected.
 */
export function envAt(library: string, { at, zone }: Occasion, now: Date): Record<string, string> {
  const aheadSec = Math.round((at.getTime() - now.getTime()) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `+${aheadSec}`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // Files keep their real dates, which is safe because Node's caches only compare them with each other.
    NO_FAKE_STAT: "1",
    TZ: zone,
  };
}
