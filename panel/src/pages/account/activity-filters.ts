/** Names of the log's filters in the page's address. */
export const FILTERS = ["action", "number", "key"] as const;

/** Their values; "": not set. */
export type Filters = Record<(typeof FILTERS)[number], string>;
