import type { BroadcastId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * An account's broadcasts that had not started when this was written, at most as many as its plan allows. Some may have
 * started, ended or expired since, so a reader who finds no place left checks the broadcasts themselves.
 */
export interface BroadcastPlaces {
  /** The number of people stored for each. */
  open: Record<BroadcastId, number>;
  /** Incremented by each write; a writer claims that it is unchanged. */
  rev: number;
}

/** The accounts' places. */
export const broadcastPlaces = recordsAt<BroadcastPlaces, Parameters<typeof keys.broadcastPlaces>>(
  keys.broadcastPlaces,
);
