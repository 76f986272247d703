import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkBase64 } from "../../../core/domain/files/base64.ts";
import { cleanFileName } from "../../../core/domain/files/file-name.ts";
import { sentFileUrl } from "../../../core/domain/files/sent-file-url.ts";
import { isOneEmoji } from "../../../core/domain/messages/emoji.ts";
import { checkSendTime } from "../../../core/domain/messages/send-time.ts";

describe("base64", () => {
  it("of any bytes is taken, with their size", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(checkBase64(Buffer.from(bytes).toString("base64"), 1_000_000)).toEqual({ size_bytes: bytes.length });
      }),
    );
  });

  it("is never taken when it would decode to other bytes than were encoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ABab01+/=-_ \n\0é") }), (text) => {
        if ("error" in checkBase64(text, 1_000_000)) return;
        expect(Buffer.from(text, "base64").toString("base64")).toBe(text);
      }),
    );
  });

  it("is measured decoded: as much as allowed is taken, one byte more is not", () => {
    expect(checkBase64(Buffer.alloc(10).toString("base64"), 10)).toEqual({ size_bytes: 10 });
    expect(checkBase64(Buffer.alloc(11).toString("base64"), 10)).toHaveProperty("error");
  });
});

describe("a file's name", () => {
  it.each([
    ["report.pdf", "report.pdf"],
    ["../../etc/passwd", "passwd"],
    ["..\\..\\boot.ini", "boot.ini"],
    ["/etc/../x/.htaccess", "htaccess"],
    ["..", null],
    ["...", null],
    ["", null],
    ["a/", null],
    [null, null],
    ["na\u0000me\r\n.txt", "name.txt"],
    ["photo\u202egnp.exe", "photognp.exe"],
    ["  résumé 2026.pdf  ", "résumé 2026.pdf"],
    ['con<>:"|?*.txt', "con.txt"],
    ["фото 📷.jpg", "фото 📷.jpg"],
    ["a\ud83d.txt", "a\ufffd.txt"],
  ])("%j is shown as %j", (name, shown) => {
    expect(cleanFileName(name)).toBe(shown);
  });

  it("keeps its ending when it is cut", () => {
    const cut = cleanFileName(`${"x".repeat(400)}.pdf`);
    expect([cut?.length, cut?.slice(-4)]).toEqual([255, ".pdf"]);
  });

  it("is never a path, whatever was given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const cleaned = cleanFileName(name);
        expect(cleaned).not.toBe("");
        expect(cleaned ?? "").not.toMatch(/[/\\\p{Cc}]|^\.|\.$/u);
      }),
    );
  });
});

describe("one emoji", () => {
  it.each(["👍", "❤️", "🇺🇳", "#️⃣", "👨🏿‍❤️‍💋‍👨🏽", "☺"])("%s is one", (text) => {
    expect(isOneEmoji(text)).toBe(true);
  });

  it.each(["", "a", "1", "#", "👍👍", " 👍", "🇺", "\u200d", "\ufe0f", "👍".repeat(99), "e\u0301"])(
    "%j is none",
    (text) => {
      expect(isOneEmoji(text)).toBe(false);
    },
  );
});

describe("the address of a file", () => {
  it.each(["https://example.com/a", "http://example.com:8080/a?x=1", "HTTP://EXAMPLE.COM/a"])("%s is fine", (url) => {
    expect(sentFileUrl(url, false)).toHaveProperty("url");
  });

  it.each([
    "http://localhost/a",
    "http://127.0.0.1/a",
    "http://[::1]/a",
    "http://169.254.169.254/latest/meta-data",
    "http://0x7f.1/a",
    "http://10.0.0.1/a",
    "http://intranet/a",
    "https://a@example.com/",
    "https://example.com/#x",
    "ftp://example.com/a",
    "//example.com/a",
    "http:/example.com",
    "https://",
  ])("%s is refused", (url) => {
    expect(sentFileUrl(url, false)).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  it("on one machine may be private", () => {
    expect(sentFileUrl("http://localhost:8099/a", true)).toHaveProperty("url");
  });
});

describe("send_at", () => {
  const NOW = new Date("2026-11-20T09:30:00Z");

  it.each([
    ["2026-11-20T09:29:00Z", null],
    ["2026-11-20T09:30:00Z", null],
    ["2026-11-20T10:30:01+01:00", "2026-11-20T09:30:01.000Z"],
    ["2026-12-20T09:30:00Z", "2026-12-20T09:30:00.000Z"],
  ])("%s is %s", (text, at) => {
    expect(checkSendTime(text, NOW)).toEqual({ at: at && new Date(at) });
  });

  it.each(["2026-11-20T09:28:59Z", "2026-12-20T09:30:01Z", "1970-01-01T00:00:00Z"])("%s is refused", (text) => {
    expect(checkSendTime(text, NOW)).toHaveProperty("error");
  });
});
