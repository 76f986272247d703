import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { keyOf } from "./query.ts";

/** How long the number's session remembers a preview. */
const KEPT_MS = 10 * 60_000;

/**
 * The query for the preview that a number would send with a link. Its data is null if there is no preview. Each link is
 * requested only once, even if the request failed, because each request means a visit to the linked page.
 */
export const linkPreviewQuery = (instance: string, link: string) =>
  queryOptions({
    queryKey: keyOf("panel.link_preview", {}, instance, link),
    queryFn: async ({ signal }) =>
      (await call("panel.link_preview", { body: { instance_id: instance, link }, signal })).preview,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
