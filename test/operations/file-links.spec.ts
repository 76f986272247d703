import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SERVED_FROM } from "../../core/contracts/files.ts";
import { fileLink, readFileToken } from "../../core/operations/file-links.ts";

const BASE = "https://gateway.example";
const DAY_MS = 24 * 3_600_000;
const MADE = Date.parse("2026-03-01T12:00:00Z");

const depsAt = (at: number, secret = "secret") => ({
  pepper: {
    hmac: async (purpose: string, text: string) => createHmac("sha256", secret).update(`${purpose}|${text}`).digest(),
  },
  clock: { now: () => new Date(at), until: async () => {} },
});
const tokenOf = (link: string) => link.slice(`${BASE}${SERVED_FROM}`.length);
const photo = { key: "ACC/acc_1/ins_1/file_1", about: { mimetype: "image/jpeg", filename: "Foto ü.jpg" } };

describe("a link to a file", () => {
  it("names the file to the gateway that made it, and needs no escaping", async () => {
    const text = fc.string({ maxLength: 100, unit: "binary" });
    await fc.assert(
      fc.asyncProperty(text, text, fc.option(text), async (key, mimetype, filename) => {
        const file = { key, about: { mimetype, filename } };
        const token = tokenOf(await fileLink(depsAt(MADE), BASE, file));
        expect(encodeURIComponent(token)).toBe(token);
        expect(await readFileToken(depsAt(MADE), token)).toEqual(file);
      }),
    );
  });

  it.each([
    ["works in the last second of its 24 hours", DAY_MS - 1, photo],
    ["has ended after 24 hours", DAY_MS, null],
  ])("%s", async (_title, laterMs, expected) => {
    const token = tokenOf(await fileLink(depsAt(MADE), BASE, photo));
    expect(await readFileToken(depsAt(MADE + laterMs), token)).toEqual(expected);
  });

  it("gives nothing when it was changed anywhere, or made under another secret", async () => {
    const token = tokenOf(await fileLink(depsAt(MADE), BASE, photo));
    expect(await readFileToken(depsAt(MADE, "another"), token)).toBeNull();
    for (let i = 0; i < token.length - 1; i++) {
      const changed = `${token.slice(0, i)}${token[i] === "A" ? "B" : "A"}${token.slice(i + 1)}`;
      expect(await readFileToken(depsAt(MADE), changed)).toBeNull();
    }
  });

  it.each(["", ".", "a.b", "no dot", "x".repeat(10_000)])("is not %j", async (text) => {
    expect(await readFileToken(depsAt(MADE), text)).toBeNull();
  });
});
