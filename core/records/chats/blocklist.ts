import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The people whom a linked number has blocked, by the network's addresses. Contacts use the people's own records, which
 * say this too; sending uses this list, because it is read once and kept in memory.
 */
export interface BlocklistRecord {
  /** The addresses that the network lists, mostly private ids. */
  ids: string[];
}

/** The instances' lists. */
export const blocklistRecords = recordsAt<BlocklistRecord, Parameters<typeof keys.blocklist>>(keys.blocklist);
