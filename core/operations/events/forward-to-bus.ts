import { BUS_SOURCE_EVENTS, BUS_SOURCE_NOTICES } from "../../contracts/bus-events.ts";
import type { BusEntry, Clock, EventBus, Log } from "../../ports.ts";
import type { BusNoticeRecord } from "../../records/bus-notice.ts";
import { noticeRecords } from "../../records/bus-notice.ts";
import type { EventRecord } from "../../records/event.ts";
import { eventRecords } from "../../records/event.ts";
import type { Item } from "../../store/table.ts";

/**
 * The delays before retrying entries that the bus refused. After the last retry, it is up to the table's stream to
 * repeat them.
 */
const AGAIN_AFTER_MS = [200, 1_000];

/** Dependencies for forwarding to the bus. */
export interface BusDeps {
  bus: EventBus;
  clock: Clock;
  log: Log;
}

/**
 * Forwards new events and notices to the deployment's bus, at least once each. Any that are too large for the bus are
 * only logged.
 * @param items as they were put into the table, in order.
 * @returns the indexes of the items that the bus did not accept and that must be repeated, in order.
 */
export async function forwardToBus(deps: BusDeps, items: readonly Item[]): Promise<number[]> {
  const entries = items.map(entryOf);
  let left = items.map((_, place) => place);
  for (const waitMs of [0, ...AGAIN_AFTER_MS]) {
    if (left.length === 0) break;
    if (waitMs > 0) await deps.clock.until(new Date(deps.clock.now().getTime() + waitMs));
    const answers = await deps.bus.put(left.flatMap((place) => entries[place] ?? []));
    const refused = left.filter((_, i) => answers[i] !== null);
    const tooLarge = left.filter((_, i) => answers[i] === "TOO_LARGE");
    for (const place of tooLarge) {
      deps.log.error({ event_id: items[place]?.sk }, "an event was not sent to the bus, because it is too large");
    }
    left = refused.filter((place) => !tooLarge.includes(place));
    const reason = answers.find((answer) => answer !== null && answer !== "TOO_LARGE");
    if (reason)
      deps.log.warn({ reason, events: left.length }, "the bus did not accept some events; they will be sent again");
  }
  deps.log.info({ events: items.length - left.length, left: left.length }, "events were sent to the bus");
  return left;
}

function entryOf(item: Item): BusEntry {
  if ("detail_type" in item) return noticeEntry(noticeRecords.of(item));
  return eventEntry(eventRecords.of(item));
}

const noticeEntry = (notice: BusNoticeRecord): BusEntry => ({
  source: BUS_SOURCE_NOTICES,
  detail_type: notice.detail_type,
  detail: JSON.stringify(notice.detail),
  at: new Date(notice.created_at),
});

/** Builds a bus entry: the envelope in the form customers receive, plus the event's account and instance. */
function eventEntry(event: EventRecord): BusEntry {
  const place = JSON.stringify({ account_id: event.account_id, instance_id: event.instance_id });
  return {
    source: BUS_SOURCE_EVENTS,
    detail_type: event.type,
    detail: `${place.slice(0, -1)},${event.body.slice(1)}`,
    at: new Date(event.created_at),
  };
}
