import { plainAddress } from "./serve-settings.ts";

/** The maximum number of hops, which is more than any real chain of proxies has. */
const HOPS_MOST = 32;

/**
 * Finds the client in `X-Forwarded-For`, which is the first hop from the right that isn't a trusted proxy. The hops to
 * its left are ignored, because the client itself could have written them.
 * @param hops the header's entries, in order. @param isProxy whether an address belongs to a trusted proxy.
 * @returns null if the header is absent, or contains something other than an address in the client's position.
 */
export function clientAddress(hops: readonly string[], isProxy: (address: string) => boolean): string | null {
  let client: string | null = null;
  for (const hop of hops.toReversed().slice(0, HOPS_MOST)) {
    client = plainAddress(withoutPort(hop));
    if (client === null || !isProxy(client)) return client;
  }
  return client; // all hops are proxies: the first of them asks for itself
}

/** Removes the client's port, which some proxies append: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;
}
