import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEmojis, readEmojis, withRecent } from "../../panel/src/pages/chats/rules/emoji.ts";
import { formatOfKey, withFormat } from "../../panel/src/pages/chats/rules/format-keys.ts";
import { formattedParts, isFormatted } from "../../panel/src/pages/chats/rules/formatted-parts.ts";
import { type Member, membersFor, mentionAt, mentionOf, sentText } from "../../panel/src/pages/chats/rules/mention.ts";
import { recordedType, recordingFault } from "../../panel/src/pages/chats/rules/recording.ts";
import { filledReply, repliesFor, shortcutAt } from "../../panel/src/pages/chats/rules/saved-reply.ts";
import { inTone, SKIN_TONES } from "../../panel/src/pages/chats/rules/skin-tone.ts";

/** Renders formats as tags, such as <b> for bold. */
const tagged = (text: string) =>
  formattedParts(text)
    .map((part) => part.formats.reduceRight((inner, format) => `<${format[0]}>${inner}</>`, part.text))
    .join("");

describe("a formatted text", () => {
  it.each([
    ["*bold* _italic_ ~struck~ `code`", "<b>bold</> <i>italic</> <s>struck</> <c>code</>"],
    ["*_both_*", "<b><i>both</></>"],
    ["(*in brackets*).", "(<b>in brackets</>)."],
    ["2*3*4 and snake_case_name", "2*3*4 and snake_case_name"],
    ["* a list * of *", "* a list * of *"],
    ["*over\nlines*", "*over\nlines*"],
    ["*a _b* c_", "<b>a _b</> c_"],
    ["**bold**", "*<b>bold</>*"],
    ["```two\nlines``` `*plain*`", "<c>two\nlines</> <c>*plain*</>"],
    ["``````", "``````"],
    ["*see https://a.example/_x_ now*", "<b>see https://a.example/_x_ now</>"],
    ["https://a.example/*x*", "https://a.example/*x*"],
    ["*açaí* e *日本*", "<b>açaí</> e <b>日本</>"],
  ])("%j is shown as %j", (text, shown) => {
    expect(tagged(text)).toBe(shown);
    expect(isFormatted(text)).toBe(shown.includes("</>"));
  });

  it("loses nothing but signs, whatever a stranger wrote", () => {
    const pieces = fc.constantFrom("*", "_", "~", "`", "```", " ", "\n", "a", "é", "1", "https://a.example/_b", "🌹");
    const texts = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(""));
    const bare = (text: string) => text.replaceAll(/[*_~`]/g, "");
    fc.assert(
      fc.property(texts, (text) => {
        const joined = formattedParts(text).map((part) => part.text);
        expect(bare(joined.join(""))).toBe(bare(text));
        expect(joined).not.toContain("");
      }),
    );
  });

  it("of nothing but signs is read once, however long it is", () => {
    for (const text of ["*a", "*_~", "```", "`a `", "*a_"])
      expect(formattedParts(text.repeat(20_000)).length).toBeGreaterThan(0);
  });
});

describe("a key in the field", () => {
  const pressed = (key: string, keys: object = {}) => ({
    key,
    ctrlKey: true,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...keys,
  });
  it.each([
    ["Ctrl B", pressed("b"), "bold"],
    ["⌘ I", pressed("i", { ctrlKey: false, metaKey: true }), "italic"],
    ["Ctrl Shift X", pressed("X", { shiftKey: true }), "struck"],
    ["Ctrl X, which cuts", pressed("x"), null],
    ["Ctrl E", pressed("e"), "code"],
    ["B alone", pressed("b", { ctrlKey: false }), null],
    ["Alt Ctrl E, which writes €", pressed("e", { altKey: true }), null],
  ])("%s gives %s the format %s", (_, key, format) => {
    expect(formatOfKey(key)).toBe(format);
  });

  /** Formats text. Brackets mark the selection in both the input and the result. */
  const formatted = (before: string) => {
    const [start, end] = [before.indexOf("["), before.indexOf("]") - 1];
    const text = before.replace("[", "").replace("]", "");
    const { from, to, text: put, selected } = withFormat(text, start, end, "bold");
    const after = text.slice(0, from) + put + text.slice(to);
    return `${after.slice(0, selected[0])}[${after.slice(selected[0], selected[1])}]${after.slice(selected[1])}`;
  };

  it.each([
    ["a [word] here", "a [*word*] here"],
    ["a [*word*] here", "a [word] here"],
    ["a *[word]* here", "a [word] here"],
    ["a[ word ]here", "a [*word*] here"],
    ["a []", "a *[]*"],
    ["[one\n\n two]", "[*one*\n\n *two*]"],
    ["[*one*\n*two*]", "[one\ntwo]"],
    ["[*one*\ntwo]", "[*one*\n*two*]"],
    ["[$& costs $1]", "[*$& costs $1*]"],
  ])("makes of %j %j", (before, after) => {
    expect(formatted(before)).toBe(after);
  });
});

describe("a mention", () => {
  const ana: Member = { id: "111@lid", phone: "5511966660001", name: "Ana Souza" };
  const hidden: Member = { id: "222@lid", phone: null, name: "João" };
  const nameless: Member = { id: "333@lid", phone: "5511966660003", name: null };
  const members = [nameless, ana, hidden];

  it.each([
    ["Hi @an", 6, { from: 3, query: "an" }],
    ["@", 1, { from: 0, query: "" }],
    ["@an go on", 3, { from: 0, query: "an" }],
    ["@an go", 6, null],
    ["mail@example", 12, null],
    ["none", 4, null],
    [`@${"x".repeat(40)}`, 41, null],
  ])("that is written in %j at %d is %j", (text, caret, found) => {
    expect(mentionAt(text, caret)).toEqual(found);
  });

  it.each([
    ["", ["Ana Souza", "João", null]],
    ["joao", ["João"]],
    ["SOU", ["Ana Souza"]],
    ["0003", [null]],
    ["ouza", []],
  ])("%j offers %j", (query, names) => {
    expect(membersFor(members, query).map(({ name }) => name)).toEqual(names);
  });

  it("is sent as digits, and names each person once", () => {
    const mentions = [mentionOf(ana, []), mentionOf(hidden, []), mentionOf(nameless, [])];
    expect(mentions.map(({ shown }) => shown)).toEqual(["@Ana Souza", "@João", "@+5511966660003"]);
    expect(sentText("@Ana Souza, @João! @Ana Souza @Ana @+5511966660003", mentions)).toEqual({
      text: "@5511966660001, @222! @5511966660001 @Ana @5511966660003",
      mentions: ["5511966660001", "222@lid", "5511966660003"],
    });
  });

  it("is not begun before the caret if that is first in the field", () => {
    expect(mentionAt("@ana", 0)).toBeNull();
  });

  it("that was written over is none any more", () => {
    expect(sentText("@Ana Souzas and Ana Souza", [mentionOf(ana, [])])).toEqual({
      text: "@Ana Souzas and Ana Souza",
      mentions: [],
    });
  });

  it("of two people with one name tells them apart", () => {
    const other = { ...nameless, name: "Ana Souza" };
    expect(mentionOf(other, [mentionOf(ana, [])])).toEqual({ shown: "@+5511966660003", person: "5511966660003" });
  });
});

describe("a saved reply", () => {
  it.each([
    ["/", 1, { from: 0, query: "" }],
    ["/hor", 4, { from: 0, query: "hor" }],
    ["Hello\n/hor", 10, { from: 6, query: "hor" }],
    ["Hello /hor now", 9, { from: 6, query: "ho" }],
    ["/hor", 0, null],
    ["/two words", 10, null],
    ["https://a.example/b", 19, null],
    ["1/2", 3, null],
    ["//", 2, null],
    ["", 0, null],
  ])("is asked for in %j with the caret at %i as %j", (text, caret, begun) => {
    expect(shortcutAt(text, caret)).toEqual(begun);
  });

  it.each([
    ["hor", ["horário", "horas"]],
    ["HORA", ["horário", "horas"]],
    ["/horár", ["horário"]],
    ["as", ["as", "horas", "horário"]],
    ["domingo", ["horário"]],
    ["d", []],
    ["nothing", []],
  ])("is found by %j as %j", (search, shortcuts) => {
    const replies = [
      { shortcut: "horário", text: "As sete, também aos domingos" },
      { shortcut: "horas", text: null },
      { shortcut: "as", text: null },
    ];
    expect(repliesFor(replies, search).map(({ shortcut }) => shortcut)).toEqual(shortcuts);
  });

  it.each([
    ["Hello {name}, this is {number_name}", { name: "*Ana*", number_name: "Shop" }, "Hello Ana, this is Shop", null],
    ["Hello {name|there}", { name: null }, "Hello there", null],
    ["Hello {name}!", { name: " " }, "Hello {name}!", "{name}"],
    ["{number_name}: {name}", { name: "{name}", number_name: null }, "{number_name}: {name}", "{number_name}"],
    ["{{name}} of {name|}", {}, "{name} of ", null],
    ["A brace { alone", { name: "Ana" }, "A brace { alone", null],
  ])("%j for %j is %j, with %j left to fill in", (text, values, filled, left) => {
    const reply = filledReply(text, values);
    expect([reply.text, reply.left && reply.text.slice(...reply.left)]).toEqual([filled, left]);
  });
});

describe("the emojis", () => {
  const folder = fileURLToPath(new URL("../../panel/src/emoji/", import.meta.url));
  const of = (language: string) => readEmojis(readFileSync(`${folder}${language}.tsv`, "utf8"));

  it("are the same in each language, each once, with a name", () => {
    const english = of("en").map(({ emoji }) => emoji);
    expect(readdirSync(folder).toSorted()).toEqual(["en.tsv", "es.tsv", "pt.tsv"]);
    expect(new Set(english).size).toBe(english.length);
    expect(english.length).toBeGreaterThan(1_800);
    for (const language of ["es", "pt"]) {
      expect(of(language).map(({ emoji }) => emoji)).toEqual(english);
      expect(of(language).filter(({ label, group }) => label === "" || !group)).toEqual([]);
    }
  });

  it.each([
    ["en", "rose", "🌹"],
    ["es", "corazon rojo", "❤️"],
    ["pt", "CORACAO", "💘"],
    ["pt", "joia", "👍"],
    ["en", "thumbs up", "👍"],
  ])("are found in %s by %j: %s", (language, search, emoji) => {
    expect(findEmojis(of(language), search).map((one) => one.emoji)).toContain(emoji);
  });

  it("are not found by words that none has", () => {
    expect(findEmojis(of("en"), "rose zzz")).toEqual([]);
  });

  it("chosen last come first, each once", () => {
    expect(withRecent(["🌹", "👍"], "👍")).toEqual(["👍", "🌹"]);
    expect(
      withRecent(
        Array.from({ length: 40 }, (_, n) => `${n}`),
        "🌹",
      ),
    ).toHaveLength(24);
  });
});

describe("a recording", () => {
  it.each<[string[], string | null]>([
    [["audio/ogg;codecs=opus", "audio/mp4"], "audio/ogg;codecs=opus"],
    [["audio/mp4", "audio/webm;codecs=opus"], "audio/webm;codecs=opus"],
    [["audio/mp4"], "audio/mp4"],
    [[], null],
  ])("is made, where the browser knows %j, as %j", (known, type) => {
    expect(recordedType((one) => known.includes(one))).toBe(type);
  });

  it.each([
    ["NotAllowedError", "micRefused"],
    ["NotFoundError", "micMissing"],
    ["NotReadableError", "recordingFailed"],
    ["", "recordingFailed"],
  ])("that fails with %j is said to be %s", (name, fault) => {
    expect(recordingFault(name)).toBe(fault);
  });
});

describe("an emoji in a skin tone", () => {
  it.each([
    ["👋", "light", "👋🏻"],
    ["✌️", "dark", "✌🏿"],
    ["👩‍🚀", "medium", "👩🏽‍🚀"],
    ["🧑‍🤝‍🧑", "medium", "🧑🏽‍🤝‍🧑🏽"],
    ["👨‍👩‍👧", "dark", "👨‍👩‍👧"],
    ["🌹", "dark", "🌹"],
    ["👋", "none", "👋"],
  ] as const)("%s, %s, is %s", (emoji, tone, shown) => {
    expect(inTone(emoji, tone)).toBe(shown);
  });

  it("is one that Unicode lists, whatever is chosen", () => {
    const listed = /^\p{RGI_Emoji}$/v;
    const all = readEmojis(readFileSync("panel/src/emoji/en.tsv", "utf8")).map(({ emoji }) => emoji);
    const toned = all.flatMap((emoji) => SKIN_TONES.map((tone) => inTone(emoji, tone)));
    expect(toned.filter((emoji) => !all.includes(emoji) && !listed.test(emoji))).toEqual([]);
    expect(all.filter((emoji) => inTone(emoji, "dark") !== emoji).length).toBeGreaterThan(250);
  });
});
