import type { BroadcastReason } from "../../contracts/broadcasts/broadcast-states.ts";
import { REASON_TEXTS } from "../../contracts/broadcasts/reason-texts.ts";
import type { ErrorCode } from "../../contracts/error-codes.ts";
import { countSent, resumeCause } from "../../domain/broadcasts/judge-broadcast.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { putBroadcastRow } from "../../records/broadcasts/broadcast-rows.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { changeBroadcastStatus } from "./change-broadcast-status.ts";
import { isGoingOn } from "./pause-broadcast.ts";
import { movedOn, sendingOfInstance } from "./remake-broadcast.ts";
import { readStatePages } from "./sum-progress.ts";

/** Pause reasons that have an error code of their own. */
const CODES: Partial<Record<BroadcastReason, ErrorCode>> = {
  not_connected: "not_connected",
  messenger_restricted: "messenger_restricted",
  new_chats_paused: "new_chats_paused",
};

/**
 * Resumes a paused broadcast without checking its earlier results again. A running broadcast is left unchanged. Spec:
 * POST /v1/broadcasts/{id}/resume.
 * @throws ApiError `conflict`, `not_connected`, `messenger_restricted` or `new_chats_paused` while the reason for the
 * pause persists.
 */
export async function resumeBroadcast(
  deps: LaneDeps,
  instance: InstanceRecord,
  before: BroadcastRecord,
): Promise<BroadcastRecord> {
  const now = deps.clock.now();
  const { status, reason, paused_at } = before;
  if (status === "running") return before;
  if (status !== "paused" || reason === null)
    throw new ApiError("conflict", { message: `The broadcast is ${status}. Only a paused broadcast can be resumed.` });
  // The broadcast will resume automatically as soon as it can.
  if (isGoingOn(before)) throw stillPaused(reason, null);
  const sending = await sendingOfInstance(deps, instance, now);
  const cause = resumeCause(reason, new Date(paused_at ?? now), sending, now);
  if (cause) throw stillPaused(cause.reason, cause.until);
  const counted = countSent(await readStatePages(deps.table, before));
  const moved = await changeBroadcastStatus(deps, before, {
    set: {
      ...{ status: "running", reason: null, paused_at: null },
      baseline: { ...counted, warning: sending.quota?.warning ?? null },
    },
    writes: [putBroadcastRow(before, new Date(before.started_at ?? now), now)],
    wakesLane: true,
  });
  if (!moved) throw movedOn();
  return moved;
}

function stillPaused(reason: BroadcastReason, until: Date | null): ApiError {
  const from = until === null ? "" : ` From ${wireTime(until)} on.`;
  return new ApiError(CODES[reason] ?? "conflict", { message: `${REASON_TEXTS[reason]}${from}` });
}
