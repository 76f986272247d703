import type { BroadcastId } from "../../contracts/ids.ts";
import type { LaneRow } from "../../lanes/lane.ts";

/**
 * The end of the id in a broadcast's own row: it sorts after the rows of its returned messages, which are sent before
 * its next message.
 */
const OWN = "~";

/** The id in the lane row of a running broadcast. */
export const ownRowId = (broadcast: BroadcastId): string => `${broadcast}${OWN}`;

/** The broadcast that owns this row, running or scheduled; null: it is a message's row. */
export const broadcastOf = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id === undefined ? broadcast : null;

/** The broadcast whose message waits in this row; null: none. */
export const broadcastOfMessage = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id !== undefined ? broadcast : null;

/** The pace that a broadcast sets itself, in its row; absent: only the instance's. */
export function paceOf(row: LaneRow): { interval_seconds?: number; per_day?: number } {
  const { interval_seconds: interval, per_day: day } = row;
  return {
    ...(typeof interval === "number" && { interval_seconds: interval }),
    ...(typeof day === "number" && { per_day: day }),
  };
}
