import type { BroadcastId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The broadcasts of an account that had not started when it was written, at most as many as its plan allows. Some may
 * have started, ended or expired since: a reader who finds no place left checks the broadcasts themselves.
 */
export interface BroadcastPlaces {
  /** People stored for each. */
  open: Record<BroadcastId, number>;
  /** Grows with each write: a writer claims that it is unchanged. */
  rev: number;
}

/** The places of accounts. */
export const broadcastPlaces = recordsAt<BroadcastPlaces, Parameters<typeof keys.broadcastPlaces>>(
  keys.broadcastPlaces,
);
