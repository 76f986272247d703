import { describe, expect, it } from "vitest";
import { readPage } from "../../../session-service/media/page-preview.ts";

/** "Preço de chá – 5 €" in the encoding of old Western European pages. */
const PRICE = Buffer.from("<title>Pre\xe7o de ch\xe1 \x96 5 \x80</title>", "latin1");
const read = (html: Buffer | string, contentType: string | null = "text/html") =>
  readPage(Buffer.from(html), { url: "https://shop.example/tea/", contentType });
const title = (html: Buffer | string, contentType?: string | null) => read(html, contentType)?.title;
const meta = (bytes: Buffer, tag: string) => Buffer.concat([Buffer.from(tag), bytes]);
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("<title>Preço</title>", "utf16le")]);

describe("a page's letters", () => {
  it.each([
    ["by the answer's header", PRICE, 'text/html; Charset="ISO-8859-1"'],
    ["by a meta tag", meta(PRICE, "<meta charset=windows-1252>"), "text/html"],
    [
      "by the older meta tag",
      meta(PRICE, "<!doctype html><meta http-equiv=Content-Type content='text/html; charset=iso-8859-1'>"),
      "text/html",
    ],
    [
      "by a meta tag behind a long beginning",
      meta(PRICE, `<!--${"x".repeat(5_000)}--><meta charset=latin1>`),
      "text/html",
    ],
    ["that nobody names and that are not UTF-8", PRICE, "text/html"],
    ["that nobody names and that are UTF-8", Buffer.from("<title>Preço de chá – 5 €</title>"), null],
    ["in a header over those in a meta tag", meta(PRICE, "<meta charset=utf-8>"), "text/html;charset=windows-1252"],
  ])("are read %s", (_, html, contentType) => expect(title(html, contentType)).toBe("Preço de chá – 5 €"));

  it("are read in other scripts, and by a byte order mark above all", () => {
    expect(
      title(Buffer.from([...Buffer.from("<title>"), 0x93, 0xfa, 0x96, 0x7b]), "text/html; charset=Shift_JIS"),
    ).toBe("日本");
    expect(
      title(meta(Buffer.from([...Buffer.from("<title>"), 0xcf, 0xf0, 0xe8]), "<meta charset='windows-1251'>")),
    ).toBe("При");
    expect(title(utf16, "text/html; charset=utf-8")).toBe("Preço");
  });

  it("in an encoding that doesn't exist are read all the same", () => {
    expect(title(PRICE, "text/html; charset=bogus")).toBe("Preço de chá – 5 €");
  });

  it("cut in the middle of a character are still UTF-8", () => {
    const html = Buffer.from(`<title>Chá</title>${"é".repeat(600_000)}`);
    expect(title(html.subarray(0, html.length - 1))).toBe("Chá");
    expect(title(Buffer.from(`<title>Chá</title> ${"é".repeat(600_000)}`))).toBe("Chá");
  });
});

describe("a page's preview", () => {
  it("takes og:, then twitter:, then the page's own words, in whatever order they come", () => {
    const own = '<title>Own</title><meta name="description" content="Own words">';
    const twitter =
      '<meta name="twitter:title" content="Tw"><meta name="twitter:description" content="Tw words"><meta name="twitter:image" content="t.png">';
    const og =
      '<meta content="Og" property="og:title"><meta property="OG:description" content="Og words"><meta property="og:image" content="/o.png">';
    expect(read(own + twitter + og)).toEqual({
      title: "Og",
      description: "Og words",
      image: "https://shop.example/o.png",
    });
    expect(read(twitter + own)).toEqual({
      title: "Tw",
      description: "Tw words",
      image: "https://shop.example/tea/t.png",
    });
    expect(read(own)).toEqual({ title: "Own", description: "Own words", image: null });
    expect(read(`<meta property="og:title" content=" ">${own}`)).toMatchObject({ title: "Own" });
  });

  it.each([
    [
      "entities",
      "<title>Tea &amp; &ccedil;a &copy; &#8364; &#x41; &hellip; caf&eacute &bogus;</title>",
      "Tea & ça © € A … café &bogus;",
    ],
    ["numbers that are no characters", "<title>a&#0;b&#x110000;c</title>", "a\ufffdb\ufffdc"],
    ["a bracket inside an attribute", '<meta property="og:title" content="a > b">', "a > b"],
    ["a comment with another title", "<!-- <title>No</title> --><title>Yes</title>", "Yes"],
    ["a script with another title", '<script>"<title>No</title>"</script><title>Yes</title>', "Yes"],
    ["a drawing with a title", "<svg><title>Logo</title></svg><title>Yes</title>", "Yes"],
    ["two titles", "<title>One</title><title>Two</title>", "One"],
    ["line breaks", "<title>\n  One\n  two </title>", "One two"],
    ["attributes without quotes", "<META property=og:title content=Tea>", "Tea"],
    ["much before it", `<style>${"a{}".repeat(250_000)}</style><title>Late</title>`, "Late"],
  ])("of a page with %s", (_, html, expected) => expect(title(html)).toBe(expected));

  it("is none without a title, or without a page", () => {
    expect(read("<title> </title><p>text")).toBeNull();
    expect(read("")).toBeNull();
    expect(read(Buffer.alloc(100_000))).toBeNull();
  });
});
