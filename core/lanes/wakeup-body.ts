import { parseLane } from "../store/lane-names.ts";

/** What a wake-up's queue message says; written by core/aws/wakeups.ts, which may not import this. */
export const wakeupBody = (lane: string): string => JSON.stringify({ lane });

/** @returns the lane a queue message is about, null when it is none of ours. */
export function parseWakeup(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const lane = typeof parsed === "object" && parsed !== null && "lane" in parsed ? parsed.lane : null;
    return typeof lane === "string" && parseLane(lane) !== null ? lane : null;
  } catch {
    return null;
  }
}
