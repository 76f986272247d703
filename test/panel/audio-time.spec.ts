import { expect, it } from "vitest";
import { clockTime, nextSpeed } from "../../panel/src/pages/chats/message/audio-time.ts";

it.each([
  [0, "0:00"],
  [7.9, "0:07"],
  [750, "12:30"],
  [3600, "1:00:00"],
  [Number.NaN, "0:00"],
  [Number.POSITIVE_INFINITY, "0:00"],
  [-1, "0:00"],
])("%d seconds are shown as %s", (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});

it("the speed goes round", () => {
  expect([1, 1.5, 2].map(nextSpeed)).toEqual([1.5, 2, 1]);
});
