import { isIPv4, isIPv6 } from "node:net";
import { ipNetworks } from "../ip-address.ts";

/**
 * The IPv4 blocks of private and special networks. All other addresses are public. Sources: the IANA special-purpose
 * registry, plus multicast and the reserved block at the top of the address space.
 */
const isSpecialV4 = ipNetworks([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

/** The only public IPv6 block. All other addresses are private, mapped, translated or unassigned. */
const isGlobalV6 = ipNetworks(["2000::/3"]);

/** The exceptions within the public block: protocol assignments, documentation, 6to4, AS112. */
const isSpecialV6 = ipNetworks(["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"]);

/**
 * Whether an address is on the public internet. Accepts only the usual notations: four decimal parts, or IPv6 without a
 * zone. Anything else (octal, hexadecimal, shortened, a name) is treated as not public, so an unusual notation can't
 * slip through.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !isSpecialV4({ kind: "ipv4", address: ip });
  if (!isIPv6(ip) || ip.includes("%")) return false;
  const address = { kind: "ipv6", address: ip } as const;
  return isGlobalV6(address) && !isSpecialV6(address);
}
