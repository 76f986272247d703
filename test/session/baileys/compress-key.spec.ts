import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { compressKey, decompressKey } from "../../../session-service/baileys/keys/compress-key.ts";

const LONG = JSON.stringify({ long: "x".repeat(1_000) });

it("a key's text comes back as it was, whatever it holds", () => {
  const isKept = (text: string) => void expect(decompressKey(compressKey(text))).toBe(text);
  fc.assert(fc.property(fc.json(), isKept));
  const anyLength = fc.string({ unit: "binary", size: "large" });
  fc.assert(fc.property(anyLength, (content) => isKept(JSON.stringify({ content }))));
});

it("a key that was stored before keys were compressed is read as it is", () => {
  fc.assert(fc.property(fc.json(), (text) => void expect(decompressKey(Buffer.from(text))).toBe(text)));
});

it("a value that claims to be endless is refused, not unpacked", () => {
  const bomb = Buffer.concat([compressKey(LONG).subarray(0, 1), deflateRawSync("x".repeat(70_000_000))]);
  expect(bomb.length).toBeLessThan(100_000);
  expect(() => decompressKey(bomb)).toThrow();
});

it("a session's text becomes smaller, and a pre-key's, which costs a write unit either way, is left as it is", () => {
  expect(compressKey(LONG).length).toBeLessThan(LONG.length / 2);
  const preKey = JSON.stringify({ public: "x".repeat(44), private: "x".repeat(44) });
  expect(compressKey(preKey).toString()).toBe(preKey);
});

it("a very long value is left as it is: compressing it would hold up every session", () => {
  const text = JSON.stringify({ long: "x".repeat(1_000_001) });
  expect(compressKey(text).length).toBeGreaterThan(1_000_000);
  expect(decompressKey(compressKey(text))).toBe(text);
});
