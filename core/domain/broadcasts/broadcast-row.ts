import type { BroadcastId } from "../../contracts/ids.ts";
import type { LaneRow } from "../../lanes/lane.ts";

/**
 * The end of the id in a broadcast's own row. It sorts the row after those of its returned messages, which are sent
 * before its next message.
 */
const OWN = "~";

/** Returns the id in a running broadcast's lane row. */
export const ownRowId = (broadcast: BroadcastId): string => `${broadcast}${OWN}`;

/** Returns the broadcast that owns this row, running or scheduled; null if it is a message's row. */
export const broadcastOf = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id === undefined ? broadcast : null;

/** Returns the broadcast whose message waits in this row; null if none. */
export const broadcastOfMessage = ({ broadcast, message_id }: LaneRow): BroadcastId | null =>
  typeof broadcast === "string" && message_id !== undefined ? broadcast : null;

/** Returns the broadcast's own pace from its row; absent means only the instance's applies. */
export function paceOf(row: LaneRow): { interval_seconds?: number; per_day?: number } {
  const { interval_seconds: interval, per_day: day } = row;
  return {
    ...(typeof interval === "number" && { interval_seconds: interval }),
    ...(typeof day === "number" && { per_day: day }),
  };
}
