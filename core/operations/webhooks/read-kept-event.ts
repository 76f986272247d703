import { type AccountId, type EventId, ID_PREFIXES, idPattern } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import { type EventRecord, eventRecords } from "../../records/event.ts";
import type { Table } from "../../store/table.ts";
import { leaveOutRemoved } from "../delivering/leave-out-removed.ts";

const EVENT_ID = idPattern(ID_PREFIXES.event);
const GONE =
  "There is no event with this id. Events are stored for 30 days, or less if the account's retention period is shorter.";

/**
 * Reads one of an account's events. @throws ApiError not_found if it is unknown, has expired, or belongs to a deleted
 * number.
 */
export async function readKeptEvent(table: Table, account: AccountId, id: EventId, now: Date): Promise<EventRecord> {
  const event = EVENT_ID.test(id) ? await eventRecords.read(table, account, id) : null;
  const isKept = event && event.ttl * 1000 > now.getTime();
  if (!isKept || (await leaveOutRemoved(table, account, [event])).length === 0)
    throw new ApiError("not_found", { message: GONE });
  return event;
}
