/** The names of the activity log's filters in the page's URL. */
export const FILTERS = ["action", "number", "key"] as const;

/** The values of the log's filters, with "" for a filter that isn't set. */
export type Filters = Record<(typeof FILTERS)[number], string>;
