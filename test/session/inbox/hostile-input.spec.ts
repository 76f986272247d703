import { describe, expect, it } from "vitest";
import { feedHostile } from "../../hostile/fuzz.ts";

/** `npm run test:hostile -- 5000` sends so many more. */
const MESSAGES = 40;

describe("a stranger who chooses every byte", () => {
  it(`does not keep what others write from arriving (${MESSAGES} hostile ones)`, async () => {
    const { sent, findings } = await feedHostile(MESSAGES, 20_261_120);

    expect(findings).toEqual([]);
    expect(sent).toBe(MESSAGES);
  });
});
