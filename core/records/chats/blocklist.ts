import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The people blocked by a linked number, by network address. Contacts use the people's own records, which contain the
 * same information. Sending uses this list, because it is read once and then cached.
 */
export interface BlocklistRecord {
  /** The addresses on the network's list, mostly private ids. */
  ids: string[];
}

/** The block lists, by instance. */
export const blocklistRecords = recordsAt<BlocklistRecord, Parameters<typeof keys.blocklist>>(keys.blocklist);
