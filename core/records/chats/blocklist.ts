import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The people that a linked number has blocked, by the network's addresses. Contacts use the people's own records, which
 * contain the same information. Sending uses this list, because it is read once and then kept in memory.
 */
export interface BlocklistRecord {
  /** The addresses on the network's list, mostly private ids. */
  ids: string[];
}

/** The block lists, by instance. */
export const blocklistRecords = recordsAt<BlocklistRecord, Parameters<typeof keys.blocklist>>(keys.blocklist);
