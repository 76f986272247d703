import { Gateway as Client } from "../../clients/sdk/src/index.ts";

/** An SDK client that follows an account's event stream while a test kills and restarts the gateway. */
export interface SdkFollower {
  /** The ids of the events received, in the order of arrival. */
  ids: readonly string[];
  /**
   * Whether the client has received exactly the events that polling returns, in the same order. @throws the error that
   * stopped the client, if any.
   */
  isWhole(): Promise<boolean>;
  /** Stops following. @throws the error that stopped the client earlier, if any. */
  stop(): Promise<void>;
}

/**
 * Starts following an account's event stream.
 * @param polled returns the ids of the account's events, in polling order.
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
  let error: unknown = null;
  stopped.catch((reason: unknown) => {
    error = reason; // a later check or `stop` throws it, so it doesn't end the process
  });
  return {
    ids,
    async isWhole() {
      if (error !== null) throw error;
      return JSON.stringify(ids) === JSON.stringify(await polled());
    },
    async stop() {
      stop.abort();
      await stopped;
    },
  };
}
