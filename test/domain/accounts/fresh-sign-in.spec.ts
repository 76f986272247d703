import fc from "fast-check";
import { expect, it } from "vitest";
import { isFreshSignIn } from "../../../core/domain/accounts/fresh-sign-in.ts";

const AT = 1_790_000_000;

it.each([
  ["given just now", { iat: AT, auth_time: AT }, 800, true],
  ["given while the mail was read", { iat: AT, auth_time: AT - 300 }, 310_000, true],
  ["given before this sign-in began", { iat: AT, auth_time: AT - 300 }, 800, false],
  ["given at a time that is not told", { iat: AT }, 800, false],
  ["given at a time that is no number", { iat: AT, auth_time: `${AT}` }, 800, false],
])("a password %s", (_name, token, tookMs, isFresh) => {
  expect(isFreshSignIn(token, tookMs)).toBe(isFresh);
});

it("one given within the sign-in always counts, however its times are rounded; one given some seconds before never", () => {
  fc.assert(
    fc.property(fc.nat(600_000), fc.nat(600_000), fc.nat(999), (before, after, shift) => {
      const begun = AT * 1000 + shift;
      const issued = begun + before + after;
      const stored = Math.floor(begun / 1000) * 1000; // started_at has whole seconds
      const token = (provenAt: number) => ({ iat: Math.floor(issued / 1000), auth_time: Math.floor(provenAt / 1000) });
      expect(isFreshSignIn(token(begun + before), issued - stored)).toBe(true);
      expect(isFreshSignIn(token(begun - 4_000), issued - stored)).toBe(false);
    }),
  );
});
