import { ID_PREFIXES, idPattern } from "../../contracts/ids.ts";
import { isShown } from "../../domain/statuses/status-life.ts";
import { ApiError } from "../../errors.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { type MessageRecord, messageRecords } from "../../records/message.ts";
import { type StatusRecord, statusRecords } from "../../records/status.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";

/** A status, and the message that contains it. */
export interface FoundStatus {
  record: StatusRecord;
  message: MessageRecord;
}

const STATUS_ID = idPattern(ID_PREFIXES.status);
/**
 * The page size for querying statuses. At most five are posted per day, and each is retained for at most three days.
 */
const PAGE = 100;

/**
 * Reads a status that is still visible. @throws ApiError `status_not_found` if it is unknown, belongs to another
 * instance, was deleted, or is over. Spec: GET …/statuses/{status}.
 */
export async function readStatus(
  { table }: { table: Table },
  instance: InstanceRecord,
  id: string,
  now: Date,
): Promise<FoundStatus> {
  if (!STATUS_ID.test(id)) throw new ApiError("status_not_found");
  const places = [keys.status(instance.id, id), keys.message(instance.account_id, id)];
  const found = shownAmong(await table.getMany(places), instance, id, now);
  if (!found) throw new ApiError("status_not_found");
  return found;
}

/** Lists all visible statuses, newest first. Spec: GET …/statuses. */
export async function listStatuses(
  { table }: { table: Table },
  instance: InstanceRecord,
  now: Date,
): Promise<FoundStatus[]> {
  const { pk } = keys.status(instance.id, "");
  const found: FoundStatus[] = [];
  for (let before: string | undefined; ; ) {
    const page = await table.query({ pk, descending: true, limit: PAGE, ...(before !== undefined && { before }) });
    const ids = page.items.map(({ sk }) => sk);
    const messages = await table.getMany(ids.map((id) => keys.message(instance.account_id, id)));
    const all = [...page.items, ...messages];
    found.push(...ids.flatMap((id) => shownAmong(all, instance, id, now) ?? []));
    before = ids.at(-1);
    if (!page.more || before === undefined) return found;
  }
}

function shownAmong(items: Item[], instance: InstanceRecord, id: string, now: Date): FoundStatus | null {
  const record = statusRecords.among(items, instance.id, id);
  const message = messageRecords.among(items, instance.account_id, id);
  if (!record || !message || record.deleted_ms !== undefined || message.removed) return null;
  return isShown(message, now) ? { record, message } : null;
}
