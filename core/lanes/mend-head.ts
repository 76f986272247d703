import { DAY_MS } from "../contracts/durations.ts";
import { keys } from "../store/keys.ts";
import { laneForLog, parseLane } from "../store/lane-names.ts";
import type { Item } from "../store/table.ts";
import { wakeIndex } from "./due-index.ts";
import type { LaneDeps, LaneHead } from "./lane.ts";
import { GONE } from "./move-lane.ts";
import { isCount, isInstant } from "./row-fault.ts";

/** The furthest into the future that a wake-up can be planned. */
const PLANNED_MAX_MS = 400 * DAY_MS;
/** A period longer than any lease, even if clocks differ. */
const LEASE_MAX_MS = DAY_MS;

const isMissingOr = (isSound: (value: unknown) => boolean) => (value: unknown) => value === undefined || isSound(value);
const isTarget = (value: unknown) => value === GONE || (typeof value === "string" && parseLane(value) !== null);

/** The check that each field of a lane's header must pass, if it is present. */
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

/** Whether a lane's header is broken in a way that would stop a run from starting or finishing. */
export function isBrokenHead(head: Item | null, now: Date): head is Item {
  if (head === null) return false;
  if (FIELDS.some(([field, isSound]) => !isSound(head[field]))) return true;
  // The gateway never plans a wake-up years ahead, so such a value is broken.
  if (typeof head.wake_at === "string" && Date.parse(head.wake_at) > now.getTime() + PLANNED_MAX_MS) return true;
  // A run without an end, or with an end years away, would block the lane indefinitely.
  if (head.run !== undefined && head.until === undefined) return true;
  return typeof head.until === "string" && Date.parse(head.until) > now.getTime() + LEASE_MAX_MS;
}

/**
 * Rewrites the header of an endpoint's lane so that the lane is awake, is unowned, and has a fence above every claim. A
 * signpost is preserved. A run that owned the lane will find that it has lost its lease.
 */
export async function mendHead(deps: LaneDeps, lane: string, broken: Item): Promise<void> {
  const now = deps.clock.now();
  const wakeAt = now.toISOString();
  const signpost = isTarget(broken.forward_to) && { forward_to: broken.forward_to };
  const kept = signpost && isCount(broken.ttl) && { ttl: broken.ttl };
  const head = { ...keys.laneHead(lane), fence: now.getTime(), wake_at: wakeAt, ...wakeIndex(lane, wakeAt) };
  await deps.table.write({ put: { ...head, ...signpost, ...kept } });
  deps.log.error({ lane: laneForLog(lane) }, "a lane's header was unreadable and has been recreated");
}
