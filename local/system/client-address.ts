import { plainAddress } from "./serve-settings.ts";

/** More hops than any real chain of proxies has. */
const HOPS_MOST = 32;

/**
 * Finds the client in `X-Forwarded-For`: from the right, the first hop that isn't a trusted proxy. The hops to the left
 * of it were written by that client, so they are never read.
 * @param hops the header's entries in their order. @param isProxy whether an address is a trusted proxy's.
 * @returns null if the header is absent, or has something else than an address where the client must be.
 */
export function clientAddress(hops: readonly string[], isProxy: (address: string) => boolean): string | null {
  let client: string | null = null;
  for (const hop of hops.toReversed().slice(0, HOPS_MOST)) {
    client = plainAddress(withoutPort(hop));
    if (client === null || !isProxy(client)) return client;
  }
  return client; // all hops are proxies: the first of them asks for itself
}

/** Some proxies append the client's port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;
}
