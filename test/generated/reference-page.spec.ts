import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { referencePage, selfContained } from "../../build/reference/reference-page.ts";
import { PAGE_POLICY } from "../../build/reference/reference-page-policy.ts";
import { docsPage } from "../../local/system/docs-page.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("the API's description", () => {
  it("is valid OpenAPI 3.1 with valid examples, by a linter that is not ours", () => {
    const linter = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url));
    const args = ["lint", "docs/openapi.json", "--format=json"];
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const { stdout } = spawnSync(linter, args, {
      encoding: "utf8",
      env,
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
    });
    const { totals, problems } = JSON.parse(stdout) as { totals: Record<string, number>; problems: unknown[] };
    expect({ problems, totals }).toMatchObject({ problems: [], totals: { errors: 0, warnings: 0 } });
  });
});

/**
 * Returns everything that a browser would load without being asked: scripts, styles, pictures, fonts, frames, and
 * addresses that the page's script sets for them or that belong to its maker's hosts. Links for readers to follow don't
 * count.
 */
function loads(page: string): string[] {
  const kinds = [
    /<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=["'](?!data:).{0,80}/g,
    /<link\b[^>]*\bhref=["'](?!data:).{0,80}/g,
    /@import\s.{0,80}|url\(["']?https?:.{0,80}/g,
    /\bsrc\s*[:=][^,;})\n]{0,40}["'`]https?:.{0,80}/g,
    /(?:fetch|importScripts|sendBeacon|Worker|EventSource)\(["'`]https?:.{0,80}/g,
    /https?:\/\/(?:cdn|otel|fonts)\b[\w.-]*.{0,40}/g,
  ];
  return kinds.flatMap((kind) => page.match(kind) ?? []);
}

describe("the reference page", () => {
  let page: string;
  beforeAll(async () => {
    page = await referencePage();
  });

  it("is kept, and made anew when it is of another description", async () => {
    const kept = new URL("../../dist/api.html", import.meta.url);
    expect(readFileSync(kept, "utf8")).toBe(page);

    writeFileSync(kept, page.replace(/sha256 \w+/, "sha256 0"));
    expect(await referencePage()).toBe(page);
    expect(readFileSync(kept, "utf8")).toBe(page);
  });

  it("needs no other file and asks no host for anything", async () => {
    const { body = "" } = await docsPage("http://127.0.0.1:8080");
    for (const one of [page, body]) expect(loads(one)).toEqual([]);
  });

  it("states itself that nothing may be loaded from elsewhere, before anything could be, and has no icon to fetch", () => {
    const [head = ""] = page.split(/<script\b/, 1);
    expect(head.indexOf(`http-equiv="Content-Security-Policy" content="${PAGE_POLICY}"`)).toBeGreaterThan(0);
    expect(head).toContain('<link rel="icon" href="data:,"');
    expect(PAGE_POLICY).toContain("default-src 'none'");
    expect(PAGE_POLICY).not.toContain("http");
  });

  it("is not made in silence when its maker writes pages in another way", () => {
    expect(() => selfContained("<html><head></head></html>")).toThrow("no <meta charset>");
    const logo = "<meta charset=x><script>({src:a?`https://cdn.redoc.ly/redoc/logo-mini.svg`:`x`})</script>";
    expect(loads(logo)).not.toEqual([]);
    expect(loads(selfContained(logo))).toEqual([]);
  });

  it("breaks no code inside a word", () => {
    const [head = ""] = page.split(/<script\b/, 1);
    expect(head).toMatch(/\bcode \{ word-break: normal !important; overflow-wrap: break-word !important; \}/);
    expect(head).toMatch(/td code \{ white-space: nowrap !important; \}/);
  });

  it("shows every request and every event", () => {
    const { paths, webhooks } = JSON.parse(read("docs/openapi.json")) as Record<"paths" | "webhooks", object>;
    for (const path of Object.keys(paths)) expect(page).toContain(JSON.stringify(path));
    for (const event of Object.keys(webhooks)) expect(page).toContain(JSON.stringify(event));
  });

  it("is served at /docs with the address it was asked at, and lets the browser ask nobody else", async () => {
    const answer = await docsPage("http://127.0.0.1:8080");
    expect(answer).toMatchObject({ statusCode: 200, headers: { "Content-Type": "text/html; charset=utf-8" } });
    expect(answer.headers?.["Content-Security-Policy"]).toBe(PAGE_POLICY);
    expect(answer.body).toContain("http://127.0.0.1:8080");
    expect(answer.body).not.toContain("gateway.invalid");
    expect((await docsPage('x"><script>')).body).not.toContain('x"><script>');
  });

  it("is sent compressed to those who take it, and only once to a browser that has kept it", async () => {
    const origin = "http://127.0.0.1:8080";
    const plain = await docsPage(origin, { "accept-encoding": "gzip;q=0, br" });
    const small = await docsPage(origin, { "accept-encoding": "br, gzip" });
    const bytes = Buffer.from(small.body ?? "", "base64");
    expect(small).toMatchObject({ statusCode: 200, isBase64Encoded: true, headers: { "Content-Encoding": "gzip" } });
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(gunzipSync(bytes).toString()).toBe(plain.body);
    expect(plain.headers).not.toHaveProperty("Content-Encoding");

    const tag = String(small.headers?.ETag);
    const kept = await docsPage(origin, { "if-none-match": tag });
    expect(kept).toEqual({
      statusCode: 304,
      headers: { ETag: tag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" },
    });
    expect((await docsPage("http://127.0.0.1:9999", { "if-none-match": tag })).statusCode).toBe(200);
  });

  it("shows samples of every request in four languages", () => {
    const { paths } = JSON.parse(read("docs/openapi.json")) as { paths: Record<string, object> };
    const requests = Object.values(paths).reduce((sum, operations) => sum + Object.keys(operations).length, 0);
    expect(page.match(/"x-codeSamples":\[/g)).toHaveLength(requests);
    expect(page).toContain("gateway.messages.send(");
  });
});
