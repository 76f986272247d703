import type { Activity, ActivityAction } from "../../contracts/activity.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { Clock } from "../../ports.ts";
import type { ActivityRecord } from "../../records/accounts/activity.ts";
import { activityRecords } from "../../records/accounts/activity.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/**
 * Selects entries of an account's activity log. Null matches every entry. The caller must already have checked access
 * to `instance_id`.
 */
export interface ActivityFilter {
  account_id: AccountId;
  instance_id: InstanceId | null;
  key_id: string | null;
  action: ActivityAction | null;
}

/**
 * Lists the activity log, newest first. Omits entries older than 30 days even if they haven't been deleted yet.
 * @returns a page, and the ID to continue after, or null at the end. A page can have a `next` even if filters left it
 * short.
 */
export async function listActivity(
  deps: { table: Table; clock: Clock },
  filter: ActivityFilter,
  page: { limit: number; after: string | null },
): Promise<{ lines: Activity[]; next: string | null }> {
  const { pk } = keys.activity(filter.account_id, "");
  const nowSec = deps.clock.now().getTime() / 1000;
  const lines: Activity[] = [];
  let last = page.after;
  for (let examined = 0; examined < LIMITS.activityExaminedMax; ) {
    // Fetch one extra entry to find out whether anything follows a full page.
    const limit = page.limit + 1;
    const range = { pk, limit, descending: true, ...(last !== null && { before: last }) };
    const { items, more } = await deps.table.query(range);
    const records = items.map(activityRecords.of);
    for (const [i, record] of records.entries()) {
      last = record.id;
      if (record.ttl <= nowSec) return { lines, next: null }; // all earlier lines have expired, too
      if (passes(record, filter)) lines.push(activityView(record));
      if (i === records.length - 1 && !more) return { lines, next: null };
      if (lines.length === page.limit) return { lines, next: last };
    }
    if (records.length === 0) return { lines, next: null };
    examined += records.length;
  }
  return { lines, next: last };
}

const passes = (record: ActivityRecord, { instance_id, key_id, action }: ActivityFilter) =>
  (instance_id === null || record.owner === instance_id) &&
  (key_id === null || record.key_id === key_id) &&
  (action === null || record.action === action);

/** Builds an activity log entry as customers see it. */
export function activityView({ owner, at, key_id, user_id = null, operator, ...record }: ActivityRecord): Activity {
  return {
    id: record.id,
    action: record.action,
    by: key_id !== null ? "key" : user_id !== null ? "user" : operator ? "operator" : "service",
    key_id,
    user_id,
    source: record.source,
    instance_id: owner === "account" ? null : owner,
    subject: record.subject ?? null,
    changed: record.changed,
    created_at: at,
  };
}
