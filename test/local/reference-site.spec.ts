import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pageHeaders, referenceHeaders } from "../../core/contracts/panel/page-headers.ts";
import { referenceSite } from "../../local/system/reference-site.ts";

const ORIGIN = "http://127.0.0.1:8080";
const site = referenceSite({ hasPanel: true });
const get = (path: string, headers: Record<string, string> = {}, origin = ORIGIN) => site(path, origin, headers);
const textOf = (answer: ReturnType<typeof get>) => Buffer.from(answer?.body ?? "", "base64").toString();
const page = textOf(get("/docs/reference"));
const asset = /<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? "";

describe("the reference on one machine", () => {
  it.each(["/docs/reference", "/docs/reference/", "/docs/reference/index.html"])("is a page at %s", (path) => {
    const answer = get(path);
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: { ...referenceHeaders(), "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache" },
    });
    expect(textOf(answer)).toMatch(/^<!doctype html>/);
  });

  it("lets the browser load and ask nothing elsewhere, and run no script but its files", () => {
    const policy = referenceHeaders()["Content-Security-Policy"] ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|blob:|unsafe-eval|script-src[^;]*unsafe/);
  });

  it.each(["/docs/guides", "/docs/guides/", "/docs/guides/index", "/docs/guides/index.html"])(
    "leads to the guides, which are at %s with the headers of the panel's pages",
    (path) => {
      expect(page).toContain('<a href="/docs/guides/index">Guides</a>');
      const answer = get(path);
      expect(answer).toMatchObject({
        statusCode: 200,
        headers: { ...pageHeaders({ files: [] }), Vary: "Accept-Encoding" },
      });
      expect(textOf(answer)).toContain('<h1 id="guides">Guides</h1>');
    },
  );

  it("has no link that leads nowhere, with the panel or without", () => {
    const alone = referenceSite({ hasPanel: false });
    for (const path of ["/docs/reference", "/docs/guides/index", "/docs/guides/webhooks"]) {
      expect(textOf(get(path))).toContain('<a href="/">Panel</a>');
      const html = textOf(alone(path, ORIGIN, {}));
      expect(html).not.toContain('href="/"');
      const [top = ""] = /<nav class="top".*<\/nav>/.exec(html) ?? [];
      const linked = [...html.matchAll(/(?:href|src)="(\/docs\/[^"#]+)/g)].map(([, to = ""]) => to);
      expect(top).toContain("Guides");
      expect(linked.filter((to) => alone(to, ORIGIN, {})?.statusCode !== 200)).toEqual([]);
    }
  });

  it.each(["/docs", "/docs/"])("is found at %s, where it was", (path) => {
    expect(get(path)).toMatchObject({ statusCode: 302, headers: { Location: "/docs/reference" } });
  });

  it("tells its page the address at which it was asked, and no other text that a stranger could send as one", () => {
    expect(get("/docs/reference/settings.json")?.body).toBe(`{"api":"${ORIGIN}"}`);
    expect(get("/docs/reference/settings.json", {}, 'http://x"><script>')?.body).toBe('{"api":"http://127.0.0.1"}');
  });

  it("is sent compressed to those who take it, and only once to a browser that has kept it", () => {
    const [plain, small] = [
      get(asset, { "accept-encoding": "gzip;q=0, br" }),
      get(asset, { "accept-encoding": "gzip" }),
    ];
    expect(small?.headers).toMatchObject({ "Content-Encoding": "gzip", Vary: "Accept-Encoding" });
    expect(plain?.headers).not.toHaveProperty("Content-Encoding");
    expect(gunzipSync(Buffer.from(small?.body ?? "", "base64")).toString()).toBe(textOf(plain));

    const tag = String(plain?.headers?.ETag);
    const kept = get(asset, { "if-none-match": tag });
    expect(kept).toMatchObject({ statusCode: 304, headers: { ETag: tag } });
    expect(kept).not.toHaveProperty("body");
  });

  it("has files that a browser keeps for good, because their names change with their content", () => {
    expect(get(asset)?.headers?.["Cache-Control"]).toBe("public, max-age=31536000, immutable");
  });

  it.each([
    "/docs/reference/none.js",
    "/docs/reference/.made-of",
    "/docs/reference/../../../package.json",
    "/docs/reference/assets/../../../../../package.json",
    "/docs/reference/assets",
    "/docs/references",
    "/docs/guides/none",
    "/docs/guides/../../../package.json",
    "/",
  ])("has nothing at %s", (path) => {
    expect(get(path)).toBeNull();
  });
});
