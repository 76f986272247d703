import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** How many bits longer an IPv4 address is when written as `::ffff:a.b.c.d`. */
const MAPPED_BITS = 96;

/**
 * Normalizes an address or CIDR from a key's list to the form in which it is stored: `203.0.113.7/32`, `2001:db8::/32`;
 * `::ffff:a.b.c.d` becomes `a.b.c.d`.
 * @returns null for anything else; host names, octal numbers and zone ids are not accepted.
 */
export function normalizeCidr(text: string): string | null {
  const [addressText = "", bitsText, ...rest] = text.trim().split("/");
  const address = parseAddress(addressText);
  if (!address || rest.length > 0) return null;
  const widest = address.kind() === "ipv4" ? 32 : 128;
  if (bitsText === undefined) return `${address}/${widest}`;
  if (!/^\d{1,3}$/.test(bitsText)) return null;
  const bits = Number(bitsText) - (isMapped(addressText) ? MAPPED_BITS : 0);
  return bits >= 0 && bits <= widest ? `${address}/${bits}` : null;
}

/** Whether a request from `source` may use a key with this list; an empty or missing list allows every address. */
export function isAllowedIp(source: string, cidrs: readonly string[] | null): boolean {
  if (!cidrs || cidrs.length === 0) return true;
  const address = parseAddress(source);
  if (!address) return false;
  return cidrs.some((cidr) => {
    const [network, bits] = ipaddr.parseCIDR(cidr);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(":") || text.includes("%") || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.process(text);
}

const isMapped = (text: string) => text.includes(":") && parseAddress(text)?.kind() === "ipv4";
