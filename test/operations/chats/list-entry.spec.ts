import fc from "fast-check";
import { expect, it } from "vitest";
import { listEntry } from "../../../core/records/chats/chat-fields.ts";

const INSTANCE = "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const ulid = fc.stringMatching(/^01[0-9A-HJKMNP-TV-Z]{24}$/).map((text) => `msg_${text}`);
const near = fc.integer({ min: 0, max: 3 }).map((more) => 1_763_631_005_000 + more);

it("the entries of chats sort by the last message's time, then by its id, and are short", () => {
  fc.assert(
    fc.property(near, ulid, near, ulid, (a, x, b, y) => {
      const [one, other] = [listEntry(INSTANCE, a, x).gsi2sk, listEntry(INSTANCE, b, y).gsi2sk];
      const expected = a !== b ? a - b : x < y ? -1 : x > y ? 1 : 0;
      expect(Math.sign(expected)).toBe(one < other ? -1 : one > other ? 1 : 0);
      expect(one).toHaveLength(28);
    }),
  );
});
