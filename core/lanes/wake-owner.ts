import type { MessageId } from "../contracts/ids.ts";
import type { QueueLetter } from "../store/lane-queues.ts";
import { INSTANCE_QUEUES } from "../store/lane-queues.ts";
import type { LaneDeps } from "./lane.ts";
import { laneHeads } from "./lane.ts";

/** Replies are never held, so putting one need not read its class's hold. */
const NEVER_HELD = INSTANCE_QUEUES.reply;

/**
 * Makes sure that the owner of an instance's shard checks its lane no later than `due`. Only the owner writes the
 * header, so nothing is written here: a wake-up goes to the shard's queue, and the owner decides based on the rows.
 * None is sent if the planned wake-up comes in time. Call it after the commit, never before. A lost wake-up costs a
 * minute or two (until the sweep finds the row), or nothing if the owner dies, because the next owner checks every lane
 * it takes over.
 * @param laneClass the row's queue if its policy can hold it; null = never held. @param about the row's message.
 */
export async function wakeOwner(
  deps: LaneDeps,
  lane: string,
  due: Date,
  laneClass: QueueLetter | null,
  about?: MessageId,
): Promise<void> {
  if (laneClass !== null && laneClass !== NEVER_HELD && (await isPlanned(deps, lane, due, laneClass))) return;
  await deps.wakeups.wake(lane, deps.clock.now(), about);
}

/** Returns whether the owner already plans a check before a row of this class could be worked. */
async function isPlanned(deps: LaneDeps, lane: string, due: Date, laneClass: string): Promise<boolean> {
  const head = await laneHeads.read(deps.table, lane);
  const now = deps.clock.now().toISOString();
  // An overdue plan may already have been used.
  if (head?.wake_at === undefined || head.wake_at <= now) return false;
  const heldUntil = head.held?.[laneClass] ?? "";
  return [now, due.toISOString(), heldUntil].some((canGoAt) => canGoAt >= (head.wake_at ?? ""));
}
