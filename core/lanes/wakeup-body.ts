import type { MessageId } from "../contracts/ids.ts";
import { parseLane } from "../store/lane-names.ts";
import { isId } from "./row-fault.ts";

/**
 * Builds the body of a wake-up's queue message. core/aws/wakeups.ts builds the same body itself, because it isn't
 * allowed to import this function.
 */
export const wakeupBody = (lane: string): string => JSON.stringify({ lane });

/**
 * Extracts the id of the message that triggered an instance lane's wake-up. Returns null if the wake-up has no valid
 * id.
 */
export function aboutOf(body: string): MessageId | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const about = typeof parsed === "object" && parsed !== null && "about" in parsed ? parsed.about : null;
    return isId(about) ? about : null;
  } catch {
    return null;
  }
}

/** Parses the lane's name from a queue message. Returns null if the queue message is not a wake-up. */
export function parseWakeup(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const lane = typeof parsed === "object" && parsed !== null && "lane" in parsed ? parsed.lane : null;
    return typeof lane === "string" && parseLane(lane) !== null ? lane : null;
  } catch {
    return null;
  }
}
