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

/** The number of rows to read when only the untried queue is read again. */
const PAGE_ROWS = 10;
/**
 * How long to wait before rereading a queue that was read to its end. Rows that arrive in the meantime are found by the
 * next read. This value is a design choice.
 */
const END_SEEN_MS = 200;

/** The queues of the rows in flight, by the rows' sort keys. */
export type InFlight = ReadonlyMap<string, { queue: EndpointQueue }>;

/**
 * The first rows of a lane. They are read in pages, so even in a long queue each event costs only a fraction of a read.
 */
export interface EndpointPages {
  /**
   * Returns the rows that may be processed now. The next page of new events is read when the previous page is used up;
   * the other queues are read again after `maxAgeMs`.
   */
  view(inFlight: InFlight): Promise<EndpointView<Delivery>>;
  /** Returns the recheck rows found by the last view. */
  looks(): LaneRow[];
  /**
   * Returns a row's event, and fetches the events of the following rows in the same request. Returns null if the
   * event's record was deleted.
   */
  eventOf(delivery: Delivery): Promise<EventRecord | null>;
  /** Marks a row as taken, so views no longer contain it. */
  use(delivery: Delivery): void;
  /** Must be called after rows have been finished or moved, so they are read again. */
  forget(): void;
  /**
   * Whether rows have been finished or moved since the last view was started. If so, nothing may be selected from that
   * view.
   */
  isStale(): boolean;
  /** Whether the last view was read entirely from the table while nothing was in flight. */
  wasFresh(): boolean;
}

const NOTHING: EndpointRows = { looks: [], tests: [], untried: [], ladder: [], unsound: [], isUntriedWhole: true };

/**
 * Reads an endpoint lane's waiting rows for one run.
 * @param maxAgeMs how long it may take to notice rows that are added or removed elsewhere.
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
      // Behind the rows that were set aside, there may be others.
      isFresh = except.size === 0 && rows.unsound.length === 0;
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
