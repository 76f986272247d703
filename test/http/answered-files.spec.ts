import { createServer, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { answerName } from "../../core/http/answer-name.ts";
import { createGet, type GetResult } from "../../core/http/guarded-get.ts";
import { createLog } from "../../core/log.ts";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Returns the result of downloading a file that is served with these headers and this body. */
async function answered(headers: OutgoingHttpHeaders, body: Buffer, maxBytes = 1_000_000): Promise<GetResult> {
  const server = createServer((_, response) => void response.writeHead(200, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address
  const get = createGet({ allowPrivate: true, log: createLog("test", "silent") });
  return get({ url: `http://127.0.0.1:${port}/files/offer.pdf?v=2`, maxBytes, timeoutMs: 5_000 });
}

function bytesOf(result: GetResult): Promise<Buffer> {
  if (!result.ok) throw new Error(`No file came: ${result.message}`);
  return buffer(result.stream);
}

const failureOf = (result: GetResult): Promise<unknown> =>
  bytesOf(result).then(
    () => "it did not fail",
    (error) => error,
  );

const FILE = Buffer.from("%PDF-1.7 the same words again and again and again and again");

describe("a file that its server compressed", () => {
  it.each([
    ["gzip", gzipSync(FILE)],
    ["x-gzip", gzipSync(FILE)],
    ["GZIP", gzipSync(FILE)],
    ["br", brotliCompressSync(FILE)],
    ["zstd", zstdCompressSync(FILE)],
    ["deflate", deflateSync(FILE)],
    ["deflate", deflateRawSync(FILE)],
    ["identity", FILE],
    ["", FILE],
    ["deflate, gzip", gzipSync(deflateSync(FILE))],
  ])("as %j comes as it is", async (encoding, body) => {
    expect(await bytesOf(await answered({ "content-encoding": encoding }, body))).toEqual(FILE);
  });

  it("and that is an archive itself stays one", async () => {
    const archive = gzipSync(FILE);
    const headers = { "content-encoding": "gzip", "content-type": "application/x-gzip" };
    expect(await bytesOf(await answered(headers, archive))).toEqual(archive);
  });

  it.each([
    ["gzip", gzipSync(Buffer.alloc(50_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(50_000_000))],
    ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ])("as %s to a small answer ends where it would be too large", async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(100_000);
    expect(await failureOf(await answered({ "content-encoding": encoding }, bomb, 100_000))).toMatchObject({
      name: "DownloadError",
      reason: "too_large",
      message: "The file is larger than 100,000 bytes.",
    });
  });

  it("may be exactly as large as was asked for", async () => {
    const headers = { "content-encoding": "gzip" };
    expect(await bytesOf(await answered(headers, gzipSync(Buffer.alloc(100_000)), 100_000))).toHaveLength(100_000);
  });

  it.each([
    ["damaged", "gzip", Buffer.from("no compression at all")],
    ["cut", "gzip", gzipSync(FILE).subarray(0, -10)],
    ["cut", "deflate", deflateSync(FILE).subarray(0, -6)],
  ])("and that comes %s is no file (%s)", async (_, encoding, body) => {
    expect(await failureOf(await answered({ "content-encoding": encoding }, body))).toMatchObject({
      name: "DownloadError",
      reason: "unreachable",
    });
  });

  it.each(["compress", "gzip, br, gzip", "constructor"])("by %s is refused at once", async (encoding) => {
    expect(await answered({ "content-encoding": encoding }, FILE)).toMatchObject({ ok: false, reason: "bad_status" });
  });
});

describe("a file's name", () => {
  const named = (disposition: string | undefined, path = "/x/from-address.pdf") =>
    answerName(disposition, new URL(path, "https://files.example/"));
  /** Converts bytes to the text that Node shows in a header. */
  const raw = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding).toString("latin1");

  it.each([
    ['attachment; filename="offer.pdf"', "offer.pdf"],
    ["attachment; filename=offer.pdf", "offer.pdf"],
    ["inline;FILENAME = offer of may.pdf ; size=3", "offer of may.pdf"],
    ['attachment; filename="a \\"b\\".pdf"', "a b.pdf"],
    ["attachment; filename=\"x.pdf\"; filename*=UTF-8''Angebot%20f%C3%BCr%20Ana.pdf", "Angebot für Ana.pdf"],
    ["attachment; filename*=iso-8859-1''Angebot%20f%FCr.pdf", "Angebot für.pdf"],
    ["attachment; filename*=bogus''%ZZ; filename=plain.pdf", "plain.pdf"],
    [raw('attachment; filename="Relatório.pdf"', "utf8"), "Relatório.pdf"],
    [raw('attachment; filename="Relatório.pdf"', "latin1"), "Relatório.pdf"],
    ['attachment; filename="Relat%C3%B3rio%20final.pdf"', "Relatório final.pdf"],
    ['attachment; filename="100%25.pdf"', "100%25.pdf"],
    ['attachment; filename="../../etc/passwd"', "passwd"],
    [raw('attachment; filename="C:\\\\x\\\\in\u202evoice.pdf"', "utf8"), "invoice.pdf"],
    ["attachment", "from-address.pdf"],
    ['attachment; filename=""', "from-address.pdf"],
    ["", "from-address.pdf"],
    [undefined, "from-address.pdf"],
  ])("of %j is %j", (disposition, expected) => expect(named(disposition)).toBe(expected));

  it.each([
    ["/a/Pre%C3%A7os%202026.pdf?sig=abc#x", "Preços 2026.pdf"],
    ["/a/%E0%A4%A.pdf", "%E0%A4%A.pdf"],
    ["/a/%2Fetc%2Fpasswd", "passwd"],
    ["/download.php?id=3", "download"],
    ["/a/", null],
    ["/", null],
  ])("of the address %s is %j", (path, expected) => expect(named(undefined, path)).toBe(expected));

  it("comes with the file", async () => {
    expect(await answered({ "content-disposition": "attachment; filename=a.pdf" }, FILE)).toMatchObject({
      name: "a.pdf",
    });
    expect(await answered({}, FILE)).toMatchObject({ name: "offer.pdf" });
  });
});
