/** The names of the filters in the page's URL. `event` is the event whose delivery is shown in detail. */
export const DELIVERY_FILTERS = ["webhook", "status", "type", "event"] as const;

/** The filters' values. "" if a filter isn't set. */
export type DeliveryFilters = Record<(typeof DELIVERY_FILTERS)[number], string>;
