import { describe, expect, it } from "vitest";
import { feedHostile } from "../../../tools/hostile/fuzz.ts";

/** The number of messages. `npm run hostile -w tools -- 5000` sends 5,000. */
const MESSAGES = 60;
/** The number of consecutive undecodable messages from one person. */
const FLOOD = 150;

describe("a stranger who chooses every byte", () => {
  it(`does not keep what others write from arriving (${MESSAGES} hostile ones, ${FLOOD} undecodable)`, async () => {
    const { sent, findings } = await feedHostile(MESSAGES, 20_261_120, { flood: FLOOD });

    expect(findings).toEqual([]);
    expect(sent).toBe(MESSAGES);
  });
});
