import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveCode } from "../../../core/domain/otps/derive-code.ts";

const under = (secret: string) => (text: string) => createHmac("sha256", secret).update(text).digest();
const origin = (change = {}) => ({ account_id: "acc_1", id: "otp_1", draw: 0, code_length: 6, ...change });
const code = (secret = "s", change = {}) => deriveCode(under(secret), origin(change));

describe("the code of an OTP", () => {
  it("has as many digits as were asked for, and is the same each time", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 4, max: 8 }), (id, code_length) => {
        const made = code("s", { id, code_length });
        expect(made).toMatch(/^\d+$/);
        expect(made).toHaveLength(code_length);
        expect(code("s", { id, code_length })).toBe(made);
      }),
    );
  });

  it("is another one for another secret, account, OTP and draw", () => {
    const changes = [{}, { account_id: "acc_2" }, { id: "otp_2" }, { draw: 1 }];
    const codes = changes.map((one) => code("s", { ...one, code_length: 8 }));
    expect(new Set([...codes, code("t", { code_length: 8 })]).size).toBe(5);
  });

  it("has every digit equally often at every place", () => {
    const codes = Array.from({ length: 20_000 }, (_, n) => code("s", { id: `otp_${n}` }));
    for (let place = 0; place < 6; place++) {
      for (const digit of "0123456789") {
        const count = codes.filter((one) => one[place] === digit).length;
        // Each digit is expected 2,000 times. Six standard deviations are 255.
        expect(Math.abs(count - 2_000)).toBeLessThan(255);
      }
    }
  });

  it("goes on with another block where one has too few bytes that count", () => {
    const asked: string[] = [];
    const hmac = (text: string) => {
      asked.push(text);
      return Buffer.from(text.endsWith("|1") ? [7, 18, 29] : [255, 250, 3, 251, 14, 254]);
    };
    expect(deriveCode(hmac, origin({ code_length: 4 }))).toBe("3478");
    expect(asked).toEqual(["otp|acc_1|otp_1|0", "otp|acc_1|otp_1|0|1"]);
  });
});
