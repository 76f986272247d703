import { describe, expect, it } from "vitest";
import type { Resolve } from "../../core/http/checked-address.ts";
import { createHostCheck } from "../../core/http/host-check.ts";

const resolvesTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
const check = (resolve: Resolve, allowPrivate = false) => createHostCheck({ allowPrivate, resolve });

describe("the host of a url that is being set", () => {
  it("is public when all its addresses are", async () => {
    expect(await check(resolvesTo("93.184.216.34", "2606:4700:4700::1111"))("hooks.example.com")).toBe("public");
  });

  it("is private when any of its addresses is not public", async () => {
    expect(await check(resolvesTo("93.184.216.34", "10.0.0.1"))("hooks.example.com")).toBe("private");
    expect(await check(resolvesTo("::ffff:93.184.216.34"))("hooks.example.com")).toBe("private");
  });

  it("is unresolved when the name does not resolve", async () => {
    const fails: Resolve = () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));

    expect(await check(fails)("hooks.invalid")).toBe("unresolved");
  });

  it("is judged by the literal itself, without a look-up", async () => {
    const never: Resolve = () => Promise.reject(new Error("asked"));

    expect(await check(never)("[2606:4700:4700::1111]")).toBe("public");
    expect(await check(never)("10.0.0.1")).toBe("private");
    expect(await check(never, true)("10.0.0.1")).toBe("public");
  });
});
