import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aboutOf } from "../../core/contracts/content/about.ts";
import { shownAmount } from "../../panel/src/pages/chats/rules/amounts.ts";
import { momentOf, shownDuration, shownSpan } from "../../panel/src/pages/chats/rules/event-times.ts";
import { formAnswers } from "../../panel/src/pages/chats/rules/form-answers.ts";
import { mayMention } from "../../panel/src/pages/chats/rules/may-mention.ts";
import { mentionedName, mentionedParts } from "../../panel/src/pages/chats/rules/mentioned-parts.ts";
import { ownMentions } from "../../panel/src/pages/chats/rules/own-mentions.ts";
import { withoutTitle } from "../../panel/src/pages/chats/rules/without-title.ts";

/** Replaces non-breaking spaces with plain ones. */
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f\u2009]/g, " ") ?? null;

describe("an amount of money", () => {
  it.each([
    ["12.50", "BRL", "en-US", "R$12.50"],
    ["12.5", "BRL", "pt-BR", "R$ 12,50"],
    ["1234567.89", "EUR", "es-ES", "1.234.567,89 €"],
    ["1500", "JPY", "en-US", "¥1,500"],
    ["0.005", "BRL", "en-US", "R$0.005"],
    ["-3.10", "USD", "en-US", "-$3.10"],
    ["12345678901234567890.12", "USD", "en-US", "$12,345,678,901,234,567,890.12"],
    ["12.50", null, "pt-BR", "12,50"],
    ["12.50", "points", "en-US", "12.50 points"],
    ["12.50", "€", "en-US", "12.50 €"],
    ["about ten", "BRL", "en-US", "about ten BRL"],
  ])("of %s %s is written in %s as %s", (amount, currency, locale, shown) => {
    expect(plain(shownAmount(amount, currency, locale))).toBe(shown);
  });

  it("is shown whatever somebody wrote as the currency", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (currency, amount) => {
        expect(shownAmount(`${amount}`, currency, "en-US")).not.toBe("");
      }),
    );
  });
});

describe("when an event is", () => {
  const zone = "America/Sao_Paulo";
  const at = (starts_at: string | null, ends_at: string | null) =>
    plain(shownSpan({ starts_at, ends_at }, "en-US", zone));

  it("names its day once, and its end when that is after its start", () => {
    expect(at("2026-11-27T22:00:00+00:00", null)).toBe("Friday, November 27, 2026 at 7:00 PM");
    expect(at("2026-11-27T22:00:00+00:00", "2026-11-28T00:00:00+00:00")).toBe(
      "Friday, November 27, 2026, 7:00 – 9:00 PM",
    );
    expect(at("2026-11-27T22:00:00+00:00", "2026-11-27T20:00:00+00:00")).toBe("Friday, November 27, 2026 at 7:00 PM");
  });

  it("is left out when it is no time", () => {
    expect(at(null, "2026-11-27T22:00:00+00:00")).toBeNull();
    expect(at("whenever", null)).toBeNull();
    expect(momentOf("+999999-01-01T00:00:00Z")).toBeNull();
  });

  it.each([
    [604_800, "7 days"],
    [86_400, "1 day"],
    [5_400, "90 minutes"],
    [61, "61 seconds"],
  ])("%d seconds are %s", (seconds, shown) => {
    expect(shownDuration(seconds, "en-US")).toBe(shown);
  });
});

describe("who is mentioned in a text", () => {
  const person = (text: string | null, about: { name?: string; phone?: string } = {}) => ({
    id: `${text}`,
    phone: about.phone ?? null,
    name: about.name ?? null,
    is_me: false,
    text,
  });

  it("is found at the whole of their digits, a longer number before a shorter one", () => {
    const mentions = [person("@551"), person("@5511"), person(null), person("@")];
    const parts = mentionedParts("@5511 and @551, not @55112 or a@551.", mentions);
    expect(parts.filter(({ of }) => of !== null).map(({ text }) => text)).toEqual(["@5511", "@551", "@551"]);
  });

  it("is named by the name that came along, else by the phone", () => {
    expect(mentionedName(person("@1", { name: "Bia\u202e", phone: "5511" }))).toBe("Bia");
    expect(mentionedName(person("@1", { phone: "5511" }))).toBe("+5511");
    expect(mentionedName(person("@1"))).toBeNull();
  });

  it("leaves the text as it was, whatever it is", () => {
    const words = fc.constantFrom("@551", "@5511", "@", "1", " ", "\n", "Ana");
    const texts = fc.array(fc.oneof(words, fc.string({ unit: "binary" }))).map((all) => all.join(""));
    fc.assert(
      fc.property(texts, fc.array(fc.oneof(words, fc.string())), (text, pieces) => {
        const parts = mentionedParts(
          text,
          pieces.map((piece) => person(piece)),
        );
        expect(parts.map((part) => part.text).join("")).toBe(text);
      }),
    );
  });
});

describe("a person mentioned in a text that was sent from here", () => {
  const ana = { id: "77001@lid", phone: "5511999990001", name: "Ana" };
  const bia = { id: "77002@lid", phone: null, name: null };

  it("is the member with that number or private id, once", () => {
    const own = ownMentions("@5511999990001, @77002 and @5511999990001", [ana, bia]);
    expect(own.map(({ text, name }) => [text, name])).toEqual([
      ["@5511999990001", "Ana"],
      ["@77002", null],
    ]);
  });

  it("is nobody where the digits are no member's, or go on", () => {
    expect(ownMentions("@55119999900012 @12345 @7700", [ana, bia])).toEqual([]);
  });

  it("is looked for in what went to a group, and has digits after an @", () => {
    const own = { direction: "out", chat_id: "1203@g.us" } as const;
    expect(mayMention(own, "Hi @5511999990001")).toBe(true);
    expect(["Order @12", "me@shop.example"].map((text) => mayMention(own, text))).toEqual([false, false]);
    expect(mayMention({ ...own, direction: "in" }, "Hi @5511999990001")).toBe(false);
    expect(mayMention({ ...own, chat_id: "5511999990001@s.whatsapp.net" }, "Hi @5511999990001")).toBe(false);
  });
});

describe("the text below a card", () => {
  it.each([
    ["Tasting\n\nSix wines", "Tasting", "Six wines"],
    ["Tasting", "Tasting", null],
    ["Tasting tour", "Tasting", "Tasting tour"],
    ["Six wines", "Tasting", "Six wines"],
    ["Six wines", null, "Six wines"],
    ["", "Tasting", null],
    [null, "Tasting", null],
  ])("%j under %j is %j", (body, title, rest) => {
    expect(withoutTitle(body, title)).toBe(rest);
  });
});

describe("the answers of a form", () => {
  it("are texts, also lists and what is nested", () => {
    expect(formAnswers({ size: "L", extras: ["ribbon", "card"], at: { day: 3 }, ok: true, none: null })).toEqual([
      { name: "size", value: "L" },
      { name: "extras", value: "ribbon, card" },
      { name: "at", value: '{"day":3}' },
      { name: "ok", value: "true" },
      { name: "none", value: "null" },
    ]);
    expect(formAnswers({ long: "x".repeat(9_000) })[0]?.value.length).toBe(500);
  });
});

describe("what a message is about", () => {
  it("is said where its type does not say it, and why nothing is shown before all", () => {
    const event = { name: "Tasting" } as never; // only whether there is one counts
    const choice = (type: "button_reply" | "flow_reply") => ({ type }) as never; // the same
    expect(aboutOf({}, null)).toBeUndefined();
    expect(aboutOf({ event }, null)).toBe("event");
    expect(aboutOf({ event }, "unsupported")).toBe("unsupported");
    expect(aboutOf({}, "view_once_withheld")).toBe("view_once_withheld");
    expect(aboutOf({}, "media_unreachable")).toBeUndefined();
    expect(aboutOf({ interactive: choice("flow_reply") }, null)).toBe("form");
    expect(aboutOf({ interactive: choice("button_reply") }, null)).toBeUndefined();
  });
});
