import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { compressKey, decompressKey } from "../../../session-service/baileys/keys/compress-key.ts";

it("a key's text comes back as it was, whatever it holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => void expect(decompressKey(compressKey(text))).toBe(text)),
  );
  fc.assert(fc.property(fc.json(), (text) => void expect(decompressKey(compressKey(text))).toBe(text)));
});

it("a key that was stored before keys were compressed is read as it is", () => {
  fc.assert(fc.property(fc.json(), (text) => void expect(decompressKey(Buffer.from(text))).toBe(text)));
});

it("a value that claims to be endless is refused, not unpacked", () => {
  const bomb = Buffer.concat([compressKey("").subarray(0, 1), deflateRawSync("x".repeat(70_000_000))]);
  expect(bomb.length).toBeLessThan(100_000);
  expect(() => decompressKey(bomb)).toThrow();
});

it("a very long value is left as it is: compressing it would hold up every session", () => {
  const text = JSON.stringify({ long: "x".repeat(1_000_001) });
  expect(compressKey(text).length).toBeGreaterThan(1_000_000);
  expect(decompressKey(compressKey(text))).toBe(text);
});
