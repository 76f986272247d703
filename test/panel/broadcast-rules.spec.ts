import { describe, expect, it } from "vitest";
import {
  asSent,
  menuText,
  movedTo,
  newChoice,
  openLevel,
  placeOfFault,
} from "../../panel/src/pages/answers/menu-edits.ts";
import { previewText } from "../../panel/src/pages/broadcasts/preview-text.ts";

describe("a preview", () => {
  it.each([
    ["Hello {name}", "Hello Ana"],
    ["Hello {name|friend}, order {order|soon}", "Hello Ana, order soon"],
    ["{order}", "{order}"],
    ["From {city|home} with {tea|love}", "From Rio with love"],
    ["{{name}}", "{name}"],
  ])("of %j is %j", (text, shown) => expect(previewText(text, { name: "Ana", fields: { city: "Rio" } })).toBe(shown));
});

describe("editing a menu", () => {
  it("moves a choice by one and stays at the ends", () => {
    expect(movedTo(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
    expect(movedTo(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(movedTo(["a", "b"], 0, -1)).toEqual(["a", "b"]);
    expect(movedTo(["a", "b"], 1, 2)).toEqual(["a", "b"]);
  });

  it("knows by an answer which list is open", () => {
    const inner = [newChoice(), newChoice()].map((one, at) => ({ ...one, label: ["Cakes", "Bread"][at] ?? "" }));
    const menu = {
      choices: [
        { ...newChoice(), label: "Hours" },
        { ...newChoice(), label: "Prices", outcome: "menu" as const, choices: inner },
      ],
    } as Parameters<typeof openLevel>[1];
    expect(openLevel("Hi\n\n1. Hours\n2. Prices", menu, undefined)).toEqual([]);
    expect(openLevel("1. Cakes\n2. Bread", menu, [])).toEqual([2]);
    expect(openLevel("We open at nine.", menu, [2])).toEqual([2]);
    expect(openLevel(null, menu, undefined)).toBeUndefined();
  });

  it("shows the greeting above numbered choices", () => {
    const choices = ["Prices", "Hours"].map((label) => ({ ...newChoice(), label }));
    expect(menuText({ greeting: "Hi", choices })).toBe("Hi\n\n1. Prices\n2. Hours");
    expect(menuText({ greeting: "", choices: [] })).toBe("");
  });

  it("sends what an outcome has room for", () => {
    const menu = { enabled: true, greeting: "Hi", handover_message: "", language: null };
    const choices = [{ ...newChoice(), label: "A", outcome: "handover" as const, answer: "left over" }];
    expect(asSent({ ...menu, choices }).choices).toEqual([
      { label: "A", outcome: "handover", answer: null, media: null, choices: null },
    ]);
  });

  it("sends of a choice within a list no file that its outcome has no room for", () => {
    const file = { id: "1", url: "u", mimetype: "image/png", filename: null, voice: false, size_bytes: 1 };
    const inner = { ...newChoice(), label: "A", outcome: "handover" as const, answer: "left over", media: file };
    const choices = [{ ...newChoice(), label: "More", outcome: "menu" as const, choices: [inner] }];
    const menu = { enabled: true, greeting: "Hi", handover_message: "", language: null };
    expect(asSent({ ...menu, choices }).choices[0]?.choices?.[0]).toMatchObject({ answer: null, media: null });
  });

  it.each([
    ["greeting", { number: null, hasField: true }],
    ["choices.1.label", { number: 2, hasField: true }],
    ["choices.0.choices.3.answer", { number: 1, hasField: true }],
    ["choices.2.outcome", { number: 3, hasField: false }],
    ["choices", { number: null, hasField: false }],
  ])("knows what a fault at %s is of", (path, place) => expect(placeOfFault(path)).toEqual(place));
});
