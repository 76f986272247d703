import type { InstanceId, MessageId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";
import type { PersonRecord } from "../person.ts";

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
 * A person who was counted under another form of their number stays counted under the network's: a day's limit counts
 * nobody twice. @param known the record of the other form.
 * @returns nothing to write when they were not, or are there already.
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
