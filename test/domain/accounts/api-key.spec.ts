import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { API_KEY_RANDOM_BYTES, formatApiKey, isApiKey } from "../../../core/domain/accounts/api-key.ts";

const randomBytes = fc.uint8Array({ minLength: API_KEY_RANDOM_BYTES, maxLength: API_KEY_RANDOM_BYTES });

describe("an API key", () => {
  it("looks like mgw_<random>_<checksum>", () => {
    expect(formatApiKey(new Uint8Array(API_KEY_RANDOM_BYTES).fill(255))).toMatch(/^mgw_[0-9a-z]{38}_[0-9a-f]{8}$/);
    expect(formatApiKey(new Uint8Array(API_KEY_RANDOM_BYTES))).toMatch(/^mgw_0{38}_[0-9a-f]{8}$/);
  });

  it("is known by its checksum; one changed letter gives it away", () => {
    fc.assert(
      fc.property(randomBytes, fc.nat(50), fc.constantFrom(..."0123456789abcdefz"), (random, place, letter) => {
        const key = formatApiKey(random);
        expect(isApiKey(key)).toBe(true);
        const changed = key.slice(0, place) + letter + key.slice(place + 1);
        expect(isApiKey(changed)).toBe(changed === key);
      }),
    );
  });

  it("differs for different random bytes", () => {
    fc.assert(
      fc.property(randomBytes, randomBytes, (one, other) => {
        expect(formatApiKey(one) === formatApiKey(other)).toBe(Buffer.from(one).equals(Buffer.from(other)));
      }),
    );
  });

  it.each(["", "mgw_", "mgw__", "MGW_", `mgw_${"0".repeat(38)}_`, ` ${formatApiKey(new Uint8Array(24))}`])(
    "is not %j",
    (text) => expect(isApiKey(text)).toBe(false),
  );
});
