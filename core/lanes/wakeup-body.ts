import { parseLane } from "../store/lane-names.ts";

/** Body of a wake-up's queue message. core/aws/wakeups.ts writes the same and may not import this. */
export const wakeupBody = (lane: string): string => JSON.stringify({ lane });

/** The lane a queue message is about; null when the message is none of ours. */
export function parseWakeup(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const lane = typeof parsed === "object" && parsed !== null && "lane" in parsed ? parsed.lane : null;
    return typeof lane === "string" && parseLane(lane) !== null ? lane : null;
  } catch {
    return null;
  }
}
