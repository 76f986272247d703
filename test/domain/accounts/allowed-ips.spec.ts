import { describe, expect, it } from "vitest";
import { isAllowedIp, normalizeCidr } from "../../../core/domain/accounts/allowed-ips.ts";

describe("an entry of a key's address list", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7/32"],
    [" 203.0.113.0/24 ", "203.0.113.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:db8::1", "2001:db8::1/128"],
    ["2001:0DB8::/32", "2001:db8::/32"],
    ["::ffff:203.0.113.7", "203.0.113.7/32"],
    ["::ffff:203.0.113.0/120", "203.0.113.0/24"],
  ])("%s is stored as %s", (text, stored) => expect(normalizeCidr(text)).toBe(stored));

  it.each([
    "",
    "localhost",
    "1",
    "0x7f.1",
    "010.0.0.1",
    "1.2.3",
    "1.2.3.4/33",
    "1.2.3.4/",
    "1.2.3.4/-1",
    "1.2.3.4/8/8",
  ])("%j is refused", (text) => expect(normalizeCidr(text)).toBeNull());
  it.each(["fe80::1%eth0", "::ffff:1.2.3.4/95", "2001:db8::/129", "1.2.3.4/ 8", "*"])("%j is refused", (text) =>
    expect(normalizeCidr(text)).toBeNull(),
  );
});

describe("a request's address", () => {
  it.each([
    ["203.0.113.7", ["203.0.113.7/32"], true],
    ["203.0.113.8", ["203.0.113.7/32"], false],
    ["203.0.113.8", ["198.51.100.0/24", "203.0.113.0/24"], true],
    ["::ffff:203.0.113.8", ["203.0.113.0/24"], true],
    ["::ffff:cb00:7108", ["203.0.113.0/24"], true],
    ["203.0.113.8", ["::/0"], false],
    ["2001:db8:1::5", ["2001:db8::/32"], true],
    ["2001:db9::5", ["2001:db8::/32"], false],
    ["", ["0.0.0.0/0"], false],
    ["nonsense", ["0.0.0.0/0"], false],
    ["nonsense", [], true],
    ["203.0.113.8", null, true],
  ])("%s with the list %j: %s", (source, list, allowed) => expect(isAllowedIp(source, list)).toBe(allowed));
});
