import { BlockList, isIP } from "node:net";

/** The settings of a single-machine gateway that serves a team: under a public URL, behind a proxy that handles TLS. */
export interface ServeSettings {
  /** The URL for people and programs. It is an origin, without a path or query. */
  url: URL;
  /**
   * The proxies whose `X-Forwarded-*` headers are trusted, as addresses or networks in CIDR notation. Empty for a
   * single proxy on this machine.
   */
  trustedProxies: string[];
}

/** The machine's loopback addresses, in IPv4 and IPv6 notation. */
export const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/**
 * Reads the settings that make the gateway serve a team. Faults are returned rather than thrown, because there can be
 * several.
 * @returns an undefined `serve` if PUBLIC_URL isn't set, in which case the gateway serves only its own machine.
 */
export function readServeSettings(env: { PUBLIC_URL?: string | undefined; TRUSTED_PROXIES?: string | undefined }): {
  serve?: ServeSettings;
  faults: string[];
} {
  const { PUBLIC_URL: address, TRUSTED_PROXIES: proxies } = env;
  if (address === undefined || address === "") {
    return { faults: proxies ? ["TRUSTED_PROXIES is set without PUBLIC_URL, but a proxy needs both"] : [] };
  }
  const fault = faultOf(address);
  const trustedProxies = proxies ? proxies.split(",").map((one) => one.trim()) : [];
  const wrong = trustedProxies.filter((one) => !isNetwork(one));
  const faults = [
    ...(fault === null ? [] : [`PUBLIC_URL ${fault}`]),
    ...(wrong.length === 0
      ? []
      : [
          `TRUSTED_PROXIES must list addresses or networks such as 10.0.0.7 or 172.16.0.0/12, separated by commas; ${wrong.map((one) => JSON.stringify(one)).join(", ")} is neither`,
        ]),
  ];
  return faults.length > 0 ? { faults } : { serve: { url: new URL(address), trustedProxies }, faults };
}

/**
 * Creates a function that checks whether an address is in one of the networks. IPv4 addresses in IPv6 notation are
 * treated as IPv4.
 */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    list.addSubnet(address, Number(bits ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== null && list.check(plain, isIP(plain) === 4 ? "ipv4" : "ipv6");
  };
}

/**
 * Returns an address in its canonical form, for comparison as text, or null if the text isn't an address. Converts an
 * IPv4 address in IPv6 notation to IPv4.
 */
export function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  if (isIP(text) === 0 || text.includes("%")) return null; // a zone names no address of another machine
  const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const [top, bottom] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [top >> 8, top & 255, bottom >> 8, bottom & 255].join(".");
}

function faultOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return "must be a URL such as https://gateway.example.com";
  if (url.username !== "" || url.password !== "") return "must not contain a user or a password";
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || /[?#]/.test(address)) {
    return "must be a host without a path or a query, because the gateway needs its own host name";
  }
  if (url.protocol === "http:" && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) {
    return "must start with https://, because otherwise passwords and keys would cross the network in plain text";
  }
  return null;
}

/** Whether this is an address or a network; everything (`/0`) is none, because then anyone's header would count. */
function isNetwork(text: string): boolean {
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0 || address.includes("%")) return false;
  return bits === undefined || (Number(bits) >= 1 && Number(bits) <= (isIP(address) === 4 ? 32 : 128));
}
