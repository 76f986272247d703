import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import type { Get } from "../../../core/http/guarded-get.ts";
import { linkPreviews } from "../../../session-service/baileys/outbound/link-previews.ts";
import type { PreviewOf } from "../../../session-service/media/link-preview.ts";

const SHOP = "https://shop.example/";
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED = 20;

let pages: Map<string, string>;
let asked: string[];
let ms: number;
let preview: PreviewOf;

beforeEach(() => {
  pages = new Map([[SHOP, "Roses"]]);
  asked = [];
  ms = 0;
  const get: Get = async ({ url }) => {
    asked.push(url);
    const title = pages.get(url);
    if (title === undefined) return { ok: false, reason: "bad_status", message: "The url answered 404." };
    const html = `<title>${title}</title>`;
    return { ok: true, stream: Readable.from([Buffer.from(html)]), contentType: "text/html", name: null };
  };
  preview = linkPreviews(get, () => ms);
});

const titleOf = async (link: string) => (await preview(link))?.title;

describe("the previews of a number's links", () => {
  it("stay for ten minutes as they were shown, also if the page changes", async () => {
    expect(await titleOf(SHOP)).toBe("Roses");
    pages.set(SHOP, "Tulips");
    ms = REMEMBERED_MS - 1;
    expect(await titleOf(SHOP)).toBe("Roses");
    ms = REMEMBERED_MS;
    expect(await titleOf(SHOP)).toBe("Tulips");
    expect(asked).toEqual([SHOP, SHOP]);
  });

  it("are fetched once for those who ask at the same time", async () => {
    expect(await Promise.all([titleOf(SHOP), titleOf(SHOP)])).toEqual(["Roses", "Roses"]);
    expect(asked).toEqual([SHOP]);
  });

  it("are looked for again if the page gave none", async () => {
    pages.clear();
    expect(await preview(SHOP)).toBeNull();
    pages.set(SHOP, "Roses");
    expect(await titleOf(SHOP)).toBe("Roses");
  });

  it("are few, however many links are asked for", async () => {
    const links = Array.from({ length: REMEMBERED + 1 }, (_, place) => `${SHOP}${place}`);
    for (const link of links) pages.set(link, link);
    for (const link of links) await preview(link);
    const [first = "", ...others] = links;
    for (const link of others) await preview(link);
    expect(asked).toHaveLength(links.length);
    await preview(first);
    expect(asked).toHaveLength(links.length + 1);
  });
});
