import { readdirSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../../../core/contracts/limits.ts";
import type { MediaContent, MessageContent } from "../../../core/domain/messages/message-content.ts";
import { keys } from "../../../core/store/keys.ts";
import { readPage } from "../../../session-service/media/page-preview.ts";
import { OutboundWorld } from "../support/outbound-world.ts";
import { PDF, picture, SVG } from "../support/sample-files.ts";

let world: OutboundWorld;
let server: Server;
let url: string;
const pages = new Map<string, RequestListener>();

beforeEach(async () => {
  world = new OutboundWorld();
  pages.clear();
  server = createServer((request, response) => {
    const answer = pages.get(request.url ?? "");
    if (answer) void answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  world.tearDown();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const text = (words: string, link_preview: boolean): MessageContent => ({
  kind: "text",
  text: words,
  link_preview,
  mentions: [],
});
const serve = (path: string, type: string, body: Buffer | string) =>
  pages.set(path, (_request, response) => void response.writeHead(200, { "content-type": type }).end(body));
const page = (head: string) => `<!doctype html><html><head>${head}</head><body></body></html>`;

describe("links in a text", () => {
  it("no preview was asked for: nothing is requested, by anybody", async () => {
    serve("/", "text/html", page("<title>Shop</title>"));
    let asked = 0;
    server.on("request", () => asked++);

    const { extendedTextMessage } = await world.encode(text(`Look: ${url}/ and https://example.com/`, false));

    expect(extendedTextMessage).toMatchObject({ text: `Look: ${url}/ and https://example.com/` });
    expect(extendedTextMessage?.matchedText).toBeFalsy();
    expect([world.requested, asked]).toEqual([[], 0]);
  });

  it("a preview shows the page's title, description and picture, made by us", async () => {
    const og = '<meta property="og:title" content="Tea &amp; more"><meta name="description" content="All kinds.">';
    serve("/tea", "text/html; charset=utf-8", page(`${og}<meta content="/tea.png" property="og:image">`));
    serve("/tea.png", "image/png", await picture().png().toBuffer());

    const { extendedTextMessage: sent } = await world.encode(text(`Look (${url}/tea).`, true));

    expect(sent).toMatchObject({ matchedText: `${url}/tea`, title: "Tea & more", description: "All kinds." });
    expect(Buffer.from(sent?.jpegThumbnail ?? []).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(world.requested).toEqual([`${url}/tea`, `${url}/tea.png`]);
  });

  it.each([
    ["is not there", () => {}],
    ["has no title", () => serve("/x", "text/html", page(""))],
    ["is no page", () => serve("/x", "application/pdf", "%PDF")],
    [
      "has its title behind the first megabyte",
      () => serve("/x", "text/html", page(`${" ".repeat(1_100_000)}<title>Big</title>`)),
    ],
  ] as const)("a page that %s: the text goes without a preview", async (_why, prepare) => {
    prepare();
    const { extendedTextMessage } = await world.encode(text(`${url}/x`, true));
    expect(extendedTextMessage).toMatchObject({ text: `${url}/x` });
    expect(extendedTextMessage?.title).toBeFalsy();
  });

  it("a page that does not answer is given up after three seconds", async () => {
    pages.set("/x", () => {});
    const begun = performance.now();
    const { extendedTextMessage } = await world.encode(text(`${url}/x`, true));
    expect(extendedTextMessage?.title).toBeFalsy();
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it.each([
    ["an SVG", SVG, "image/svg+xml"],
    ["no picture at all", Buffer.from("hello"), "image/png"],
  ])("a picture that is %s is left out", async (_what, bytes, type) => {
    serve("/tea", "text/html", page('<title>Tea</title><meta property="og:image" content="/tea.png">'));
    serve("/tea.png", type, bytes);
    const { extendedTextMessage } = await world.encode(text(`${url}/tea`, true));
    expect(extendedTextMessage?.title).toBe("Tea");
    expect(extendedTextMessage?.jpegThumbnail?.length ?? 0).toBe(0);
  });

  it("a page of several megabytes shows the title at its beginning, also compressed", async () => {
    const large = gzipSync(page("<title>Big</title>") + " ".repeat(5_000_000));
    const headers = { "content-type": "text/html", "content-encoding": "gzip" };
    pages.set("/x", (_request, response) => void response.writeHead(200, headers).end(large));
    expect((await world.encode(text(`${url}/x`, true))).extendedTextMessage?.title).toBe("Big");
  });

  it("reads pages whatever they hold, in time that grows with their size only", () => {
    const hostile = Buffer.from(`${"<meta ".repeat(80_000)}${"&#x41;".repeat(5_000)}><title>${"a".repeat(1_000)}`);
    const begun = performance.now();
    const from = { url: "https://example.com/", contentType: null };
    expect(readPage(hostile, from)?.title).toHaveLength(200);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe("files from an address", () => {
  const image = (path: string): MediaContent => ({
    kind: "image",
    file: { url: `${url}${path}` },
    mimetype: "image/png",
    filename: null,
    caption: null,
    voice: false,
    mentions: [],
  });
  const refusal = (content: MessageContent) => world.encode(content).catch((error: unknown) => error);

  it("are fetched once and sent as they are", async () => {
    serve("/a.png", "text/plain", await picture().png().toBuffer());
    expect((await world.encode(image("/a.png"))).imageMessage?.mimetype).toBe("image/png");
    expect(world.requested).toHaveLength(1);
  });

  it.each([
    [
      "under the name that its server gives it",
      { "content-disposition": "attachment; filename=Offer.pdf" },
      "Offer.pdf",
    ],
    ["else under the address's last piece", {}, "get.pdf"],
  ])("are sent as documents %s", async (_, headers, fileName) => {
    pages.set("/get.php", (_request, response) => void response.writeHead(200, headers).end(PDF));
    const { documentMessage } = await world.encode({ ...image("/get.php"), kind: "document", mimetype: "image/png" });
    expect(documentMessage).toMatchObject({ fileName, mimetype: "application/pdf" });
  });

  it("that are not there fail the message", async () => {
    expect(await refusal(image("/missing.png"))).toMatchObject({ code: "media_unreachable" });
  });

  it("larger than their kind may be fail it, whatever their headers say", async () => {
    pages.set("/big.png", (_request, response) => {
      response.writeHead(200, { "content-type": "image/png" });
      const chunk = Buffer.alloc(1024 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        response.once("drain", more);
      };
      more();
    });
    expect(await refusal(image("/big.png"))).toMatchObject({ code: "file_too_large" });
  });

  it("whose connection breaks off are asked for once more", async () => {
    const png = await picture().png().toBuffer();
    let asked = 0;
    pages.set("/a.png", (_request, response) => {
      response.writeHead(200, { "content-length": png.length });
      if (++asked > 1) return void response.end(png);
      response.write(png.subarray(0, 100), () => response.destroy());
    });
    expect((await world.encode(image("/a.png"))).imageMessage?.width).toBe(300);
    expect(asked).toBe(2);
  });

  it("count against the account's budget of the day, once a message", async () => {
    const png = await picture().png().toBuffer();
    serve("/a.png", "image/png", png);
    await world.encode(image("/a.png"), { id: "msg_1" });
    await world.encode(image("/a.png"), { id: "msg_1" }); // its upload failed, say
    await world.encode(image("/a.png"), { id: "msg_2" });
    expect(world.table.peek(keys.sentFiles("acc_1", "2026-11-20"))?.bytes).toBe(2 * png.length);
  });

  it("that don't fit into the day's budget fail the message, and nothing stays in the folder", async () => {
    const png = await picture().png().toBuffer();
    serve("/a.png", "image/png", png);
    const day = keys.sentFiles("acc_1", "2026-11-20");
    await world.table.write({ update: day, add: { bytes: LIMITS.sentFileBytesPerDay - png.length + 1 } });
    expect(await refusal(image("/a.png"))).toMatchObject({ name: "CannotPrepare" });
    expect(readdirSync(world.folder.path)).toEqual([]);
  });
});
