import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import type { EventRecord } from "../../records/event.ts";
import { eventRecords } from "../../records/event.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { timeAheadOf } from "../../store/table-time.ts";
import { leaveOutRemoved } from "../delivering/leave-out-removed.ts";

/** Selects an account's events. */
export interface EventFilter {
  account_id: AccountId;
  instance_id: InstanceId | null;
  /** The event types to select. Null selects all types. */
  types: readonly string[] | null;
}

/** A page of events. The `bodies` are exactly the strings that are posted to webhooks. */
export interface EventPage {
  bodies: string[];
  next_after: string | null;
  has_more: boolean;
}

const EVENTS_A_READ = 250;

/**
 * Reads the events after the position `after`, oldest first. The event at that position doesn't need to exist anymore.
 * Events younger than two seconds are left for the next poll, because an event with a smaller ID may still be on its
 * way. Spec: Events polling.
 */
export async function readEvents(
  deps: { table: Table },
  filter: EventFilter,
  page: { after: string | null; limit: number },
  now: Date,
): Promise<EventPage> {
  const { pk } = keys.event(filter.account_id, "");
  // The earliest time that the table's clock can show. IDs are checked against the same clock (`timelyTable`).
  const tableNow = now.getTime() + timeAheadOf(deps.table).leastMs;
  const before = idBound(ID_PREFIXES.event, new Date(tableNow - LIMITS.pollVisibleAfterMs));
  const oldest = idBound(ID_PREFIXES.event, new Date(now.getTime() - LIMITS.retentionDays * DAY_MS));
  const bodies: string[] = [];
  let last = page.after;
  for (let examined = 0; examined < LIMITS.eventsExaminedMax; ) {
    const position = last !== null && last > oldest ? last : oldest;
    if (position >= before) return { bodies, next_after: last, has_more: false };
    const limit = Math.min(EVENTS_A_READ, LIMITS.eventsExaminedMax - examined);
    const { items, more } = await deps.table.query({ pk, after: position, before, limit });
    const events = items.map(eventRecords.of);
    const wanted = await kept(deps.table, filter, events);
    for (const [i, event] of events.entries()) {
      last = event.id;
      if (wanted.has(event)) bodies.push(event.body);
      if (bodies.length === page.limit) return { bodies, next_after: last, has_more: more || i < items.length - 1 };
    }
    examined += items.length;
    if (!more) return { bodies, next_after: last, has_more: false };
  }
  return { bodies, next_after: last, has_more: true };
}

/**
 * Returns the events that match the filter, without those of removed instances. If a single instance was requested, the
 * caller has already checked that instance.
 */
async function kept(table: Table, filter: EventFilter, events: EventRecord[]): Promise<ReadonlySet<EventRecord>> {
  const wanted = events.filter((event) => isWanted(event, filter));
  return new Set(filter.instance_id === null ? await leaveOutRemoved(table, filter.account_id, wanted) : wanted);
}

function isWanted(event: EventRecord, filter: EventFilter): boolean {
  if (filter.instance_id !== null && event.instance_id !== filter.instance_id) return false;
  return filter.types === null || filter.types.includes(event.type);
}
