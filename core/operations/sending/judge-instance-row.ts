import { broadcastOf, ownRowId } from "../../domain/broadcasts/broadcast-row.ts";
import type { LaneRow } from "../../lanes/lane.ts";
import { rowId, rowQueue } from "../../lanes/put-row.ts";
import { RECHECK } from "../../lanes/recheck.ts";
import { isCount, isId, isInstant, rowFault } from "../../lanes/row-fault.ts";
import { INSTANCE_QUEUES, instanceQueue, lettersOf } from "../../store/lane-queues.ts";

/** The queue letters of an instance's lane. */
const LETTERS = lettersOf(INSTANCE_QUEUES);

const isIdOrMissing = (value: unknown) => value === undefined || value === null || isId(value);
const isInstantOrMissing = (value: unknown) => value === undefined || isInstant(value);
const isBooleanOrMissing = (value: unknown) => value === undefined || typeof value === "boolean";

const isCountOrMissing = (value: unknown) => value === undefined || isCount(value);

/** Does the same as `judgeInstanceRow`, for a broadcast's own row. */
function broadcastFault(row: LaneRow): string | null {
  const queue = instanceQueue(row.sk);
  const isOwn = queue === "broadcast" ? rowId(row.sk) === ownRowId(String(row.broadcast)) : queue === "scheduled";
  if (!isOwn || !isId(row.broadcast) || !isId(row.account_id)) return "it names a different broadcast than its key";
  return isCountOrMissing(row.interval_seconds) && isCountOrMissing(row.per_day) ? null : "its pace is not a number";
}

/** Returns why a row of an instance's lane can never be processed, or null if the row is sound. */
export function judgeInstanceRow(row: LaneRow, now: Date): string | null {
  const fault = rowFault(row, LETTERS, now);
  if (fault !== null) return fault;
  if (rowQueue(row.sk) === RECHECK) {
    const asked = [row.person, row.command, row.quarantined, row.judged, row.link, row.otp];
    const isLink = row.link === undefined || (isId(row.writer) && isInstant(row.until));
    return asked.every(isIdOrMissing) && isBooleanOrMissing(row.labels) && isInstantOrMissing(row.rest_until) && isLink
      ? null
      : "the id it asks to check is not an id";
  }
  if (broadcastOf(row) !== null) return broadcastFault(row);
  if (row.message_id !== rowId(row.sk) || !isId(row.message_id)) return "it names a different message than its key";
  if (row.person !== null && !isId(row.person)) return "person is not the key of a person";
  if (!isIdOrMissing(row.chat) || !isIdOrMissing(row.text_hash)) return "one of its marks is not a string";
  if (instanceQueue(row.sk) === "otp" && !isInstant(row.until))
    return "it does not contain the time until which its code is valid";
  if (!isBooleanOrMissing(row.needs_prepare) || !isBooleanOrMissing(row.postponed))
    return "one of its switches is not a boolean";
  return null;
}
