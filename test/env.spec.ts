import { describe, expect, it } from "vitest";
import { parseEnv, SettingsEnv } from "../core/env.ts";

describe("the address that stands for providers of language models", () => {
  const read = (AI_PROVIDERS_URL?: string) => parseEnv(SettingsEnv, { AI_PROVIDERS_URL }).AI_PROVIDERS_URL;

  it("is none unless it is set: the providers themselves are asked", () => {
    expect([read(), read("")]).toEqual(["", ""]);
  });

  it.each(["http://127.0.0.1:8123", "http://localhost:8123", "http://[::1]:8123"])(
    "may be on this machine: %s",
    (url) => {
      expect(read(url)).toBe(url);
    },
  );

  it.each([
    "https://api.example.com",
    "http://127.0.0.1.example.com",
    "http://127.0.0.1:80@example.com",
    "http://10.0.0.1:80",
  ])("may be nowhere else, for customers' keys go there: %s", (url) => {
    expect(() => read(url)).toThrow("AI_PROVIDERS_URL (must be an address of this machine, or empty)");
  });
});
