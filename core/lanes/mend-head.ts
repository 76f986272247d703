import { DAY_MS } from "../contracts/durations.ts";
import { keys } from "../store/keys.ts";
import { laneForLog, parseLane } from "../store/lane-names.ts";
import type { Item } from "../store/table.ts";
import { wakeIndex } from "./due-index.ts";
import type { LaneDeps, LaneHead } from "./lane.ts";
import { GONE } from "./move-lane.ts";
import { isCount, isInstant } from "./row-fault.ts";

/** No planned wake-up is this far in the future. */
const PLANNED_MAX_MS = 400 * DAY_MS;
/** No lease is this long, and no clock this far ahead. */
const LEASE_MAX_MS = DAY_MS;

const isMissingOr = (isSound: (value: unknown) => boolean) => (value: unknown) => value === undefined || isSound(value);
const isTarget = (value: unknown) => value === GONE || (typeof value === "string" && parseLane(value) !== null);

/** The check for each field of a lane's header, if present. */
const FIELDS: [field: keyof LaneHead, isSound: (value: unknown) => boolean][] = [
  ["wake_at", isMissingOr(isInstant)],
  ["until", isMissingOr(isInstant)],
  ["run", isMissingOr((value) => typeof value === "string")],
  ["fence", isMissingOr(isCount)],
  ["died", isMissingOr(isCount)],
  ["forward_to", isMissingOr(isTarget)],
  ["held", isMissingOr((value) => typeof value === "object" && value !== null)],
  ["kept", isMissingOr((value) => Array.isArray(value) && value.every((one) => typeof one === "string"))],
];

/** Whether a lane's header is so broken that no run could start or end with it. */
export function isBrokenHead(head: Item | null, now: Date): head is Item {
  if (head === null) return false;
  if (FIELDS.some(([field, isSound]) => !isSound(head[field]))) return true;
  // Our code never plans years ahead.
  if (typeof head.wake_at === "string" && Date.parse(head.wake_at) > now.getTime() + PLANNED_MAX_MS) return true;
  // A run without an end, or one that ends in years, would block the lane forever.
  if (head.run !== undefined && head.until === undefined) return true;
  return typeof head.until === "string" && Date.parse(head.until) > now.getTime() + LEASE_MAX_MS;
}

/**
 * Rewrites the header of an endpoint's lane: awake, owned by nobody, with a fence above every claim; a signpost stays.
 * A run that owned the lane finds that it lost it.
 */
export async function mendHead(deps: LaneDeps, lane: string, broken: Item): Promise<void> {
  const now = deps.clock.now();
  const wakeAt = now.toISOString();
  const signpost = isTarget(broken.forward_to) && { forward_to: broken.forward_to };
  const kept = signpost && isCount(broken.ttl) && { ttl: broken.ttl };
  const head = { ...keys.laneHead(lane), fence: now.getTime(), wake_at: wakeAt, ...wakeIndex(lane, wakeAt) };
  await deps.table.write({ put: { ...head, ...signpost, ...kept } });
  deps.log.error({ lane: laneForLog(lane) }, "the header of a lane could not be read and was written anew");
}
