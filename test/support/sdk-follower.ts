import { Gateway as Client } from "../../clients/sdk/src/index.ts";

/** An SDK client that follows an account's stream of events while a test kills and restarts the gateway. */
export interface SdkFollower {
  /** Ids of the events that it received, in their order. */
  ids: readonly string[];
  /** Whether it has received exactly the events that polling shows, in the same order. */
  isWhole(): Promise<boolean>;
  /** Stops following. @throws the error with which the client stopped before. */
  stop(): Promise<void>;
}

/**
 * Starts to follow the stream of an account's events.
 * @param polled returns the ids of the account's events in the order of polling.
 */
export function followBySdk(
  { apiKey, baseUrl }: { apiKey: string; baseUrl: string },
  polled: () => Promise<string[]>,
): SdkFollower {
  const ids: string[] = [];
  const stop = new AbortController();
  const client = new Client({ apiKey, baseUrl });
  const stopped = (async () => {
    for await (const { id } of client.events.live({ signal: stop.signal })) ids.push(id);
  })();
  return {
    ids,
    isWhole: async () => JSON.stringify(ids) === JSON.stringify(await polled()),
    async stop() {
      stop.abort();
      await stopped;
    },
  };
}
