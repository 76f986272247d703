import type { AddressBlock } from "../../contracts/ids.ts";
import { parseIp } from "../ip-address.ts";

/** How many of an IPv6 address's eight groups identify the network. The network's owner can choose the rest freely. */
const NETWORK_GROUPS = 4;

/**
 * Returns the network that per-address limits apply to. For an IPv6 address, that is its /64, because all addresses in
 * it have the same owner. An IPv4 address is returned unchanged, even if written as `::ffff:a.b.c.d`. Any other text is
 * returned as is.
 */
export function addressBlock(source: string): AddressBlock {
  return blockOf(source) as AddressBlock; // an AddressBlock is only created here
}

function blockOf(source: string): string {
  const ip = parseIp(source);
  if (ip?.kind !== "ipv6") return ip?.address ?? source;
  const groups = groupsOf(ip.address).slice(0, NETWORK_GROUPS);
  return `${parseIp(`${groups.join(":")}::`)?.address}/64`;
}

/** Returns the eight groups of an IPv6 address, including those that `::` omits because they are 0. */
function groupsOf(address: string): string[] {
  const [before = [], after] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  if (!after) return before;
  return [...before, ...new Array<string>(8 - before.length - after.length).fill("0"), ...after];
}
