import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { callPage } from "./call.ts";
import { instancesQuery } from "./instances.ts";
import { keysQuery } from "./keys.ts";
import { keyOf, localKey } from "./query.ts";
import { webhooksQuery } from "./webhooks.ts";

/** The query that checks whether any message has been sent or received yet. */
export const firstMessageQuery = () =>
  queryOptions({
    queryKey: keyOf("messages.list", { query: { limit: 1 } }, "any"),
    queryFn: async ({ signal }) =>
      (await callPage("messages.list", null, { query: { limit: 1 }, signal })).data.length > 0,
  });

/** The first steps in a new account, and whether each has been done. */
export interface FirstSteps {
  add: boolean;
  link: boolean;
  message: boolean;
  /** Whether there is a key or a webhook, or null if the user isn't allowed to see them. */
  system: boolean | null;
}

/**
 * The query for an account's progress through the first steps. @param isAdmin whether the user can see keys and
 * webhooks.
 */
export const firstStepsQuery = (queries: QueryClient, isAdmin: boolean) =>
  queryOptions({
    queryKey: localKey("first-steps", isAdmin),
    queryFn: async (): Promise<FirstSteps> => {
      const [numbers, message, keys, webhooks] = await Promise.all([
        queries.fetchQuery(instancesQuery()),
        queries.fetchQuery(firstMessageQuery()),
        isAdmin ? queries.fetchQuery(keysQuery()) : null,
        isAdmin ? queries.fetchQuery(webhooksQuery()) : null,
      ]);
      const hasKey = keys?.some(({ revoked_at }) => revoked_at === null) ?? false;
      const hasWebhook = webhooks?.some(({ url }) => url !== null) ?? false;
      return {
        add: numbers.length > 0,
        link: numbers.some(({ phone }) => phone !== null),
        message,
        system: isAdmin ? hasKey || hasWebhook : null,
      };
    },
  });

/** Whether all steps are done, as far as this user can see. */
export const areAllDone = (steps: FirstSteps): boolean => Object.values(steps).every((isDone) => isDone !== false);
