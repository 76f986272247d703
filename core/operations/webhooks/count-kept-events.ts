import type { AccountId } from "../../contracts/ids.ts";
import { endReason } from "../../domain/webhooks/endpoint-policy.ts";
import type { Clock } from "../../ports.ts";
import { deliveriesOf } from "../../records/webhooks/endpoint-rows.ts";
import { endpointSettings } from "../../records/webhooks/endpoint-state.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import { endpointLane } from "../../store/lane-names.ts";
import type { Table } from "../../store/table.ts";

const PAGE_ROWS = 500;
const CACHE_MS = 10_000; // our choice: docs/decisions

interface Counted {
  count: number;
  until: number;
}
/** Counts by endpoint lane. */
const COUNTS = new CacheSlot<Counted>("kept events of long lanes", 10_000);

/**
 * Counts the events waiting for a webhook: `events_kept`. Counts the rows themselves, so there is no stored number that
 * could drift. A count that took more than one page is reused for ten seconds.
 */
export async function countKeptEvents(
  deps: { table: Table; clock: Clock },
  account: AccountId,
  owner: string,
): Promise<number> {
  const lane = endpointLane(account, owner);
  const now = deps.clock.now();
  const cached = cachesOf(deps.table).at(COUNTS).get(lane);
  if (cached && cached.until > now.getTime()) return cached.count;

  const webhook = await webhookSettings(deps, account, owner);
  if (webhook.url === null) return 0;
  const settings = endpointSettings(webhook);
  const isKept = (delivery: Parameters<typeof endReason>[0]) => endReason(delivery, settings, now) === null;
  let count = 0;
  let isLong = false;
  for (const queue of ["untried", "ladder"] as const) {
    let after: string | undefined;
    do {
      const page = await deliveriesOf(deps, lane, queue, PAGE_ROWS, { after });
      count += page.deliveries.filter(isKept).length;
      after = page.more ? page.deliveries.at(-1)?.row.sk : undefined;
      isLong ||= after !== undefined;
    } while (after !== undefined);
  }
  if (isLong)
    cachesOf(deps.table)
      .at(COUNTS)
      .set(lane, { count, until: now.getTime() + CACHE_MS });
  return count;
}

/** Drops the cached count. Call this when the webhook has changed. */
export function forgetCount(table: Table, account: AccountId, owner: string): void {
  cachesOf(table).at(COUNTS).delete(endpointLane(account, owner));
}
