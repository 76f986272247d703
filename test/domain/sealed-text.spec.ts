import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openText, sealText } from "../../functions/api/sealed-text.ts";

const hmacWith = (secret: string) => async (text: string) => createHmac("sha256", secret).update(text).digest();
const hmac = hmacWith("secret");

describe("a cursor", () => {
  it("gives its place back to the list it was made for, and needs no escaping in a URL", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string({ minLength: 1, maxLength: 60 }), async (scope, place) => {
        const cursor = await sealText(hmac, scope, place);
        expect(encodeURIComponent(cursor)).toBe(cursor);
        expect(await openText(hmac, scope, cursor)).toBe(place);
      }),
    );
  });

  it("gives nothing to another list, under another secret, or when changed", async () => {
    const cursor = await sealText(hmac, "mine", "msg_1");
    expect(await openText(hmac, "yours", cursor)).toBeNull();
    expect(await openText(hmacWith("another"), "mine", cursor)).toBeNull();
    for (let i = 0; i < cursor.length - 1; i++) {
      const changed = `${cursor.slice(0, i)}${cursor[i] === "A" ? "B" : "A"}${cursor.slice(i + 1)}`;
      expect(await openText(hmac, "mine", changed)).toBeNull();
    }
  });

  it.each(["", ".", "a.b", "no dots", "x".repeat(10_000)])("is not %j", async (text) => {
    expect(await openText(hmac, "mine", text)).toBeNull();
  });
});
