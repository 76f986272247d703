import type { BroadcastId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * An account's broadcasts that had not started when this was written, at most as many as its plan allows. Some may have
 * started, ended or expired since, so whenever no place seems to be left, the broadcasts themselves are checked.
 */
export interface BroadcastPlaces {
  /** How many people are stored for each broadcast. */
  open: Record<BroadcastId, number>;
  /** Incremented by each write, which requires that it is unchanged. */
  rev: number;
}

/** The accounts' places. */
export const broadcastPlaces = recordsAt<BroadcastPlaces, Parameters<typeof keys.broadcastPlaces>>(
  keys.broadcastPlaces,
);
