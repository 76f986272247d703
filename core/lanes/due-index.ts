import { DUE_PARTITIONS } from "../store/keys.ts";
import { bucketOf } from "../store/lane-names.ts";
import { INDEXES } from "../store/table.ts";

/** The index partition that contains a bucket's planned wake-ups. */
export const wakePartition = (bucket: number) => `WAKE#${bucket}`;
/** The index partition that contains a bucket's rows, sorted by the time they were put. */
export const putPartition = (bucket: number) => `PUT#${bucket}`;

const bucketOfLane = (lane: string) => bucketOf(lane, DUE_PARTITIONS);

/**
 * Builds the index entry that the sweep uses to find a lane's header. The sort key is the instant followed by the
 * lane's name, so it is unique and paging never skips an entry.
 */
export const wakeIndex = (lane: string, wakeAt: string): Record<string, string> => ({
  [INDEXES.due.pk]: wakePartition(bucketOfLane(lane)),
  [INDEXES.due.sk]: `${wakeAt}#${lane}`,
});

/** Builds the index entry that the sweep uses to find a row. */
export const putIndex = (lane: string, sk: string, putAt: string): Record<string, string> => ({
  [INDEXES.due.pk]: putPartition(bucketOfLane(lane)),
  [INDEXES.due.sk]: `${putAt}#${lane}#${sk}`,
});

/** The attributes that make an item appear in the sweep's index. */
export const DUE_INDEX_FIELDS: string[] = [INDEXES.due.pk, INDEXES.due.sk];
