import type { InstanceId, MessageId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";
import type { PersonRecord } from "../person.ts";

/** How long to remember the people counted on a day. Clocks can be off by a day, and time zones can change. */
const KEPT_SEC = 4 * 86_400;

/**
 * Counts a person as new on a day. The person is counted only once, however many messages follow.
 * @param by the first message to the person, or the mark of a reserved place that may be released later.
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
 * Carries over the count of a person who was counted under another form of their number, because a daily limit must
 * never count a person twice.
 * @param known the record of the other form.
 * @returns no writes if the person wasn't counted, or is already counted under the network's form.
 */
export async function carryPersonDay(
  table: Table,
  instance: InstanceId,
  known: PersonRecord | null,
  { from, to }: { from: string; to: string },
): Promise<Write[]> {
  const day = known?.first_out_day;
  if (day === undefined) return [];
  const [theirs, place] = [keys.personDay(instance, day, from), keys.personDay(instance, day, to)];
  const rows = await table.getMany([theirs, place]);
  const row = rows.find(({ sk }) => sk === theirs.sk);
  if (row === undefined || rows.length > 1) return [];
  return [{ put: { ...row, ...place }, if: [{ item: "absent" }] }];
}

/**
 * Makes the count permanent for a person whose place was reserved for a group: a message to them is being started, so
 * the place must not be released.
 * @returns no writes if no place was reserved for a group.
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
