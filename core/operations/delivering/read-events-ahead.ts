import type { EventRecord } from "../../records/event.ts";
import { carriedEvent, eventRecords } from "../../records/event.ts";
import type { Delivery } from "../../records/webhooks/endpoint-rows.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";
import { DeliveryProblem } from "./quarantine-delivery.ts";

/** The events that an endpoint's rows refer to. They are read in batches, and each event is read only once. */
export interface EventsAhead {
  /**
   * Returns a row's event, or null if its record was deleted.
   * @param next returns further rows whose events are fetched in the same request.
   * @throws DeliveryProblem if the stored item is not an event.
   */
  read(delivery: Delivery, next: () => Delivery[]): Promise<EventRecord | null>;
  /** Discards all events except those of the given deliveries. */
  keepOnly(deliveries: Delivery[]): void;
}

/** Creates the read-ahead cache of events for one run of an endpoint lane. */
export function readEventsAhead(table: Table, account: string): EventsAhead {
  const events = new Map<string, Promise<EventRecord | null>>();

  function readTogether(deliveries: Delivery[]): void {
    const wanted = deliveries.filter((delivery) => carriedEvent(delivery.row, account) === null);
    const ids = new Set(wanted.map(({ event_id: id }) => id).filter((id) => !events.has(id)));
    const found = table.getMany([...ids].map((id) => keys.event(account, id)));
    for (const id of ids) {
      const event = found.then((items) => soundEvent(items.find(({ sk }) => sk === id)));
      event.catch(() => events.delete(id)); // the next caller reads it again
      events.set(id, event);
    }
  }

  return {
    read(delivery, next) {
      const carried = carriedEvent(delivery.row, account);
      if (carried) return Promise.resolve(carried);
      if (!events.has(delivery.event_id)) readTogether([delivery, ...next()]);
      return events.get(delivery.event_id) ?? Promise.resolve(null);
    },
    keepOnly(deliveries) {
      const ids = new Set(deliveries.map(({ event_id: id }) => id));
      for (const id of events.keys()) if (!ids.has(id)) events.delete(id);
    },
  };
}

/** Checks that an item is a valid event. @throws DeliveryProblem if it is not. */
function soundEvent(item: Item | undefined): EventRecord | null {
  if (item === undefined) return null;
  const isSound = ["id", "account_id", "type", "body", "created_at"].every((field) => typeof item[field] === "string");
  if (!isSound || item.id !== item.sk || typeof item.ttl !== "number")
    throw new DeliveryProblem("An event's record is damaged.");
  return eventRecords.of(item);
}
