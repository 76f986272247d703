import { describe, expect, it } from "vitest";
import { isForMessage, longestChain } from "../../../tools/bench/support/awaits-in-a-row.ts";

/** Parses a list of requests in the format `name begun-ended`. */
const spans = (text: string) =>
  text.split(", ").map((one) => {
    const [name = "", times = ""] = one.split(" ");
    const [begunMs = 0, endedMs = 0] = times.split("-").map(Number);
    return { name, begunMs, endedMs };
  });

describe("requests in a row", () => {
  it.each([
    ["one", "a 0-5", "a"],
    ["one after the other", "a 0-5, b 5-9, c 10-12", "a b c"],
    ["in any order of the list", "c 10-12, a 0-5, b 5-9", "a b c"],
    ["side by side: once", "a 0-5, b 0-6, c 6-9", "a c"],
    ["a long one beside three short ones", "long 0-30, a 1-5, b 6-9, c 10-12", "a b c"],
    ["two beside one, which they meet in the middle", "a 0-10, b 5-15, c 12-20", "a c"],
    ["begun before the way began", "early 0-3, a 4-9", "a", 2],
    ["not ended when the way did", "a 0-5, late 6-40", "a"],
    ["none", "early 0-1", "", 2],
    ["the same moment twice", "a 3-3, b 3-3", "a b"],
  ])("%s", (_, text, expected, fromMs = 0) => {
    const chain = longestChain(spans(text), { begunMs: fromMs, endedMs: 30 });

    expect(chain.map(({ name }) => name).join(" ")).toBe(expected);
  });

  const use = (pk: string) => ({ kind: "read" as const, pk, sk: "X", index: null, units: 1, bytes: 100 });
  it.each([
    ["GetItem", [use("ACC#1#MSG#msg_1")], true],
    ["GetItem", [use("SHARDS")], false],
    ["SendMessage", [], true],
    ["ReceiveMessage", [], false],
    ["PutEvents", [], false],
  ])("%s of %j is made for a message: %s", (action, uses, expected) => {
    expect(isForMessage({ action, uses })).toBe(expected);
  });
});
