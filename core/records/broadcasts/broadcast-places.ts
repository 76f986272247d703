import type { BroadcastId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * An account's broadcasts that had not started when this record was written, at most as many as its plan allows. Some
 * of them may have started, ended or expired in the meantime. If no place seems to be left, the broadcasts themselves
 * are therefore checked.
 */
export interface BroadcastPlaces {
  /** The number of people stored for each broadcast. */
  open: Record<BroadcastId, number>;
  /** Incremented by each write, which is refused if this has changed since it was read. */
  rev: number;
}

/** The records of places for broadcasts, by account. */
export const broadcastPlaces = recordsAt<BroadcastPlaces, Parameters<typeof keys.broadcastPlaces>>(
  keys.broadcastPlaces,
);
