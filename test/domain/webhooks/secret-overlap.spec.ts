import { describe, expect, it } from "vitest";
import { OVERLAP_HOURS, signsUntil, stillSigns } from "../../../core/domain/webhooks/secret-overlap.ts";

describe("a signing secret that was replaced", () => {
  const replaced = { valid_until: signsUntil(new Date("2026-11-20T12:00:00Z")) };

  it("signs beside the new one for 24 hours, to the millisecond", () => {
    expect(OVERLAP_HOURS).toBe(24);
    expect(stillSigns(replaced, new Date("2026-11-21T11:59:59.999Z"))).toBe(true);
    expect(stillSigns(replaced, new Date("2026-11-21T12:00:00Z"))).toBe(false);
  });

  it("is not there when none was replaced", () => {
    expect(stillSigns(null, new Date("2026-11-20T12:00:00Z"))).toBe(false);
  });
});
