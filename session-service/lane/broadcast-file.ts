import { DAY_MS } from "../../core/contracts/durations.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { changeBroadcastStatus } from "../../core/operations/broadcasts/change-broadcast-status.ts";
import { pauseBroadcast } from "../../core/operations/broadcasts/pause-broadcast.ts";
import type { BroadcastRecord } from "../../core/records/broadcasts/broadcast.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { LiveSession } from "../live-session.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import type { TransmitDeps } from "./transmit.ts";

/** Whether a broadcast's file must be uploaded before its next message: not yet, or too long ago. */
export function needsUpload({ media, prepared }: BroadcastRecord, now: Date): boolean {
  if (media === null) return false;
  return prepared === null || now.getTime() - Date.parse(prepared.at) > LIMITS.broadcastFileDays * DAY_MS;
}

/**
 * Fetches, converts and uploads a broadcast's file once, for all of its people, and stores what names it in the network.
 * One that can never be sent pauses the broadcast. @param message of the first person, from which it is made.
 * @throws what passes: it is done again.
 */
export async function uploadFile(
  deps: TransmitDeps,
  own: Owner,
  session: LiveSession,
  broadcast: BroadcastRecord,
  message: MessageRecord,
): Promise<void> {
  try {
    const chat = await session.resolveChat(message.phone, message.chat_id);
    const bytes = await session.encode(chat, message);
    const prepared = { bytes, at: deps.clock.now().toISOString() };
    await changeBroadcastStatus(deps, broadcast, { set: { prepared }, own, wakesLane: true });
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error;
    const about = { instance_id: own.instance_id, broadcast_id: broadcast.id, code: error.code };
    deps.log.warn(about, "a broadcast's file can't be sent; the broadcast is paused");
    await pauseBroadcast(deps, broadcast, "failures", own);
  }
}
