import type { InstanceId, MessageId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";

/** How long the people counted on a day are kept: a clock may be a day off, a zone another one. */
const KEPT_SEC = 4 * 86_400;

/**
 * Counts a person as new on a day, once, however many messages follow.
 * @param by their first message; or the mark of a reservation that may be given back.
 */
export function countPersonOn(
  instance: InstanceId,
  day: string,
  person: string,
  by: { message_id: MessageId } | { taken_by: string },
  now: Date,
): Write {
  const ttl = Math.floor(now.getTime() / 1000) + KEPT_SEC;
  return { put: { ...keys.personDay(instance, day, person), ...by, ttl }, if: [{ item: "absent" }] };
}

/**
 * Keeps a person counted whose place was taken for a group, because a message to them starts: then nobody gives it
 * back.
 * @returns nothing to write when their row already exists.
 */
export async function confirmPersonOn(
  table: Table,
  instance: InstanceId,
  day: string,
  person: string,
  message: MessageId,
): Promise<Write[]> {
  const place = keys.personDay(instance, day, person);
  const row = await table.get(place);
  if (row?.taken_by === undefined) return [];
  return [{ update: place, set: { message_id: message }, remove: ["taken_by"], if: [{ item: "exists" }] }];
}
