import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./client.ts";
import { renew } from "./query.ts";

const FRESH_MS = 5_000;
const TRIES = 2;

/**
 * Creates an empty cache for API responses. @param onSignedOut called when a response shows that the session has ended.
 */
export function newQueries(onSignedOut: () => void): QueryClient {
  function onError(error: unknown): void {
    if (!(error instanceof ApiFailure)) return;
    if (error.status === 401) onSignedOut();
    // The user's role has changed in the meantime, so the buttons they see must be updated.
    if (error.code === "role_not_allowed") void renew(queries, "panel.me");
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchIntervalInBackground: false,
        // A refusal is final, but a request that wasn't answered may succeed on a retry.
        retry: (count, error) =>
          count < TRIES && !(error instanceof ApiFailure && error.status >= 400 && error.status < 500),
      },
    },
  });
  return queries;
}
