import { REASON_TEXTS } from "../../contracts/broadcasts/reason-texts.ts";
import { percentOf, type RecipientCounts } from "../../domain/broadcasts/progress.ts";
import type { Wait } from "../../domain/broadcasts/waiting-for.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { EventDraft } from "../event.ts";
import type { BroadcastRecord } from "./broadcast.ts";

/** Formats a stored timestamp for the API. */
const shown = (at: string | null) => (at === null ? null : wireTime(new Date(at)));

/** Returns the reason a broadcast is paused, in the form customers see, or null if it isn't paused. */
export const reasonView = ({ reason }: Pick<BroadcastRecord, "reason">) =>
  reason === null ? null : { code: reason, text: REASON_TEXTS[reason] };

/**
 * Builds a broadcast's progress in the form customers see. @param end when the broadcast is expected to finish, or null
 * if it isn't running.
 */
export const progressView = (counts: RecipientCounts, end: Date | null, waits: readonly Wait[] = []) => ({
  ...counts,
  percent: percentOf(counts),
  expected_end_at: end === null ? null : wireTime(end),
  waiting_for: waits.map(({ until, ...wait }) => ({ ...wait, until: until && wireTime(until) })),
});

/**
 * Builds the event for a broadcast that was paused or completed. It never contains the text or anyone's number.
 * @param broadcast the broadcast in its new state. Spec: Events, `broadcast.paused`, `broadcast.completed`.
 */
export function broadcastEvent(
  type: "broadcast.paused" | "broadcast.completed",
  broadcast: BroadcastRecord,
  counts: RecipientCounts,
): EventDraft {
  const { id, account_id, instance_id, name, status } = broadcast;
  const data = {
    ...{ id, instance_id, name, status },
    reason: reasonView(broadcast),
    progress: progressView(counts, null),
    started_at: shown(broadcast.started_at),
    completed_at: shown(broadcast.completed_at),
  };
  return { account_id, instance_id, type, data };
}
