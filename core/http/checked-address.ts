import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "../domain/webhooks/public-address.ts";

/** Looks up a name's addresses. Rejects if there are none. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

/** The machine's own resolver. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** Thrown for a host that must not be dialed. */
export class NotPublicError extends Error {
  readonly code = "NOT_PUBLIC";
  constructor() {
    super("The host is not on the public internet.");
    this.name = "NotPublicError";
  }
}

/**
 * Looks up a host's addresses once and checks that they may be dialed. The caller dials these addresses without another
 * lookup, so changing the DNS answer in between has no effect.
 * @param hostname as returned by `URL`. A literal address needs no lookup.
 * @throws NotPublicError if any of the addresses is not public; ENOTFOUND if there is no address; any error from the
 * resolver itself.
 */
export async function checkedAddresses(
  hostname: string,
  options: { allowPrivate: boolean; resolve: Resolve },
): Promise<{ address: string; family: number }[]> {
  const literal = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  const family = isIP(literal);
  const found = family === 0 ? await options.resolve(hostname) : [{ address: literal, family }];
  if (found.length === 0) throw Object.assign(new Error("The host has no address."), { code: "ENOTFOUND" });
  if (!options.allowPrivate && !found.every(({ address }) => isPublicAddress(address))) throw new NotPublicError();
  return found;
}
