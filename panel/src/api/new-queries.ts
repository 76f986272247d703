import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./client.ts";
import { renew } from "./query.ts";

const FRESH_MS = 5_000;
const TRIES = 2;

/** An empty cache of the routes' answers. @param onSignedOut the session has ended, as any answer may say. */
export function newQueries(onSignedOut: () => void): QueryClient {
  function onError(error: unknown): void {
    if (!(error instanceof ApiFailure)) return;
    if (error.status === 401) onSignedOut();
    // Another role than the buttons show: somebody changed it in the meantime.
    if (error.code === "role_not_allowed") void renew(queries, "panel.me");
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchIntervalInBackground: false,
        // A refusal is final; a missing answer may come on a retry.
        retry: (count, error) =>
          count < TRIES && !(error instanceof ApiFailure && error.status >= 400 && error.status < 500),
      },
    },
  });
  return queries;
}
