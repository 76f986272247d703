import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { DeliveryDetails } from "../../../core/contracts/panel/developers.ts";
import type { WebhookDelivery } from "../../../core/contracts/webhook.ts";
import { ask, askNext, askPage, type Page } from "./client.ts";

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
    queryFn: ({ pageParam, signal }): Promise<Page<WebhookDelivery>> =>
      pageParam === null
        ? askPage<WebhookDelivery>({ path: "/v1/webhook/deliveries", query: { ...filter }, signal })
        : askNext<WebhookDelivery>(pageParam, signal),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ASKED_EVERY_MS,
  });

/** The posted bytes, and the outcome of each attempt. @param tries the known number of attempts: another one reads again. */
export const deliveryQuery = (event: string, tries: number) =>
  queryOptions({
    queryKey: ["deliveries", "details", event, tries],
    queryFn: ({ signal }) => ask<DeliveryDetails>({ path: `/deliveries/${encodeURIComponent(event)}`, signal }),
  });

/** Posts a failed event again. */
export const resendDelivery = (event: string) =>
  ask<{ event_id: string }>({
    method: "POST",
    path: `/v1/webhook/deliveries/${encodeURIComponent(event)}/resend`,
  });
