/** Names of the log's filters in the page's URL. */
export const FILTERS = ["action", "number", "key"] as const;

/** The filters' values; "": not set. */
export type Filters = Record<(typeof FILTERS)[number], string>;
