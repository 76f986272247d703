import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchChoice } from "../../../core/domain/answers/match-choice.ts";
import { NUMBER_LANGUAGES, numberWords } from "../../../core/domain/answers/number-words.ts";
import { OPT_OUT_TEXTS } from "../../../core/domain/broadcasts/opt-out-texts.ts";

const CHOICES = [
  ...["Opening hours", "Prices", "Talk to a person", "Order a pizza", "Cancel an order", "Où êtes-vous ?"],
  ...["Jobs", "Press", "24 hour help", "Price list"],
].map((label) => ({ label }));
const choiceOf = (text: string, language = "en") => matchChoice(text, CHOICES, language);

/** The digit zero in each of 20 scripts. */
const ZEROS = [
  ...[0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66],
  ...[0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0x1946, 0xff10],
];

describe("a text chooses", () => {
  it.each(ZEROS)("by its number in the script whose zero is %i", (zero) => {
    const written = (n: number) => [...String(n)].map((digit) => String.fromCodePoint(zero + Number(digit))).join("");
    for (let n = 1; n <= 10; n++) expect(choiceOf(` ${written(n)}) `)).toEqual({ choice: n });
    expect(choiceOf(written(0))).toBe("back");
  });

  it.each([
    ["1️⃣", 1],
    ["9⃣", 9],
    ["🔟", 10],
    ["2.", 2],
    ["(2)", 2],
    ["#2", 2],
    ["-2-", 2],
    ["2 👍", 2],
    ["②", 2],
    ["Option 2", 2],
    ["1 hours", 1],
    ["1. Opening Hours", 1],
    ["two", 2],
    ["TWO!", 2],
    ["prices", 2],
    ["Prices.", 2],
    ["*prices*", 2],
    ["hours", 1],
    ["person", 3],
    ["a person", 3],
    ["ou\u0300 êtes-vous", 6],
    ["24 hour help", 9],
    ["\u200e3\u200f", 3],
  ])("%j the choice %i", (text, choice) => expect(choiceOf(text)).toEqual({ choice }));

  it.each([
    ...["", " ", "👍", "11", "99", "2 pizzas", "2 pizzas please", "1.5", "10:30", "1 2", "1 or 2", "22", "1a", "-"],
    ...["order", "a", "son", "pri", "price lists", "I want to talk to a person about 1", "constructor", "x".repeat(61)],
  ])("nothing with %j", (text) => expect(choiceOf(text)).toBeNull());

  it.each(["0", "٠", "0️⃣", "Back", "back!"])("the list above with %j", (text) => expect(choiceOf(text)).toBe("back"));

  it.each(NUMBER_LANGUAGES)("by each number word of %s, and by the English ones", (language) => {
    const all = numberWords(language) ?? [];
    expect(all).toHaveLength(10);
    for (const [at, words] of all.entries())
      for (const word of words) expect(choiceOf(word.toUpperCase(), language), word).toEqual({ choice: at + 1 });
    expect(choiceOf("three", language)).toEqual({ choice: 3 });
  });

  it("in each language of the gateway's own texts", () =>
    expect([...NUMBER_LANGUAGES].sort()).toEqual(Object.keys(OPT_OUT_TEXTS).sort()));

  it("never a choice that is not there, whatever is written, and always one by its own number", () => {
    const labels = fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), { maxLength: 10 });
    fc.assert(
      fc.property(labels, fc.string({ unit: "grapheme" }), (all, text) => {
        const choices = all.map((label) => ({ label }));
        const found = matchChoice(text, choices, "de");
        if (found !== null && found !== "back") expect(choices[found.choice - 1]).toBeDefined();
        for (const n of choices.keys()) expect(matchChoice(`${n + 1}.`, choices, "xx")).toEqual({ choice: n + 1 });
      }),
    );
  });
});
