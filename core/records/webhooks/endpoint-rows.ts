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

/**
 * A row in an endpoint's lane: an event to deliver to a single webhook. The lane itself doesn't use the fields declared
 * here.
 */
export interface DeliveryRow extends LaneRow {
  /**
   * When the event entered this lane (ISO, UTC), for rows on the ladder. Before the first attempt, it equals `put_at`.
   */
  queued_at?: string;
  /** The number of posts whose worker died before recording the result. */
  deaths?: number;
  /** Whether the row is claimed for a probe of a paused endpoint. Probes don't count as attempts. */
  probing?: boolean;
  /** The webhook's life that the `tries` were made in. */
  life?: number;
  /** Whether this is a test event, which is attempted only once, whatever the result. */
  test?: boolean;
  /** Whether a person asked for the next attempt. If it fails, that doesn't count toward the automatic pause. */
  resent?: boolean;
  last_status?: number | null;
  last_error?: string | null;
  last_ms?: number;
  /** The event itself, if it is small. Removed after the first attempt (`carriedOf`). */
  body?: string;
  type?: string;
  created_at?: string;
  instance_id?: InstanceId | null;
}

/** The rows in endpoints' lanes. A row may be invalid, so check it with `deliveryFault` before using its fields. */
const deliveryRows = recordsAt<DeliveryRow, Parameters<typeof keys.laneRow>>(keys.laneRow);

/** A waiting event's row, with the fields used by the policy. */
export interface Delivery extends PendingDelivery {
  event_id: EventId;
  row: DeliveryRow;
}

/** Returns the number of attempts at the webhook's current URL. Attempts at other URLs don't count. */
export const triesOf = (row: DeliveryRow, life: number): number =>
  row.life === undefined || row.life === life ? row.tries : 0;

/** Dependencies for reading an endpoint's lane: the table, and the clock for checking rows. */
export type ReadsRows = Pick<LaneDeps, "table" | "clock">;

/**
 * Reads the first valid rows of a queue after the sort key `after`, leaving out those in `except` (sort keys). Pages
 * without such a row are passed over, so no rows means that the queue has ended.
 */
export async function deliveriesOf(
  { table, clock }: ReadsRows,
  lane: string,
  queue: EndpointQueue,
  limit: number,
  { except = new Set<string>(), after }: { except?: ReadonlySet<string>; after?: string | undefined } = {},
): Promise<{ deliveries: Delivery[]; more: boolean }> {
  const prefix = `${ENDPOINT_QUEUES[queue]}#`;
  const now = clock.now();
  const isTaken = (row: DeliveryRow) => !except.has(row.sk) && deliveryFault(row, now) === null;
  for (let from = after; ; ) {
    const { items, more } = await table.query({
      pk: lane,
      prefix,
      limit: limit + except.size,
      ...(from !== undefined && { after: from }),
    });
    const rows = items.map(deliveryRows.of).filter(isTaken);
    from = items.at(-1)?.sk;
    if (rows.length > 0 || !more || from === undefined)
      return { deliveries: rows.slice(0, limit).map(asDelivery), more: more || rows.length > limit };
  }
}

/** The number of rows per page. An ordinary lane fits on one page, and a page fits into a 4 KB read unit. */
const PAGE_ROWS = 10;
/** How many rows of a queue to read before proceeding. Rechecks are handled together. */
const ENOUGH = { rows: 4, looks: 25 };
const HEADER = keys.laneHead("").sk;
/** A string that sorts after every id. */
const END_OF_QUEUE = "\uffff";

/** The first rows in an endpoint's lane, by queue. */
export interface EndpointRows extends Record<EndpointQueue, Delivery[]> {
  /** The recheck rows in the lane. */
  looks: LaneRow[];
  /** Rows that can never be processed, and why. */
  unsound: { row: LaneRow; fault: string }[];
  /** Whether these are all of the untried rows. False if more follow. */
  isUntriedWhole: boolean;
}

/**
 * Reads the first rows of every queue, leaving out those in `except`. Fetches a page from the start of the lane and,
 * for a longer lane, the queues that the page did not reach. This way, the lengths of the queues don't matter.
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
    // A row on the ladder has already been attempted. If it has no `life`, it is from the first life.
    life: row.life ?? (queue === ENDPOINT_QUEUES.ladder ? 0 : null),
    is_stray: row.test === true && queue !== ENDPOINT_QUEUES.tests,
  };
}
