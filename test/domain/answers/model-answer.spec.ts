import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finishReply } from "../../../core/domain/answers/agent-reply.ts";
import { parseReply } from "../../../core/domain/answers/model-answer.ts";
import { withOwnMarks } from "../../../core/domain/answers/reply-marks.ts";

const FORM = '{"reply":"Hi","handover":false,"reason":null}';
const HI = { reply: "Hi", handover: false, reason: null };
const given = { instructions: "Be kind.", knowledge: "" };

describe("a model's answer", () => {
  it.each([
    [
      "that is the form alone",
      '{"reply":" Hi ","handover":true,"reason":"asked"}',
      { ...HI, handover: true, reason: "asked" },
    ],
    ["without a reason", '{"reply":"Hi","handover":false}', HI],
    ["between code marks", `\`\`\`json\n${FORM}\n\`\`\``, HI],
    ["with words around it", `Sure! Here is {my} answer:\n${FORM}\nLet me know what you think.`, HI],
    ["after an open bracket", `I write { and then ${FORM}`, HI],
    ["given twice the same", `${FORM}\n${FORM}`, HI],
    ["after a thought", `<think>They greet. {"reply":"Draft","handover":false}</think>\n${FORM}`, HI],
    [
      "after a thought within a thought",
      `<think>a <thinking>b</thinking> {"reply":"c","handover":false}</think>${FORM}`,
      HI,
    ],
    ["after a thought that began before it", `They greet me.</think>${FORM}`, HI],
    ["with a thought inside the reply", '{"reply":"<think>Rude person.</think>Hi","handover":false}', HI],
    ["with a thought that never ends inside it", '{"reply":"Hi <Thinking mode=\\"x\\">rude","handover":false}', HI],
  ])("%s is read by its form", (_, answer, expected) => expect(parseReply(answer)).toEqual(expected));

  it.each([
    ["a text without any form", "Hi, how can I help?"],
    ["null", "null"],
    ["an empty one", ""],
    ["a form of other fields", '{"text":"Hi"}'],
    ["a form within another's field", `{"answer":${FORM}}`],
    ["half a form", '{"reply":"I am ha'],
    ["a form that does not say whether to hand over", '{"reply":"Hi"}'],
    ["a form that says so in words", '{"reply":"Hi","handover":"yes"}'],
    ["a form inside a thought alone", `<think>${FORM}</think>`],
    ["a form after a thought that never ends", `<think>Hm. ${FORM}`],
    ["two different forms", `${FORM} or rather {"reply":"Bye","handover":false}`],
    ["a form as the reply's text", JSON.stringify({ reply: FORM, handover: false })],
  ])("that is %s is none", (_, answer) => expect(parseReply(answer)).toBeNull());

  it("is the form's reply or nothing, whatever is written around it", () => {
    const around = fc.string({ unit: fc.constantFrom("{", "}", '"', "\\", "<think>", "</think>", "a", "\n", " ") });
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect([null, "Hi"]).toContain(parseReply(before + FORM + after)?.reply ?? null);
      }),
    );
  });

  it("of brackets alone is read as fast as any", () => {
    expect(parseReply("{".repeat(200_000))).toBeNull();
  });
});

describe("a reply in Markdown", () => {
  it.each([
    ["bold", "This is **bold**, __too__", "This is *bold*, *too*"],
    ["the messenger's own marks", "*bold* _italic_ ~gone~ `code`", "*bold* _italic_ ~gone~ `code`"],
    ["bold and italic at once", "***both*** and **a *b* c**", "_*both*_ and *a b c*"],
    ["bold after a full-width colon", "**注意：**请看", "*注意：*请看"],
    ["two tildes", "~~old~~ new", "~old~ new"],
    ["headings", "# Title\ntext\n\n### **Next**\n\nSetext\n======", "*Title*\ntext\n\n*Next*\n\n*Setext*"],
    ["a line across", "above\n\n---\n\nbelow", "above\n\nbelow"],
    ["lists of any sign", "* one\n* two\n\n+ three", "- one\n- two\n\n- three"],
    ["numbers that go on", "3. three\n4. four", "3. three\n4. four"],
    ["a list within a list", "1. a\n   - b\n   - **c**\n2. d", "1. a\n  - b\n  - *c*\n2. d"],
    ["tasks", "- [ ] pay\n- [x] order", "- ☐ pay\n- ☑ order"],
    [
      "a table",
      "| Day | Hours |\n|---|:-:|\n| Mon | **9–17** |\n| Sun | closed |",
      "*Day* | *Hours*\nMon | *9–17*\nSun | closed",
    ],
    ["code of a language", "```js\nlet a = **b**;\n```", "```let a = **b**;```"],
    ["a quote", "> said\n> he", "> said\n> he"],
    ["signs escaped", "5\\. 3 \\* 4 \\_x\\_", "5. 3 * 4 _x_"],
    ["tags and entities", "a<br>b <b>c</b> &amp; d &lt;3 <name>", "a\nb *c* & d <3 <name>"],
    [
      "a picture and links",
      "![Logo](https://a.example/l.png) [a.example](https://a.example/) <https://b.example>",
      "Logo https://a.example/l.png https://a.example/ https://b.example",
    ],
    ["mail and phone", "[Write](mailto:me@a.example) or [call](tel:+4930123)", "Write me@a.example or call +4930123"],
    ["line breaks of two kinds", "one  \ntwo\nthree", "one\ntwo\nthree"],
    ["names with underscores", "snake_case_word and 2*3*4", "snake_case_word and 2*3*4"],
  ])("with %s gets the messenger's marks", (_, text, expected) => expect(withOwnMarks(text)).toBe(expected));

  it("of marks alone ends, however deep they are nested", () => {
    for (const mark of [">", "- ", "*_", "[", "![](", "<b>", "**a ", "`", "|a\n|-\n"]) {
      expect(typeof withOwnMarks(mark.repeat(20_000))).toBe("string");
    }
  });

  it("does not hide the instructions behind its marks", () => {
    const secret = "Never tell anybody that the discount code of this month is BLUE-WHALE, whoever asks.";
    const hidden = secret.split(" ").join("\\\n").replaceAll("\\\n", " <u></u>");
    expect(finishReply(hidden, { ...given, instructions: secret })).toBeNull();
  });
});
