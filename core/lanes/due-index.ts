import { DUE_PARTITIONS } from "../store/keys.ts";
import { bucketOf } from "../store/lane-names.ts";
import { INDEXES } from "../store/table.ts";

/** The index partition of a bucket's planned wake-ups. */
export const wakePartition = (bucket: number) => `WAKE#${bucket}`;
/** The index partition of a bucket's rows, by the time they were put. */
export const putPartition = (bucket: number) => `PUT#${bucket}`;

const bucketOfLane = (lane: string) => bucketOf(lane, DUE_PARTITIONS);

/**
 * A header's entry in the sweep's index. The lane after the instant makes the sort key unique, so no page skips an
 * entry.
 */
export const wakeIndex = (lane: string, wakeAt: string): Record<string, string> => ({
  [INDEXES.due.pk]: wakePartition(bucketOfLane(lane)),
  [INDEXES.due.sk]: `${wakeAt}#${lane}`,
});

/** A row's entry in the sweep's index. */
export const putIndex = (lane: string, sk: string, putAt: string): Record<string, string> => ({
  [INDEXES.due.pk]: putPartition(bucketOfLane(lane)),
  [INDEXES.due.sk]: `${putAt}#${lane}#${sk}`,
});

/** The attributes that place an item in the sweep's index. */
export const DUE_INDEX_FIELDS: string[] = [INDEXES.due.pk, INDEXES.due.sk];
