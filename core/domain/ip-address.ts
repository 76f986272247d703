import { BlockList, isIPv4, isIPv6, SocketAddress } from "node:net";

/** An IP address in its usual notation. */
export interface IpAddress {
  kind: "ipv4" | "ipv6";
  address: string;
}

/** The prefix of an IPv4 address that is written as an IPv6 address. */
const MAPPED = "::ffff:";

/**
 * Parses an IP address. `::ffff:a.b.c.d` becomes the IPv4 address `a.b.c.d`.
 * @returns null for anything other than four decimal numbers or an IPv6 address without a zone.
 */
export function parseIp(text: string): IpAddress | null {
  if (isIPv4(text)) return { kind: "ipv4", address: text };
  if (!isIPv6(text) || text.includes("%")) return null;
  const { address } = new SocketAddress({ address: text, family: "ipv6" });
  const rest = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : "";
  return isIPv4(rest) ? { kind: "ipv4", address: rest } : { kind: "ipv6", address };
}

/**
 * Returns a function that checks whether an address is in any of these networks. Only networks of the same IP version
 * count.
 * @param cidrs networks such as `203.0.113.0/24` and `2001:db8::/32`. The returned function throws if a network has any
 * other form.
 */
export function ipNetworks(cidrs: readonly string[]): (ip: IpAddress) => boolean {
  // Made for the first address: a module's own networks would otherwise be made whenever a function loads.
  let blocks: ReturnType<typeof blocksOf> | null = null;
  return ({ kind, address }) => {
    blocks ??= blocksOf(cidrs);
    return blocks[kind].check(address, kind);
  };
}

function blocksOf(cidrs: readonly string[]) {
  // If both versions shared a list, an IPv4 address would match an IPv6 network such as ::/0.
  const blocks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const cidr of cidrs) {
    const [network = "", bits] = cidr.split("/");
    const kind = isIPv6(network) ? "ipv6" : "ipv4";
    blocks[kind].addSubnet(network, Number(bits), kind);
  }
  return blocks;
}
