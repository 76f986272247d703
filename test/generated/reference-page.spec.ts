import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { pageStamp } from "../../bin/generated/reference-page.ts";
import { docsPage } from "../../local/docs-page.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("the API's description", () => {
  it("is valid OpenAPI 3.1 with valid examples, by a linter that is not ours", () => {
    const linter = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url));
    // The description's own address needs no key and refuses nobody; a link to a file answers 302 and never 2xx.
    const skipped = ["operation-4xx-response", "operation-2xx-response"].map((rule) => `--skip-rule=${rule}`);
    const args = ["lint", "docs/openapi.json", ...skipped, "--format=json"];
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

describe("the reference page", () => {
  it("is made from the present description (otherwise: npm run docs)", () => {
    expect(existsSync(new URL("../../docs/api.html", import.meta.url))).toBe(true);
    expect(read("docs/api.html").split("\n")[1]).toBe(pageStamp(read("docs/openapi.json")));
  });

  it("needs no other file and asks no host for anything", () => {
    const page = read("docs/api.html");
    // What a browser loads by itself: scripts, styles, pictures, fonts, frames. Links that a reader follows are none.
    expect(page.match(/<(script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=["'](?!data:)/g)).toBeNull();
    expect(page.match(/<link\b[^>]*\bhref=/g)).toBeNull();
    expect(page.match(/@import\s|url\(["']?https?:/g)).toBeNull();
    expect(page.match(/(fetch|importScripts|sendBeacon)\(["'`]https?:/g)).toBeNull();
  });

  it("shows every request and every event", () => {
    const page = read("docs/api.html");
    const { paths, webhooks } = JSON.parse(read("docs/openapi.json")) as Record<"paths" | "webhooks", object>;
    for (const path of Object.keys(paths)) expect(page).toContain(JSON.stringify(path));
    for (const event of Object.keys(webhooks)) expect(page).toContain(JSON.stringify(event));
  });

  it("is served at /docs with the address it was asked at, and lets the browser ask nobody else", () => {
    const answer = docsPage("127.0.0.1:8080");
    expect(answer).toMatchObject({ statusCode: 200, headers: { "Content-Type": "text/html; charset=utf-8" } });
    expect(answer.headers?.["Content-Security-Policy"]).toContain("default-src 'none'");
    expect(answer.headers?.["Content-Security-Policy"]).not.toContain("http");
    expect(answer.body).toContain("http://127.0.0.1:8080");
    expect(answer.body).not.toContain("gateway.invalid");
    expect(docsPage('x"><script>').body).not.toContain('x"><script>');
  });
});
