import { describe, expect, it } from "vitest";
import { firstLink } from "../../core/contracts/first-link.ts";

describe("the link of a text whose preview is sent", () => {
  it.each([
    ["Look: https://shop.example/roses", "https://shop.example/roses"],
    ["(https://shop.example/a) and http://b.example", "https://shop.example/a"],
    ["Have you seen HTTPS://Shop.example?!", "HTTPS://Shop.example"],
    ["<https://shop.example/>", "https://shop.example/"],
    ["https://shop.example/?q=1&p=2#x.", "https://shop.example/?q=1&p=2#x"],
    ["shop.example", null],
    ["https://", null],
    ["http://...", null],
    ["ftp://shop.example", null],
    ["", null],
  ])("%j: %j", (text, link) => {
    expect(firstLink(text)).toBe(link);
  });

  it("is found in time that grows with the text's length only", () => {
    const begun = performance.now();
    expect(firstLink(`${"http:".repeat(50_000)} http://${".".repeat(50_000)}`)).toBeNull();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
