import { DUE_PARTITIONS } from "../store/keys.ts";
import { bucketOf } from "../store/lane-names.ts";
import { INDEXES } from "../store/table.ts";

/** The index partitions of one bucket: planned wake-ups, and rows by the moment they were put. */
export const wakePartition = (bucket: number) => `WAKE#${bucket}`;
export const putPartition = (bucket: number) => `PUT#${bucket}`;

const bucketOfLane = (lane: string) => bucketOf(lane, DUE_PARTITIONS);

/** A header's place in the sweep's index. The lane behind the instant makes the sort key unique, so pages don't skip. */
export const wakeIndex = (lane: string, wakeAt: string): Record<string, string> => ({
  [INDEXES.due.pk]: wakePartition(bucketOfLane(lane)),
  [INDEXES.due.sk]: `${wakeAt}#${lane}`,
});

/** A row's place in the sweep's index. */
export const putIndex = (lane: string, sk: string, putAt: string): Record<string, string> => ({
  [INDEXES.due.pk]: putPartition(bucketOfLane(lane)),
  [INDEXES.due.sk]: `${putAt}#${lane}#${sk}`,
});

/** The attributes that put an item into the sweep's index. */
export const DUE_INDEX_FIELDS: string[] = [INDEXES.due.pk, INDEXES.due.sk];
