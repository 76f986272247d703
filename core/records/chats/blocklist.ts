import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The people blocked by a linked number, by the network's addresses: the people's own records say it too, for the
 * contacts. Sending uses this, because it is read once and kept in memory.
 */
export interface BlocklistRecord {
  /** The addresses that the network lists: private ids, mostly. */
  ids: string[];
}

/** The list of each instance. */
export const blocklistRecords = recordsAt<BlocklistRecord, Parameters<typeof keys.blocklist>>(keys.blocklist);
