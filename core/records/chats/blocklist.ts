import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The people blocked by a linked number, by network address. For contacts, the same information is read from each
 * person's own record; sending uses this list, because it is read once and then cached.
 */
export interface BlocklistRecord {
  /** The addresses on the network's list. Most are private ids. */
  ids: string[];
}

/** The block lists, by instance. */
export const blocklistRecords = recordsAt<BlocklistRecord, Parameters<typeof keys.blocklist>>(keys.blocklist);
