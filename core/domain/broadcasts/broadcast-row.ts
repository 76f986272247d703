import type { BroadcastId } from "../../contracts/ids.ts";
import type { LaneRow } from "../../lanes/lane.ts";

/**
 * The last character of the id of a broadcast's own row. It makes the row sort after messages that were put back, so
 * those are sent before the broadcast's next message.
 */
const OWN = "~";

/** Returns the id of a running broadcast's lane row. */
export const ownRowId = (broadcast: BroadcastId): string => `${broadcast}${OWN}`;

/** Returns the running or scheduled broadcast that owns this row, or null if the row belongs to a message. */
export const broadcastOf = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id === undefined ? broadcast : null;

/** Returns the broadcast whose message is waiting in this row, or null if the message isn't part of a broadcast. */
export const broadcastOfMessage = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id !== undefined ? broadcast : null;

/** Returns the broadcast's own pace from its row. If both fields are absent, only the instance's pace applies. */
export function paceOf(row: LaneRow): { interval_seconds?: number; per_day?: number } {
  const { interval_seconds: interval, per_day: day } = row;
  return {
    ...(typeof interval === "number" && { interval_seconds: interval }),
    ...(typeof day === "number" && { per_day: day }),
  };
}
