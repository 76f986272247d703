import { describe, expect, it } from "vitest";
import { feedHostile } from "../../../tools/hostile/fuzz.ts";

/** `npm run hostile -w tools -- 5000` sends that many more. */
const MESSAGES = 60;
/** Undecodable messages from one person in a row. */
const FLOOD = 150;

describe("a stranger who chooses every byte", () => {
  it(`does not keep what others write from arriving (${MESSAGES} hostile ones, ${FLOOD} undecodable)`, async () => {
    const { sent, findings } = await feedHostile(MESSAGES, 20_261_120, { flood: FLOOD });

    expect(findings).toEqual([]);
    expect(sent).toBe(MESSAGES);
  });
});
