/** Names of the filters in the page's address; `event`: the delivery whose details show. */
export const DELIVERY_FILTERS = ["webhook", "status", "type", "event"] as const;

/** Their values; "": not set. */
export type DeliveryFilters = Record<(typeof DELIVERY_FILTERS)[number], string>;
