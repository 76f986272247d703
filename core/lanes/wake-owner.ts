import type { MessageId } from "../contracts/ids.ts";
import type { QueueLetter } from "../store/lane-queues.ts";
import { INSTANCE_QUEUES } from "../store/lane-queues.ts";
import type { LaneDeps } from "./lane.ts";
import { laneHeads } from "./lane.ts";

/** Replies are never held, so there is no need to check for a hold when a reply is put. */
const NEVER_HELD = INSTANCE_QUEUES.reply;

/**
 * Makes sure that the owner of an instance's shard checks the instance's lane by `due`. Only the owner writes the
 * header, so this function writes nothing: it sends a wake-up to the shard's queue, and the owner decides based on the
 * rows. No wake-up is sent if the planned check is early enough. Must be called after the commit. If a wake-up is lost,
 * the row waits a minute or two until the sweep finds it. If the owner dies, nothing is lost, because the next owner
 * checks every lane it takes over.
 * @param laneClass the row's queue, if the lane's policy can hold that queue. Null means never held. @param about the
 * id of the row's message.
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

/** Whether the owner already plans to check the lane before a row of this class could be worked. */
async function isPlanned(deps: LaneDeps, lane: string, due: Date, laneClass: string): Promise<boolean> {
  const head = await laneHeads.read(deps.table, lane);
  const now = deps.clock.now().toISOString();
  // If the planned check is overdue, it may already have taken place.
  if (head?.wake_at === undefined || head.wake_at <= now) return false;
  const heldUntil = head.held?.[laneClass] ?? "";
  return [now, due.toISOString(), heldUntil].some((canGoAt) => canGoAt >= (head.wake_at ?? ""));
}
