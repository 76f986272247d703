import { queryOptions } from "@tanstack/react-query";
import { type CallId, call } from "./call.ts";
import { keyOf, pagesOf } from "./query.ts";

const ASKED_EVERY_MS = 15_000;

/** Filters for deliveries, where "" means the account's webhook or no filter. */
export interface DeliveryFilter {
  status: string;
  /** The number whose deliveries are listed. It has its own webhook. */
  instance_id: string;
}

/** Every route that fetches deliveries. */
export const DELIVERY_READS = ["webhook.deliveries", "panel.deliveries.get"] as const satisfies readonly CallId[];

/** The request parameters for the deliveries to a webhook. */
export const deliveriesAsked = (filter: DeliveryFilter, limit: number | null = null) => ({
  query: { ...filter, limit },
});

/** The query for the deliveries to a webhook, failed ones first. */
export const deliveriesQuery = (filter: DeliveryFilter) =>
  pagesOf("webhook.deliveries", deliveriesAsked(filter), { refetchInterval: ASKED_EVERY_MS });

/**
 * The query for the bytes posted and each attempt's outcome. @param tries the number of attempts known so far. Another
 * attempt triggers a refetch.
 */
export const deliveryQuery = (event: string, tries: number) =>
  queryOptions({
    queryKey: keyOf("panel.deliveries.get", { at: { event_id: event } }, tries),
    queryFn: ({ signal }) => call("panel.deliveries.get", { at: { event_id: event }, signal }),
  });

/** Posts a failed event again. */
export const resendDelivery = (event: string) => call("webhook.resend", { at: { event_id: event } });
