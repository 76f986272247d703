import ipaddr from "ipaddr.js";
import type { AddressBlock } from "../../contracts/ids.ts";

/** The number of bits of an IPv6 address that identify the network; the network's owner is free to choose the rest. */
const NETWORK_BITS = 64;

/**
 * Returns the network by which limits per address count. For an IPv6 address, that is its /64, because all its
 * addresses have the same owner. An IPv4 address is returned as it is, even if written as `::ffff:a.b.c.d`. Any other
 * text is returned unchanged.
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
