import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * Whom a linked number has blocked, by the network's addresses: the people's own records say it, too, for the contacts.
 * Whoever sends looks here, because it is read once and kept in memory.
 */
export interface BlocklistRecord {
  /** The addresses that the network lists: private ids, mostly. */
  ids: string[];
}

/** The list of each instance. */
export const blocklistRecords = recordsAt<BlocklistRecord, Parameters<typeof keys.blocklist>>(keys.blocklist);
