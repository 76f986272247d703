import type { EventRecord } from "../contracts/event.ts";
import type { EndpointQueue, EndpointView } from "../domain/endpoint-policy.ts";
import { keys } from "../store/keys.ts";
import { type Delivery, deliveriesOf } from "./endpoint-rows.ts";
import type { DeliveryDeps } from "./post-event.ts";

/** Rows of each queue read at once. */
const PAGE_ROWS = 10;

/** What is in flight: sort key of its row -> its queue. */
export type InFlight = ReadonlyMap<string, { queue: EndpointQueue }>;

/** The first rows of the lane, read in pages: a long queue costs a fraction of a read per event. */
export interface EndpointPages {
  /**
   * What may be worked now. New events are read when none of the last page is left: they come behind them. The others
   * when what is known of them is `maxAgeMs` old.
   */
  view(inFlight: InFlight): Promise<EndpointView<Delivery>>;
  /** The event of a row; null when its record is gone. */
  eventOf(delivery: Delivery): Promise<EventRecord | null>;
  /** This row was taken up: it is no longer offered. */
  use(delivery: Delivery): void;
  /** Rows were ended or moved: read again. */
  forget(): void;
  /** True when the last view was read for it, nothing of it remembered. */
  wasFresh(): boolean;
}

/** @param maxAgeMs how long rows that come or go elsewhere may stay unnoticed. */
export function endpointPages(deps: DeliveryDeps, lane: string, account: string, maxAgeMs: number): EndpointPages {
  let pages: Record<EndpointQueue, Delivery[]> = { tests: [], untried: [], ladder: [] };
  let readAt = Number.NEGATIVE_INFINITY;
  let isWhole = false;
  let events = new Map<string, EventRecord>();

  async function read(inFlight: InFlight): Promise<void> {
    const except = new Set(inFlight.keys());
    const page = async (queue: EndpointQueue) =>
      (await deliveriesOf(deps.table, lane, queue, PAGE_ROWS, { except })).deliveries;
    const startedAt = deps.clock.now().getTime();
    const isOld = startedAt - readAt >= maxAgeMs;
    const isUsedUp = readAt === Number.NEGATIVE_INFINITY || pages.untried.length === 0;
    const [tests, untried, ladder] = await Promise.all([
      isOld ? page("tests") : pages.tests,
      isUsedUp ? page("untried") : pages.untried,
      isOld ? page("ladder") : pages.ladder,
    ]);
    pages = { tests, untried, ladder };
    if (isOld) readAt = startedAt;
    isWhole = isOld && isUsedUp;
    if (isUsedUp) await readEvents(untried);
  }

  /** Events of the page in one read; those known already are not read again. */
  async function readEvents(deliveries: Delivery[]): Promise<void> {
    const known = new Map(deliveries.flatMap(({ event_id: id }) => (events.has(id) ? [[id, events.get(id)]] : [])));
    const missing = deliveries.filter(({ event_id: id }) => !events.has(id));
    const found = await deps.table.getMany(missing.map(({ event_id: id }) => keys.event(account, id)));
    for (const event of found as unknown as EventRecord[]) known.set(event.id, event); // put by publish-event only
    events = known as Map<string, EventRecord>; // holds found ones only
  }

  return {
    async view(inFlight) {
      await read(inFlight);
      const queues = [...inFlight.values()].map(({ queue }) => queue);
      const count = (wanted: EndpointQueue) => queues.filter((queue) => queue === wanted).length;
      return {
        ...pages,
        inFlight: { tests: count("tests"), untried: count("untried"), ladder: count("ladder") },
      };
    },
    async eventOf({ event_id: id }) {
      const known = events.get(id);
      if (known) return known;
      return (await deps.table.get(keys.event(account, id))) as EventRecord | null; // put by publish-event only
    },
    use({ row }) {
      const without = (page: Delivery[]) => page.filter((one) => one.row.sk !== row.sk);
      pages = { tests: without(pages.tests), untried: without(pages.untried), ladder: without(pages.ladder) };
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY;
    },
    wasFresh: () => isWhole,
  };
}
