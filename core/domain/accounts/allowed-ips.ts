import { ipNetworks, parseIp } from "../ip-address.ts";

/** How many bits longer an IPv4 address is when written as `::ffff:a.b.c.d`. */
const MAPPED_BITS = 96;

/**
 * Normalizes an address or CIDR from a key's list to its stored form: `203.0.113.7/32`, `2001:db8::/32`.
 * `::ffff:a.b.c.d` becomes `a.b.c.d`.
 * @returns null for anything else, including host names, octal numbers and zone ids.
 */
export function normalizeCidr(text: string): string | null {
  const [addressText = "", bitsText, ...rest] = text.trim().split("/");
  const ip = parseIp(addressText);
  if (!ip || rest.length > 0) return null;
  const { kind, address } = ip;
  const widest = kind === "ipv4" ? 32 : 128;
  if (bitsText === undefined) return `${address}/${widest}`;
  if (!/^\d{1,3}$/.test(bitsText)) return null;
  const bits = Number(bitsText) - (kind === "ipv4" && addressText.includes(":") ? MAPPED_BITS : 0);
  return bits >= 0 && bits <= widest ? `${address}/${bits}` : null;
}

/** Whether a key with this list accepts a request from `source`. An empty or missing list allows every address. */
export function isAllowedIp(source: string, cidrs: readonly string[] | null): boolean {
  if (!cidrs || cidrs.length === 0) return true;
  const ip = parseIp(source);
  return ip !== null && ipNetworks(cidrs)(ip);
}
