import { describe, expect, it } from "vitest";
import { type Found, isFound } from "../../panel/src/pages/chats/rules/find-in-chat.ts";

const text = (body: string | null): Found => ({ type: "text", body, media: null });
const file = (type: Found["type"], filename: string | null, body: string | null = null): Found => ({
  type,
  body,
  media: { filename },
});

describe("a search in a chat", () => {
  it.each([
    ["a part of a word", text("Do you have roses?"), "rose", true],
    ["without accents what has them", text("Amanhã às três, João"), "amanha joao", true],
    ["with accents what has none", text("Amanha as tres"), "amanhã", true],
    ["in any case", text("STRASSE"), "strasse", true],
    ["words in any order", text("red roses"), "roses red", true],
    ["not a message with only one of the words", text("red tulips"), "roses red", false],
    ["a file by its name", file("document", "Factura-Época.pdf"), "epoca", true],
    ["a picture by what is written below it", file("image", null, "The garden"), "garden", true],
    ["letters of other widths", text("ＡＢＣ"), "abc", true],
    ["nothing by signs of regular expressions", text("abc"), "a.c", false],
    ["nothing without words", text("abc"), "  ", false],
    ["nothing in a message without a text", text(null), "null", false],
  ])("finds %s", (_, message, search, isHit) => {
    expect(isFound(message, "all", search)).toBe(isHit);
  });

  it.each([
    ["pictures", file("image", null), true],
    ["pictures", file("video", null), true],
    ["pictures", file("document", "a.pdf"), false],
    ["files", file("document", "a.pdf"), true],
    ["files", file("audio", null), true],
    ["files", text("a.pdf"), false],
    ["links", text("See https://example.com/a now"), true],
    ["links", text("See example now"), false],
    ["links", text("javascript:alert(1)"), false],
  ] as const)("for %s alone judges %o", (kind, message, isHit) => {
    expect(isFound(message, kind, "")).toBe(isHit);
  });

  it("for a kind and words finds only what is both", () => {
    expect(isFound(file("document", "prices.pdf"), "files", "prices")).toBe(true);
    expect(isFound(file("document", "prices.pdf"), "files", "menu")).toBe(false);
    expect(isFound(text("prices"), "files", "prices")).toBe(false);
  });
});
