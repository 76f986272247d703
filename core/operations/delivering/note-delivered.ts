import type { LaneDeps, LaneRun } from "../../lanes/lane.ts";
import { type Delivered, packed, pageWrite, unpacked } from "../../records/webhooks/delivered.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";

/** The number of notes that fit into a 1 KB header. Writing a header costs one unit with or without them. */
const IN_HEADER = 10;
/** The number of notes to write together during a long run. */
const IN_A_PAGE = 100;

/** A run's notes about accepted posts. */
export interface DeliveredNotes {
  /** Records an accepted post, whose `status` is never null. */
  add(delivered: {
    event_id: Delivered["event_id"];
    status: number | null;
    ms?: number | undefined;
    tries: number;
  }): void;
  /**
   * Writes the remaining notes.
   * @returns the notes for the lane's header. Undefined leaves the header's notes unchanged.
   */
  close(): Promise<string[] | undefined>;
}

/**
 * Records a run's deliveries for the delivery list, without a separate write for each one. The latest deliveries are
 * stored in the lane's header, which is written at the end of the run anyway. Earlier ones are written in batches of
 * ten or more. If a run dies, its notes are lost, which only affects the delivery list. docs/decisions/0109.
 */
export function noteDelivered(
  { table, clock, log }: Pick<LaneDeps, "table" | "clock" | "log">,
  place: Pick<WebhookRecord, "account_id" | "owner">,
  { lane, kept }: Pick<LaneRun, "lane" | "kept">,
): DeliveredNotes {
  const before = kept.flatMap((text) => unpacked(text) ?? []);
  const writes: Promise<void>[] = [];
  let noted: Delivered[] = [];
  /** The recorded times always increase, so each time identifies one delivery and its place in the list. */
  let last = Math.max(0, ...before.map(({ at }) => at));

  /** Writes a batch. If the write fails, the batch's deliveries are missing from the list, but delivery continues. */
  const write = async (page: readonly Delivered[]) => {
    if (page.length === 0) return;
    try {
      await table.write(pageWrite(place, page));
    } catch (error) {
      log.warn(
        { lane, left_out: page.length, error: String(error) },
        "delivered events are missing from the list of deliveries",
      );
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
