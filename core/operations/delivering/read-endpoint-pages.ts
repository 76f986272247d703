import type { AccountId } from "../../contracts/ids.ts";
import type { EndpointQueue, EndpointView } from "../../domain/webhooks/endpoint-policy.ts";
import type { LaneRow } from "../../lanes/lane.ts";
import { UnsoundRow } from "../../lanes/row-fault.ts";
import type { EventRecord } from "../../records/event.ts";
import {
  type Delivery,
  deliveriesOf,
  type EndpointRows,
  readEndpointRows,
} from "../../records/webhooks/endpoint-rows.ts";
import type { DeliveryDeps } from "./post-event.ts";
import { quarantineDelivery } from "./quarantine-delivery.ts";
import { readEventsAhead } from "./read-events-ahead.ts";

/** Rows of the untried queue read at once if only that queue is used up. */
const PAGE_ROWS = 10;
/**
 * A queue read to its end is not read again before this; rows that arrive in the meantime are found then. Our choice.
 */
const END_SEEN_MS = 200;

/** Rows in flight: sort key -> queue. */
export type InFlight = ReadonlyMap<string, { queue: EndpointQueue }>;

/** The lane's first rows, read in pages, so a long queue costs a fraction of a read per event. */
export interface EndpointPages {
  /**
   * Returns the rows that may be worked now. The next page of new events is read when the last one is used up; the
   * other queues are read again after `maxAgeMs`.
   */
  view(inFlight: InFlight): Promise<EndpointView<Delivery>>;
  /** Returns the "Look again" rows of the last view. */
  looks(): LaneRow[];
  /** Returns a row's event; null if its record was deleted. The following ones are read with it. */
  eventOf(delivery: Delivery): Promise<EventRecord | null>;
  /** Marks a row as taken, so it is no longer offered. */
  use(delivery: Delivery): void;
  /** Rows were ended or moved, so they are read again. */
  forget(): void;
  /** True if rows were ended or moved since the last view was started, so nothing may be chosen from it. */
  isStale(): boolean;
  /** True if the last view was read from the table, with nothing remembered and nothing in flight. */
  wasFresh(): boolean;
}

const NOTHING: EndpointRows = { looks: [], tests: [], untried: [], ladder: [], unsound: [], isUntriedWhole: true };

/** @param maxAgeMs how long rows that are added or removed elsewhere can stay unnoticed. */
export function readEndpointPages(
  deps: DeliveryDeps,
  lane: string,
  account: AccountId,
  maxAgeMs: number,
): EndpointPages {
  let rows = NOTHING;
  let readAt = Number.NEGATIVE_INFINITY;
  let untriedReadAt = Number.NEGATIVE_INFINITY;
  let isFresh = false;
  let isStale = false;
  const events = readEventsAhead(deps.table, account);

  async function read(inFlight: InFlight): Promise<void> {
    const except = new Set(inFlight.keys());
    const now = deps.clock.now().getTime();
    const isOld = now - readAt >= maxAgeMs;
    isFresh = false;
    if (isOld) {
      rows = await readEndpointRows(deps, lane, except);
      for (const { row, fault } of rows.unsound) {
        await quarantineDelivery(deps, row, { error: new UnsoundRow(row.sk, fault), tries: 1 });
      }
      untriedReadAt = now;
      if (!isStale) readAt = now;
      isFresh = except.size === 0;
    } else if (rows.untried.length === 0 && (!rows.isUntriedWhole || now - untriedReadAt >= END_SEEN_MS)) {
      const { deliveries, more } = await deliveriesOf(deps, lane, "untried", PAGE_ROWS, { except });
      rows = { ...rows, untried: deliveries, isUntriedWhole: !more };
      untriedReadAt = now;
    } else return;
    events.keepOnly([...rows.tests, ...rows.untried, ...rows.ladder]);
  }

  const mayBePosted = () => {
    const now = deps.clock.now();
    return [...rows.tests, ...rows.untried, ...rows.ladder.filter(({ due }) => due <= now)];
  };

  return {
    async view(inFlight) {
      isStale = false;
      await read(inFlight);
      const queues = [...inFlight.values()].map(({ queue }) => queue);
      const count = (wanted: EndpointQueue) => queues.filter((queue) => queue === wanted).length;
      const { tests, untried, ladder } = rows;
      return {
        tests,
        untried,
        ladder,
        inFlight: { tests: count("tests"), untried: count("untried"), ladder: count("ladder") },
      };
    },
    looks: () => rows.looks,
    eventOf: (delivery) => events.read(delivery, mayBePosted),
    use({ row }) {
      const without = (page: Delivery[]) => page.filter((one) => one.row.sk !== row.sk);
      const { tests, untried, ladder } = rows;
      rows = { ...rows, tests: without(tests), untried: without(untried), ladder: without(ladder) };
    },
    forget() {
      isStale = true;
      readAt = Number.NEGATIVE_INFINITY;
    },
    isStale: () => isStale,
    wasFresh: () => isFresh,
  };
}
