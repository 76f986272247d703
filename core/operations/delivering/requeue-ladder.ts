import { endReason } from "../../domain/webhooks/endpoint-policy.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { type Delivery, deliveriesOf, triesOf } from "../../records/webhooks/endpoint-rows.ts";
import { endpointSettings, ladderSettled, lifeOf } from "../../records/webhooks/endpoint-state.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { hasWrites } from "../../store/some-writes.ts";
import { type Condition, ConditionFailed, type SomeWrites, TransactionRefused, type Write } from "../../store/table.ts";
import { deathsOf, endDelivery } from "./deliver-event.ts";

/**
 * The number of rows to move per transaction. Each row needs two of the hundred writes that a transaction may contain.
 */
const PAGE_ROWS = 25;

/**
 * Moves a page of ladder rows back into the untried queue, which is simply read oldest first. While the endpoint is
 * paused, or after it has accepted an attempt, all rows are moved. After a URL change, only rows from an earlier life
 * are moved. Attempts only count in the life in which they were made. Spec: Webhook delivery.
 * @param after the sort key after which to continue. Undefined starts at the beginning.
 * @returns the sort key after which to continue, or null at the end of the ladder.
 */
export async function requeueLadder(
  deps: LaneDeps,
  webhook: WebhookRecord,
  lane: string,
  page: { after: string | undefined; except: ReadonlySet<string> },
): Promise<string | null> {
  const { deliveries, more } = await deliveriesOf(deps, lane, "ladder", PAGE_ROWS, page);
  const now = deps.clock.now();
  const settings = endpointSettings(webhook);
  const isAll = webhook.paused_at !== undefined || webhook.ladder_recalled !== undefined;
  const moving: Delivery[] = [];
  for (const delivery of deliveries) {
    const reason = endReason(delivery, settings, now);
    if (reason) await endDelivery(deps, delivery, reason);
    else if (isAll || delivery.life !== lifeOf(webhook)) moving.push(delivery);
  }
  const pairs = moving.map((delivery) => requeued(delivery, lane, webhook, now));
  const isPlain = new Set(moving.map(({ event_id: id }) => id)).size === moving.length; // each event only once
  const moves = pairs.flat();
  const isMoved = isPlain && hasWrites(moves) && (await movedAtOnce(deps, moves));
  if (!isMoved) for (const pair of pairs) await moveOne(deps, pair);
  const last = deliveries.at(-1);
  if (more && last) return last.row.sk;
  if (webhook.ladder_stale || webhook.ladder_recalled !== undefined) await settle(deps, webhook);
  return null;
}

/** The two writes that move a row from the ladder to the queue. */
type Pair = [drop: Write, put: Write];

/**
 * Builds the writes that move a waiting event into the untried queue. They are refused if the event has been moved in
 * the meantime. @param resent whether a person asked for the event's next attempt.
 */
export function requeued(delivery: Delivery, lane: string, webhook: WebhookRecord, now: Date, resent = false): Pair {
  const { row } = delivery;
  const claim: Condition =
    row.claim === undefined
      ? [{ item: "exists" }, { field: "claim", is: "missing" }]
      : [{ field: "claim", op: "=", value: row.claim }];
  const deaths = deathsOf(delivery);
  const tries = triesOf(row, lifeOf(webhook));
  const { put, if: absent } = putRow(
    {
      lane,
      queue: ENDPOINT_QUEUES.untried,
      id: delivery.event_id,
      due: now,
      expires_at: delivery.expires_at,
      data: {
        last_status: row.last_status ?? null,
        last_error: row.last_error ?? null,
        life: lifeOf(webhook),
        ...(resent && { resent }),
        ...((deaths > 0 || row.deaths !== undefined) && { deaths }),
      },
    },
    now,
  );
  return [
    { delete: { pk: row.pk, sk: row.sk }, if: claim },
    { put: { ...put, tries }, if: absent },
  ];
}

const movedAtOnce = (deps: LaneDeps, writes: SomeWrites) => isCommitted(deps.table.transact(writes));

async function moveOne(deps: LaneDeps, [drop, put]: Pair): Promise<void> {
  try {
    await deps.table.transact([drop, put]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // Either another worker has finished or claimed the row, or the event is already in the queue and this row is a
    // duplicate.
    if (error.failed[0] === undefined) await deps.table.transact([drop]).catch(unlessRefused);
  }
}

async function settle(deps: LaneDeps, webhook: WebhookRecord): Promise<void> {
  try {
    await deps.table.write(ladderSettled(webhook));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // The URL has changed, so another worker must move it.
  }
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof TransactionRefused)) throw error;
}
