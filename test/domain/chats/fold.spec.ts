import { describe, expect, it } from "vitest";
import { fold, searchFor } from "../../../core/domain/chats/fold.ts";

describe("a search", () => {
  it.each([
    ["São Paulo", "sao paulo"],
    ["ÁRVÍZTŰRŐ", "arvizturo"],
    ["İstanbul", "istanbul"],
    ["ﬁn", "fin"],
    ["ＡＢＣ", "abc"],
    ["مُحَمَّد", "محمد"],
    ["👩‍👧 Ana", "👩‍👧 ana"],
  ])("folds case and accents: %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it("finds a part of any name, and digits of the phone however they are written", () => {
    const ana = { names: [null, "Ana Souza"], phone: "5511999990001" };

    for (const text of ["ana", "SOUZA", " ná s ", "9999-90001", "+55 (11) 999", "", "  ", null]) {
      expect(searchFor(text)(ana), String(text)).toBe(true);
    }
    for (const text of ["ben", "5521", "ana 55", "-", "+"]) expect(searchFor(text)(ana), text).toBe(false);
    for (const text of ["+55 11 9999-0001", "1199990001"]) expect(searchFor(text)(ana), text).toBe(true);
    expect(searchFor("55")({ names: ["Ana 55"], phone: null })).toBe(true);
  });

  it("finds a phone by either of its written forms, and by the form that the network has named", () => {
    const rio = { names: [], phone: "5521987654321" };
    for (const text of ["+55 21 8765-4321", "552187654321"]) expect(searchFor(text)(rio), text).toBe(true);
    const milan = { names: [], phone: "39212345678", form: "390212345678" };
    for (const text of ["+39 02", "39212345678"]) expect(searchFor(text)(milan), text).toBe(true);
    expect(searchFor("+39 02")({ ...milan, form: null })).toBe(false);
  });
});
