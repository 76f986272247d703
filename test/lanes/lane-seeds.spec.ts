import { describe, expect, it } from "vitest";
import { whyUnseen } from "../support/models/lane-seeds.ts";

describe("a mistake that a model must notice", () => {
  const shownBy = (seed: number) => async (played: number) => (played === seed ? ["twice"] : []);

  it("is seen when it shows with the seed that is named, or soon after", async () => {
    expect(await whyUnseen(shownBy(4_000), 4_000)).toBeNull();
    expect(await whyUnseen(shownBy(4_299), 4_000)).toBeNull();
    expect(await whyUnseen(shownBy(3), 7_990)).toBeNull();
  });

  it("has another seed named when the code has changed and it shows long after", async () => {
    expect(await whyUnseen(shownBy(4_300), 4_000)).toBe("It shows after 301 schedules: start at seed 4300.");
  });

  it("is not seen when no schedule shows it", async () => {
    expect(await whyUnseen(async () => [])).toBe("No schedule shows it, of 8000.");
  });
});
