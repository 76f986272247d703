import type { BroadcastId } from "../../contracts/ids.ts";
import type { LaneRow } from "../../lanes/lane.ts";

/**
 * The last character of the id in a broadcast's own row. It makes that row sort after messages that were put back,
 * which are sent before the broadcast's next message.
 */
const OWN = "~";

/** Returns the id in the lane row of a running broadcast. */
export const ownRowId = (broadcast: BroadcastId): string => `${broadcast}${OWN}`;

/** Returns the running or scheduled broadcast to which this row belongs; null if it is the row of a message. */
export const broadcastOf = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id === undefined ? broadcast : null;

/** Returns the broadcast whose message waits in this row; null if the message belongs to no broadcast. */
export const broadcastOfMessage = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id !== undefined ? broadcast : null;

/** Returns the broadcast's own pace from its row; if both fields are absent, only the instance's pace applies. */
export function paceOf(row: LaneRow): { interval_seconds?: number; per_day?: number } {
  const { interval_seconds: interval, per_day: day } = row;
  return {
    ...(typeof interval === "number" && { interval_seconds: interval }),
    ...(typeof day === "number" && { per_day: day }),
  };
}
