import fc from "fast-check";
import { expect, it } from "vitest";
import { addressBlock } from "../../../core/domain/accounts/address-block.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["::1", "::/64"],
  ["unknown", "unknown"],
  ["", ""],
])("%j counts as %j", (source, block) => {
  expect(addressBlock(source)).toBe(block);
});

it("all addresses of one IPv6 network count as one, and those of two networks as two", () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
      const groups = (text: string) => new Uint16Array(hextets(text).slice(0, 4)).join();
      const isSame = groups(one) === groups(other);
      const isMapped = [one, other].some((text) => /^(0*:)*:?ffff:/i.test(text) || text.includes("."));
      if (!isMapped) expect(addressBlock(one) === addressBlock(other)).toBe(isSame);
    }),
  );
});

/** Returns the eight 16-bit groups of an IPv6 address that doesn't end in dotted form. */
function hextets(text: string): number[] {
  const [head = "", tail] = text.split("::");
  const numbers = (part: string) => (part === "" ? [] : part.split(":").map((one) => Number.parseInt(one, 16)));
  if (tail === undefined) return numbers(head);
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...new Array(8 - before.length - after.length).fill(0), ...after];
}
