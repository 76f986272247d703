import { describe, expect, it } from "vitest";
import { matchChoice } from "../../../core/domain/answers/match-choice.ts";
import { bareText } from "../../../core/domain/answers/match-text.ts";
import { backWords, MENU_LANGUAGES, missSentence } from "../../../core/domain/answers/menu-words.ts";
import { NUMBER_LANGUAGES, numberWords } from "../../../core/domain/answers/number-words.ts";

describe("the gateway's own words in a menu", () => {
  it("are there in every language that has number words", () => {
    expect([...MENU_LANGUAGES].sort()).toEqual([...NUMBER_LANGUAGES].sort());
  });

  it.each(MENU_LANGUAGES)("name the highest number once, in a sentence of their own (%s)", (language) => {
    expect(missSentence(language, 7).split("7")).toHaveLength(2);
    expect(missSentence(language, 7)).not.toContain("{");
    if (language !== "en") expect(missSentence(language, 7)).not.toBe(missSentence("en", 7));
  });

  it.each(MENU_LANGUAGES)("lead up, and are no number (%s)", (language) => {
    const numbers = numberWords(language)?.flat().map(bareText) ?? [];
    for (const word of backWords(language)) {
      expect(matchChoice(`${word}!`, [{ label: "Prices" }], language)).toBe("back");
      expect(numbers).not.toContain(bareText(word));
    }
  });

  it("are English in a language without words", () => {
    expect(missSentence("xx", 3)).toBe("Please answer with a number from 1 to 3.");
    expect(backWords("constructor")).toEqual(["back"]);
  });
});
