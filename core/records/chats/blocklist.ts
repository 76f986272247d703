import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The people blocked by a linked number, by the network's addresses. The people's own records contain this too, for the
 * contacts. Sending uses this list because it is read once and kept in memory.
 */
export interface BlocklistRecord {
  /** The addresses that the network lists, mostly private ids. */
  ids: string[];
}

/** The instances' lists. */
export const blocklistRecords = recordsAt<BlocklistRecord, Parameters<typeof keys.blocklist>>(keys.blocklist);
