import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, callPage } from "./call.ts";

const ASKED_EVERY_MS = 15_000;

/** Which deliveries; "": all of the account's webhook. */
export interface DeliveryFilter {
  status: string;
  /** A number with its own webhook. */
  instance_id: string;
}

/** Events bound for a webhook: failed ones first. */
export const deliveriesQuery = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ["deliveries", filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => callPage("webhook.deliveries", pageParam, { query: { ...filter }, signal }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ASKED_EVERY_MS,
  });

/** The posted bytes, and the outcome of each attempt. @param tries the known number of attempts: another one reads again. */
export const deliveryQuery = (event: string, tries: number) =>
  queryOptions({
    queryKey: ["deliveries", "details", event, tries],
    queryFn: ({ signal }) => call("panel.deliveries.get", { at: { event_id: event }, signal }),
  });

/** Posts a failed event again. */
export const resendDelivery = (event: string) => call("webhook.resend", { at: { event_id: event } });
