import fc from "fast-check";
import { expect, it } from "vitest";
import { mailName } from "../../../core/domain/accounts/mail-name.ts";

it.each([
  ["Bea's Bakery", "Bea's Bakery"],
  ["Café Müller & Söhne", "Café Müller & Söhne"],
  ["  Shop \r\n Bcc: x@example.com ", "Shop Bcc x example com"],
  ["https://evil.example/path", "https evil example path"],
  ["evil。example", "evil example"],
  ["Call +1 (555) 010-0199 now", "Call now"],
  ["Call 555----010----0199 now", "Call now"],
  ["Shop 24 since 1999", "Shop 24 since 1999"],
  ["宇宙商店", "宇宙商店"],
  ["🎁🎁🎁", null],
  ["", null],
  ["a".repeat(100), "a".repeat(40)],
])("%j is written as %j", (name, written) => {
  expect(mailName(name)).toBe(written);
});

it("nothing in it is taken for a link, a number to call or a second line by a mail program", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.webUrl(), fc.emailAddress(), fc.string()), (name) => {
      const written = mailName(name);
      if (written === null) return;
      expect([...written].length).toBeLessThanOrEqual(40);
      expect(written).toMatch(/^[\p{L}\p{M}\p{Nd} '’&-]+$/u);
      expect(written).not.toMatch(/(?:\d[ '’&-]*){7}/);
    }),
  );
});
