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

/** The number of rows per read of the untried queue when only that queue has been used up. */
const PAGE_ROWS = 10;
/**
 * How long a queue that was read to its end is not read again. Rows that arrive in the meantime are found afterwards.
 * This is a design choice.
 */
const END_SEEN_MS = 200;

/** The rows in flight, with the queue of each, by sort key. */
export type InFlight = ReadonlyMap<string, { queue: EndpointQueue }>;

/** The first rows of a lane, read in pages, so that even in a long queue each event costs only a fraction of a read. */
export interface EndpointPages {
  /**
   * Returns the rows that may be worked now. The next page of new events is read when the previous page is used up; the
   * other queues are read again after `maxAgeMs`.
   */
  view(inFlight: InFlight): Promise<EndpointView<Delivery>>;
  /** Returns the recheck rows that the last view found. */
  looks(): LaneRow[];
  /**
   * Returns a row's event, and reads the events of the following rows in the same request. Returns null if the event's
   * record was deleted.
   */
  eventOf(delivery: Delivery): Promise<EventRecord | null>;
  /** Marks a row as taken, so that views no longer contain it. */
  use(delivery: Delivery): void;
  /** Must be called when rows were finished or moved, so that they are read again. */
  forget(): void;
  /**
   * Returns true if rows have been finished or moved since the last view was started, in which case nothing may be
   * selected from that view.
   */
  isStale(): boolean;
  /** Returns true if the last view was read entirely from the table while nothing was in flight. */
  wasFresh(): boolean;
}

const NOTHING: EndpointRows = { looks: [], tests: [], untried: [], ladder: [], unsound: [], isUntriedWhole: true };

/**
 * Reads the waiting rows of an endpoint's lane for one run.
 * @param maxAgeMs the maximum time until rows that are added or removed elsewhere are noticed.
 */
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
