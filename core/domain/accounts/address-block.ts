import ipaddr from "ipaddr.js";
import type { AddressBlock } from "../../contracts/ids.ts";

/** The bits of an IPv6 address that identify the network; its owner chooses the rest freely. */
const NETWORK_BITS = 64;

/**
 * Returns the network that limits by address count: the /64 of an IPv6 address, because its owner has every address in
 * it, or an IPv4 address as it is, even if written as `::ffff:a.b.c.d`. Any other text is returned unchanged.
 */
export function addressBlock(source: string): AddressBlock {
  return blockOf(source) as AddressBlock; // an AddressBlock is only created here
}

function blockOf(source: string): string {
  if (!source.includes(":") || !ipaddr.IPv6.isValid(source)) return source;
  const address = ipaddr.process(source);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${NETWORK_BITS}`)}/${NETWORK_BITS}`;
}
