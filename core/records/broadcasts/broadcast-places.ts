import type { BroadcastId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * An account's broadcasts that had not started when the record was written. There are at most as many as the account's
 * plan allows. Some may have started, ended or expired in the meantime, so if no place seems to be left, the broadcasts
 * themselves are checked.
 */
export interface BroadcastPlaces {
  /** The number of people stored for each broadcast. */
  open: Record<BroadcastId, number>;
  /** Incremented by each write. A write is refused if this has changed since it was read. */
  rev: number;
}

/** The records of broadcast places, by account. */
export const broadcastPlaces = recordsAt<BroadcastPlaces, Parameters<typeof keys.broadcastPlaces>>(
  keys.broadcastPlaces,
);
