import { laneHeads } from "../../lanes/lane.ts";
import { type Delivered, deliveredPages, unpacked } from "../../records/webhooks/delivered.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import type { Table } from "../../store/table.ts";

/** The number of pages per query. Each page contains at least ten deliveries. */
const PAGES = 5;

/**
 * Lists the accepted posts to a webhook, newest first. `before` limits the list to posts before a time in epoch
 * milliseconds, which is the `at` of the last post on the previous page. If null, the list starts with the newest post.
 */
export async function listDelivered(
  table: Table,
  { account_id: account, owner }: Pick<WebhookRecord, "account_id" | "owner">,
  { limit, before }: { limit: number; before: number | null },
): Promise<{ delivered: Delivered[]; more: boolean }> {
  const head = await laneHeads.read(table, endpointLane(account, owner));
  /**
   * The deliveries by time. Deliveries appear twice if a run wrote them as a page but failed to remove them from the
   * header, so they are deduplicated here.
   */
  const found = new Map<string, Delivered>();
  const take = (texts: readonly string[]) => {
    for (const one of texts.flatMap((text) => unpacked(text) ?? []))
      if (before === null || one.at < before) found.set(`${one.at}#${one.event_id}`, one);
  };
  take(head?.kept ?? []);
  const { pk } = keys.deliveredPage(account, owner, "");
  let sk = before === null ? null : new Date(before).toISOString();
  for (let isMore = true; isMore && found.size <= limit; ) {
    const { items, more } = await table.query({
      pk,
      limit: PAGES,
      descending: true,
      ...(sk !== null && { before: sk }),
    });
    for (const { delivered } of items.map(deliveredPages.of)) take(delivered);
    sk = items.at(-1)?.sk ?? sk;
    isMore = more;
  }
  const all = [...found.values()].sort((a, b) => b.at - a.at);
  return { delivered: all.slice(0, limit), more: all.length > limit };
}
