import { describe, expect, it } from "vitest";
import {
  changedDraft,
  charsLeft,
  type Draft,
  type DraftFile,
  isEmpty,
  linkOf,
  messagesOf,
  newDraft,
} from "../../panel/src/pages/chats/rules/draft.ts";
import { fileFault, meansFiles } from "../../panel/src/pages/chats/rules/given-files.ts";

const fileOf = (id: string, type = "image/png"): DraftFile => ({
  id,
  file: new File(["x"], `${id}.x`, { type }),
  base64: "eA==",
});
const draftOf = (about: Partial<Draft> = {}): Draft => ({ ...newDraft("one"), ...about });

describe("a draft", () => {
  it("is one message however often it is sent", () => {
    const tried = draftOf({ text: "Hi", isTried: true });
    expect(changedDraft(tried, { text: "Hi" }, "two").id).toBe("one");
    expect(changedDraft({ ...tried, isTried: false }, { text: "Hi!" }, "two").id).toBe("one");
  });

  it("is another message when it was tried and is changed then", () => {
    const tried = draftOf({ text: "Hi", isTried: true });
    expect(changedDraft(tried, { text: "Hi!" }, "two")).toMatchObject({ id: "two", isTried: false });
    expect(changedDraft(tried, { sendAt: "2026-11-21T09:00:00+00:00" }, "two").id).toBe("two");
    expect(changedDraft(tried, { files: [fileOf("a")] }, "two").id).toBe("two");
    expect(changedDraft(tried, { withoutPreviewOf: "https://a.example/" }, "two").id).toBe("two");
  });

  it("that was tried stays the same message when others are added behind it", () => {
    const tried = draftOf({ text: "Hi", files: [fileOf("a")], isTried: true });
    const changed = changedDraft(tried, { files: [...tried.files, fileOf("b")] }, "two");
    expect(messagesOf(changed).map(({ id }) => id)).toEqual(["one", "b"]);
    expect(messagesOf(changed)[0].isTried).toBe(true);
  });

  it("of spaces is empty, one with a file is not", () => {
    expect(isEmpty(draftOf({ text: " \n" }))).toBe(true);
    expect(isEmpty(draftOf({ files: [fileOf("a")] }))).toBe(false);
  });

  it.each([
    ["a text", [], 7],
    ["a caption", [fileOf("a")], -1],
    ["a text beside a sound, which has no caption", [fileOf("a", "audio/mpeg")], 7],
  ])("has room for the characters of %s", (_, files, left) => {
    expect(charsLeft(draftOf({ text: "abc", files }), 10, 2)).toBe(left);
  });
});

describe("the link of a draft", () => {
  const text = "Look: https://a.example/x, and http://b.example";

  it.each([
    ["of a text: its first one", { text }, "https://a.example/x"],
    [
      "of a text beside a sound, which goes before it",
      { text, files: [fileOf("a", "audio/mpeg")] },
      "https://a.example/x",
    ],
    ["of a caption: none, because phones show no preview there", { text, files: [fileOf("a")] }, null],
    ["of other words: none", { text: "Look" }, null],
  ])("%s", (_, about, link) => {
    expect(linkOf(draftOf(about))).toBe(link);
  });
});

describe("the messages of a draft", () => {
  const sendAt = "2026-11-21T09:00:00+00:00";
  const [picture, other, sound] = [fileOf("a"), fileOf("b", "application/pdf"), fileOf("c", "audio/ogg")];

  it.each([
    ["a text alone", "Hi", [], [["one", "Hi", null]]],
    ["a file alone", "", [picture], [["one", "", "a"]]],
    [
      "files, the text below the first",
      "Hi",
      [picture, other],
      [
        ["one", "Hi", "a"],
        ["b", "", "b"],
      ],
    ],
    [
      "a sound, the text before it",
      "Hi",
      [sound, other],
      [
        ["one", "Hi", null],
        ["c", "", "c"],
        ["b", "", "b"],
      ],
    ],
    [
      "a sound without a text",
      " ",
      [sound, other],
      [
        ["one", " ", "c"],
        ["b", "", "b"],
      ],
    ],
    [
      "a sound behind a picture",
      "Hi",
      [picture, sound],
      [
        ["one", "Hi", "a"],
        ["c", "", "c"],
      ],
    ],
  ])("are %s, each with a key of its own", (_, text, files, expected) => {
    const messages = messagesOf(draftOf({ text, files, replyTo: "msg_1", sendAt }));

    expect(messages.map((one) => [one.id, one.text, one.files[0]?.id ?? null])).toEqual(expected);
    expect(messages.every((one) => one.sendAt === sendAt && one.files.length <= 1)).toBe(true);
    expect(messages.map(({ replyTo }) => replyTo)).toEqual(["msg_1", ...messages.slice(1).map(() => null)]);
  });

  it("stay as they are when one is tried again", () => {
    for (const message of messagesOf(draftOf({ text: "Hi", files: [picture, sound, other] })))
      expect(messagesOf(message)).toEqual([message]);
  });
});

describe("a given file", () => {
  const MB = 1024 * 1024;
  it.each([
    [0, "image/png", { reason: "empty" }],
    [16 * MB, "image/png", null],
    [16 * MB + 1, "image/png", { reason: "tooLarge", max: 16 * MB }],
    [17 * MB, "", null],
    [101 * MB, "application/pdf", { reason: "tooLarge", max: 100 * MB }],
  ])("of %d bytes and type %j has the fault %j", (size, type, fault) => {
    expect(fileFault({ size, type })).toEqual(fault);
  });
});

describe("a paste", () => {
  it.each([
    ["a screenshot", ["Files"], true],
    ["a picture of a page", ["text/html", "Files"], true],
    ["a file of a file manager", ["text/plain", "Files"], true],
    ["cells of a table", ["text/plain", "text/html", "text/rtf", "Files"], false],
    ["words of a document", ["text/plain", "text/rtf", "Files"], false],
    ["a text", ["text/plain", "text/html"], false],
  ])("of %s means files: %#", (_, types, isFiles) => {
    expect(meansFiles(types)).toBe(isFiles);
  });
});
