import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BROADCAST_LANGUAGES } from "../../../core/contracts/broadcasts/broadcast-states.ts";
import { languageOfPhone } from "../../../core/domain/broadcasts/country-language.ts";
import { optOutAnswer } from "../../../core/domain/broadcasts/opt-out-answers.ts";
import { optOutTexts, withOptOutLine } from "../../../core/domain/broadcasts/opt-out-line.ts";
import { OPT_OUT_TEXTS } from "../../../core/domain/broadcasts/opt-out-texts.ts";
import { optOutWord } from "../../../core/domain/broadcasts/opt-out-words.ts";

describe("a person's text ends broadcasts", () => {
  it.each([
    ...[
      "stop",
      "STOP",
      "Stop.",
      "  stop  ",
      "«STOP»",
      "stop!!! 🛑",
      "s.t.o.p",
      "ｓｔｏｐ",
      "*STOP*",
      "st\u200bop",
      "STÓP",
    ],
    ...["StopAll", "unsubscribe", "Opt-out", "opt out", "OPT\u00a0OUT", "OPTOUT", "𝐒𝐓𝐎𝐏", "stop\n"],
    ...[
      "Стоп",
      "СТОП!",
      "配信停止。",
      "수신거부",
      "拒收",
      "הסר",
      "إلغاء الاشتراك",
      "الغاء الاشتراك",
      "Ret",
      "لغو۱۱",
      "لغو11",
    ],
  ])("when it is a word for that and nothing else: %j", (text) => {
    expect(optOutWord(text)).toBe("stop");
  });

  it.each([
    ...["please stop by", "stop by at 5", "don't stop", "nonstop", "stopp it", "bus stop", "stop1", "", " ", "🛑", "."],
    ...["Fine", "ok", "yes", "no", "đúng", "dung", "đừng", "रुको", "s t o p"],
    "stop ".repeat(40),
    "x".repeat(100_000),
  ])("and not when it says something else: %j", (text) => {
    expect(optOutWord(text)).toBeNull();
    expect(optOutWord(null)).toBeNull();
  });

  it.each([
    ...["cancel", "END", "quit", "cancelar", "sair", "parar", "Baja", "fin", "stopp", "توقف", "отмена", "退订"],
    ...["İPTAL", "iptal", "ÇIKIŞ", "cikis", "désabonner", "Desabonner", "בטל"],
  ])("softly, with a word that people also end other things with: %j", (text) => {
    expect(optOutWord(text)).toBe("soft_stop");
  });

  it.each(["start", "START!", "unstop", "Старт", "配信再開", "수신동의", "订阅", "عضویت"])(
    "and begins them again with %j",
    (text) => {
      expect(optOutWord(text)).toBe("start");
    },
  );
});

describe.each(BROADCAST_LANGUAGES)("the language %s", (language) => {
  const { stop, start, line } = optOutTexts(language);

  it("has its own line, whose word is understood as it is written there", () => {
    expect(OPT_OUT_TEXTS[language]).toBeDefined();
    expect(line.split("{stop}")).toHaveLength(2);
    const text = withOptOutLine("Hello", language);
    expect(text.startsWith("Hello\n\n")).toBe(true);
    expect(text).toContain(stop);
    expect(text).not.toMatch(/[{}]/);
    expect([optOutWord(stop), optOutWord(start)]).toEqual(["stop", "start"]);
    for (const written of [stop.toLowerCase(), `${stop}.`, ` ${stop}`, `${stop} 🙏`]) {
      expect(optOutWord(written)).toBe("stop");
    }
  });

  it("answers with the word that takes it back", () => {
    expect(optOutAnswer(language, "stopped")).toContain(start);
    expect(optOutAnswer(language, "started")).toContain(stop);
    expect(optOutAnswer(language, "stopped") + optOutAnswer(language, "started")).not.toMatch(/[{}]/);
    if (language !== "en") expect(optOutAnswer(language, "stopped")).not.toBe(optOutAnswer("xx", "stopped"));
  });

  it("adds its line once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const once = withOptOutLine(text, language);
        expect(withOptOutLine(once, language)).toBe(once);
      }),
      { numRuns: 20 },
    );
  });
});

describe("the line", () => {
  it.each(["Write STOP to end", "STOP", "(STOP)", "nonSTOP, but STOP"])("is not added to %j", (text) => {
    expect(withOptOutLine(text, "en")).toBe(text);
  });

  it.each(["stop us", "STOPS here", "NONSTOP", "Big STOPOVER"])("is added to %j", (text) => {
    expect(withOptOutLine(text, "en")).toBe(`${text}\n\nReply STOP to get no more messages like this.`);
  });

  it("is in the language of the number's country when none is chosen", () => {
    const of = (phone: string | null) => languageOfPhone(phone);
    expect(["5511988880000", "4915123456789", "819012345678", "14155550100", "77011234567"].map(of)).toEqual([
      ...["pt", "de", "ja", "en", "ru"],
    ]);
    expect(of(null)).toBe("en");
  });
});
