import type { PendingDelivery } from "../domain/endpoint-policy.ts";
import type { LaneRow } from "../lanes/lane.ts";
import { rowId, rowQueue } from "../lanes/put-row.ts";
import type { Table } from "../store/table.ts";

/** The endpoint lane's queues: not tried yet (or kept while paused), and on the ladder. */
export const ENDPOINT_QUEUES = { untried: "Q", ladder: "D" } as const;

/** A row of the endpoint lane: an event bound for one webhook. Its last fields are ours, not the lane's. */
export interface DeliveryRow extends LaneRow {
  /** Only on the ladder: when the event came into this lane (ISO, UTC). Before its first try that is `put_at`. */
  queued_at?: string;
  /** Posts of it whose worker died before it wrote the result. */
  deaths?: number;
}

/** A waiting event as the policy sees it, with its row. */
export interface Delivery extends PendingDelivery {
  event_id: string;
  row: DeliveryRow;
}

/** The first rows of one queue, without those in `except` (sort keys), behind the sort key `after`. */
export async function deliveriesOf(
  table: Table,
  lane: string,
  queue: keyof typeof ENDPOINT_QUEUES,
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
  const rows = (items as DeliveryRow[]).filter((row) => !except.has(row.sk)); // rows are written by putRow only
  return { deliveries: rows.slice(0, limit).map(delivery), more: more || rows.length > limit };
}

function delivery(row: DeliveryRow): Delivery {
  const queuedAt = rowQueue(row.sk) === ENDPOINT_QUEUES.ladder ? row.queued_at : undefined;
  return {
    event_id: rowId(row.sk),
    row,
    queued_at: new Date(queuedAt ?? row.put_at),
    due: new Date(row.due),
    expires_at: new Date(row.expires_at),
  };
}
