import type { BroadcastId } from "../../contracts/ids.ts";
import type { LaneRow } from "../../lanes/lane.ts";

/**
 * The end of the id in a broadcast's own row. It sorts that row after the rows of messages that were put back, which
 * are sent before the broadcast's next message.
 */
const OWN = "~";

/** Returns the id in a running broadcast's lane row. */
export const ownRowId = (broadcast: BroadcastId): string => `${broadcast}${OWN}`;

/** Returns the broadcast, running or scheduled, that owns this row; null if it is a message's row. */
export const broadcastOf = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id === undefined ? broadcast : null;

/** Returns the broadcast whose message waits in this row; null if it is not a broadcast's. */
export const broadcastOfMessage = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id !== undefined ? broadcast : null;

/** Returns the broadcast's own pace from its row; if absent, only the instance's pace applies. */
export function paceOf(row: LaneRow): { interval_seconds?: number; per_day?: number } {
  const { interval_seconds: interval, per_day: day } = row;
  return {
    ...(typeof interval === "number" && { interval_seconds: interval }),
    ...(typeof day === "number" && { per_day: day }),
  };
}
