import type { EventId, InstanceId } from "../../contracts/ids.ts";
import type { EndpointQueue, PendingDelivery } from "../../domain/webhooks/endpoint-policy.ts";
import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { rowId, rowQueue } from "../../lanes/put-row.ts";
import { RECHECK } from "../../lanes/recheck.ts";
import { keys } from "../../store/keys.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Item } from "../../store/table.ts";
import { deliveryFault } from "./delivery-fault.ts";

/** A row in an endpoint's lane: an event bound for one webhook. The fields here are not used by the lane itself. */
export interface DeliveryRow extends LaneRow {
  /** When the event entered this lane (ISO, UTC), for rows on the ladder. Before the first attempt that is `put_at`. */
  queued_at?: string;
  /** How many posts had a worker that died before it wrote the result. */
  deaths?: number;
  /** Whether the claim is that of a probe of a paused endpoint, which does not count as an attempt. */
  probing?: boolean;
  /** The webhook's life in which `tries` were made. */
  life?: number;
  /** Whether it is a test event, which has one attempt, whatever its result. */
  test?: boolean;
  last_status?: number | null;
  last_error?: string | null;
  last_ms?: number;
  /** The event itself, if it is small, until its first attempt (`carriedOf`). */
  body?: string;
  type?: string;
  created_at?: string;
  instance_id?: InstanceId | null;
}

/** The rows in endpoints' lanes. A row may be broken, so `deliveryFault` checks it before its fields are used. */
const deliveryRows = recordsAt<DeliveryRow, Parameters<typeof keys.laneRow>>(keys.laneRow);

/** A waiting event as the policy sees it, with its row. */
export interface Delivery extends PendingDelivery {
  event_id: EventId;
  row: DeliveryRow;
}

/** Returns the attempts that count for the webhook as it is now; those at another URL don't. */
export const triesOf = (row: DeliveryRow, life: number): number =>
  row.life === undefined || row.life === life ? row.tries : 0;

/** Dependencies for reading an endpoint's lane: the table, and the clock against which rows are checked. */
export type ReadsRows = Pick<LaneDeps, "table" | "clock">;

/** Reads the first sound rows in one queue after the sort key `after`, without those in `except` (sort keys). */
export async function deliveriesOf(
  { table, clock }: ReadsRows,
  lane: string,
  queue: EndpointQueue,
  limit: number,
  { except = new Set<string>(), after }: { except?: ReadonlySet<string>; after?: string | undefined } = {},
): Promise<{ deliveries: Delivery[]; more: boolean }> {
  const prefix = `${ENDPOINT_QUEUES[queue]}#`;
  const { items, more } = await table.query({
    pk: lane,
    prefix,
    limit: limit + except.size,
    ...(after !== undefined && { after }),
  });
  const now = clock.now();
  const isTaken = (row: DeliveryRow) => !except.has(row.sk) && deliveryFault(row, now) === null;
  const rows = items.map(deliveryRows.of).filter(isTaken);
  return { deliveries: rows.slice(0, limit).map(asDelivery), more: more || rows.length > limit };
}

/** The rows of an ordinary lane fit into one page, and the page into one read unit of 4 KB. */
const PAGE_ROWS = 10;
/** How many rows of a queue are enough to continue; rechecks are handled together. */
const ENOUGH = { rows: 4, looks: 25 };
const HEADER = keys.laneHead("").sk;
/** Sorts after every id. */
const END_OF_QUEUE = "\uffff";

/** The first rows of an endpoint's lane, by queue. */
export interface EndpointRows extends Record<EndpointQueue, Delivery[]> {
  /** The recheck rows. */
  looks: LaneRow[];
  /** Rows that can never be processed, and why. */
  unsound: { row: LaneRow; fault: string }[];
  /** False if there are more untried rows after these. */
  isUntriedWhole: boolean;
}

/**
 * Reads the first rows in every queue, without those in `except`: one page from the lane's start and, for a longer
 * lane, the queues that the page did not reach. So the queues' lengths don't matter.
 */
export async function readEndpointRows(
  { table, clock }: ReadsRows,
  lane: string,
  except: ReadonlySet<string> = new Set(),
): Promise<EndpointRows> {
  const found: Item[] = [];
  let isUntriedWhole = true;
  for (let after: string | undefined; ; ) {
    const page = await table.query({
      pk: lane,
      limit: PAGE_ROWS + except.size,
      ...(after !== undefined && { after }),
    });
    found.push(...page.items.filter(({ sk }) => !except.has(sk)));
    const last = page.items.at(-1)?.sk;
    if (!page.more || last === undefined) break;
    const queue = rowQueue(last);
    const seen = found.filter(({ sk }) => rowQueue(sk) === queue).length;
    const isEnough = queue !== "" && seen >= (queue === RECHECK ? ENOUGH.looks : ENOUGH.rows);
    if (isEnough && queue === ENDPOINT_QUEUES.untried) isUntriedWhole = false;
    if (isEnough && queue === ENDPOINT_QUEUES.tests) break; // the last queue
    after = isEnough ? `${queue}#${END_OF_QUEUE}` : last;
  }
  const now = clock.now();
  const judged = found
    .map(deliveryRows.of)
    .filter(({ sk }) => sk !== HEADER)
    .map((row) => ({ row, fault: deliveryFault(row, now) }));
  const rows = judged.flatMap(({ row, fault }) => (fault === null ? [row] : []));
  const of = (queue: string) => rows.filter(({ sk }) => rowQueue(sk) === queue);
  return {
    looks: of(RECHECK),
    tests: of(ENDPOINT_QUEUES.tests).map(asDelivery),
    untried: of(ENDPOINT_QUEUES.untried).map(asDelivery),
    ladder: of(ENDPOINT_QUEUES.ladder).map(asDelivery),
    unsound: judged.flatMap(({ row, fault }) => (fault === null ? [] : [{ row, fault }])),
    isUntriedWhole,
  };
}

function asDelivery(row: DeliveryRow): Delivery {
  const queue = rowQueue(row.sk);
  const queuedAt = queue === ENDPOINT_QUEUES.ladder ? row.queued_at : undefined;
  return {
    event_id: rowId(row.sk),
    row,
    queued_at: new Date(queuedAt ?? row.put_at),
    due: new Date(row.due),
    expires_at: new Date(row.expires_at),
    // A row on the ladder has been attempted; without a `life` it is from the first life.
    life: row.life ?? (queue === ENDPOINT_QUEUES.ladder ? 0 : null),
    is_stray: row.test === true && queue !== ENDPOINT_QUEUES.tests,
  };
}
