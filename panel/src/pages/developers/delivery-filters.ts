/** Names of the filters in the page's URL; `event`: the delivery whose details are shown. */
export const DELIVERY_FILTERS = ["webhook", "status", "type", "event"] as const;

/** The filters' values; "": not set. */
export type DeliveryFilters = Record<(typeof DELIVERY_FILTERS)[number], string>;
