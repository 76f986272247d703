import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { addressBlock } from "../../core/domain/accounts/address-block.ts";
import { isAllowedIp, normalizeCidr } from "../../core/domain/accounts/allowed-ips.ts";

/** IPv4 and IPv6 addresses, many of them close together so that they often share a network. */
const v4 = fc.oneof(
  fc.ipV4(),
  fc.nat(255).map((last) => `203.0.113.${last}`),
);
/** The package treats `::a.b.c.d` as an IPv4 address, which hasn't been correct since RFC 4291. */
const isOldForm = (text: string) => /^(0*:)+:?[\d.]+$/.test(text) && text.includes(".");
const ipV6 = fc.ipV6().filter((text) => !isOldForm(text));
const v6 = fc.oneof(
  ipV6,
  fc.nat(0xffff).map((group) => `2001:db8:${group.toString(16)}::1`),
  fc.ipV4().map((address) => `::ffff:${address}`),
);
const anyIp = fc.oneof(v4, v6);
const texts = fc.oneof(
  anyIp,
  fc.string(),
  fc.stringMatching(/^[0-9a-f:.%/x]{1,20}$/),
  fc.constantFrom("1.2.3", "01.2.3.4", "0x7f.0.0.1", "::1%eth0", "1::2::3", "::ffff:1.2.3.256", "12345::", "1.2.3.4.5"),
);

/** Parses a text in the usual notation with the address package. Returns null for any other text. */
function byPackage(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(":") || text.includes("%") || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.process(text);
}

describe("addresses as Node reads them, compared with a package for addresses", () => {
  it("are accepted or refused alike, and mean the same", () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!text.includes("/") && text === text.trim() && !isOldForm(text));
        const expected = byPackage(text);
        const [address = null, bits] = normalizeCidr(text)?.split("/") ?? [];
        expect(address === null).toBe(expected === null);
        fc.pre(!isOldForm(address ?? "")); // ::1:0 is written as ::0.1.0.0
        if (address !== null) expect(ipaddr.parse(address).toNormalizedString()).toBe(expected?.toNormalizedString());
        if (address !== null) expect(bits).toBe(expected?.kind() === "ipv4" ? "32" : "128");
      }),
      { numRuns: 2_000 },
    );
  });

  it("are in the same networks", () => {
    const networks = fc.oneof(fc.tuple(v4, fc.nat(32)), fc.tuple(ipV6, fc.nat(128)));
    fc.assert(
      fc.property(anyIp, networks, (source, [network, bits]) => {
        const address = ipaddr.process(source);
        const block = ipaddr.parse(network);
        const isIn = address.kind() === block.kind() && address.match(block as ipaddr.IPv4, bits);
        expect(isAllowedIp(source, [`${network}/${bits}`])).toBe(isIn);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are counted by the same network", () => {
    fc.assert(
      fc.property(anyIp, (source) => {
        const address = ipaddr.process(source);
        const network = () => ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`);
        expect(addressBlock(source)).toBe(address.kind() === "ipv4" ? `${address}` : `${network()}/64`);
      }),
      { numRuns: 2_000 },
    );
  });
});
