import type { LaneDeps, LaneRun } from "../../lanes/lane.ts";
import { type Delivered, packed, pageWrite, unpacked } from "../../records/webhooks/delivered.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";

/** How many notes fit into a header of 1 KB, which costs one unit with or without them. */
const IN_HEADER = 10;
/** How many notes of a long run are written together. */
const IN_A_PAGE = 100;

/** One run's notes on an endpoint: its accepted posts. */
export interface DeliveredNotes {
  /** Records an accepted post. `status`: never null for an accepted post. */
  add(delivered: {
    event_id: Delivered["event_id"];
    status: number | null;
    ms?: number | undefined;
    tries: number;
  }): void;
  /**
   * Ends the run's notes.
   * @returns the new notes for the lane's header; undefined means unchanged.
   */
  close(): Promise<string[] | undefined>;
}

/**
 * Records what a run delivers, for the list of deliveries, without a write for each. The last ones are in the lane's
 * header, which is written at the end of the run anyway; older ones are written in batches of ten or more. A run that
 * dies loses its own, which are only a view that nothing depends on. docs/decisions/0109.
 */
export function noteDelivered(
  { table, clock, log }: Pick<LaneDeps, "table" | "clock" | "log">,
  place: Pick<WebhookRecord, "account_id" | "owner">,
  { lane, kept }: Pick<LaneRun, "lane" | "kept">,
): DeliveredNotes {
  const before = kept.flatMap((text) => unpacked(text) ?? []);
  const writes: Promise<void>[] = [];
  let noted: Delivered[] = [];
  /** Times always grow, so that each one identifies its delivery and its place in the list. */
  let last = Math.max(0, ...before.map(({ at }) => at));

  /** A page that can't be written is missing from the list; deliveries continue. */
  const write = async (page: readonly Delivered[]) => {
    if (page.length === 0) return;
    try {
      await table.write(pageWrite(place, page));
    } catch (error) {
      log.warn({ lane, left_out: page.length, error: String(error) }, "delivered events are missing in their list");
    }
  };

  return {
    add({ event_id, status, ms, tries }) {
      last = Math.max(clock.now().getTime(), last + 1);
      noted.push({ event_id, at: last, status: status ?? 0, ms: ms ?? null, tries });
      if (noted.length < IN_A_PAGE) return;
      writes.push(write(noted));
      noted = [];
    },
    async close() {
      await Promise.all(writes);
      if (noted.length === 0) return undefined;
      if (before.length + noted.length <= IN_HEADER) return [...before, ...noted].map(packed);
      await write(before);
      if (noted.length <= IN_HEADER) return noted.map(packed);
      await write(noted);
      return [];
    },
  };
}
