import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GUIDES, guideNames } from "../../build/reference/guides.ts";
import { ERROR_CODES, SEND_ERROR_CODES } from "../../core/contracts/error-codes.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";
import { startReceiver } from "../support/receiver.ts";

const PHONE = "5511988880199";
const textOf = (name: string) => readFileSync(`${GUIDES}${name}.md`, "utf8");

/** A block of code that the test runs, and the form that its last line of output must have. */
interface Block {
  script: string;
  like: unknown;
}

/** Returns the blocks of a guide that the test runs, in order. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const [, info = "", body = ""] of markdown.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)) {
    if (info === "sh run") blocks.push({ script: body, like: null });
    const last = blocks.at(-1);
    if (info === "json like" && last) last.like = JSON.parse(body);
  }
  return blocks;
}

/** In an expected output, "…" matches any text. */
function matching(like: unknown): unknown {
  if (like === "…") return expect.any(String);
  if (Array.isArray(like)) return like.map(matching);
  if (typeof like !== "object" || like === null) return like;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(like).map(([name, value]) => [name, matching(value)])),
  );
}

describe("the guides", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1", PACE: "0.01", PANEL: "1" });
    instance = (await linkNumber(gateway, PHONE)).id;
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const here = (script: string) =>
    script
      .replaceAll("http://127.0.0.1:8080", gateway.baseUrl)
      .replaceAll("http://127.0.0.1:8090", gateway.sandboxUrl)
      .replaceAll(".data/gateway.json", `${folder.path}/gateway.json`);

  /** Returns the lines that every guide starts with: those of the first guide, and a linked number. */
  function preamble(): string {
    const lines = /```sh\n([\s\S]*?)```/.exec(textOf("first-message"))?.[1] ?? "";
    return `${here(lines)}\nID=${instance}\nPHONE=${PHONE}\n`;
  }

  it.concurrent.each(guideNames().filter((name) => blocksOf(textOf(name)).length > 0))(
    "%s: each block does what it says",
    async (name) => {
      const blocks = blocksOf(textOf(name));
      const script = blocks.map((block, n) => `echo "#${n}"\n${here(block.script)}`).join("\n");
      const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", preamble() + script]);
      const printed = stdout.split(/^#\d+\n/m).slice(1);
      for (const [n, { like }] of blocks.entries()) {
        if (like === null) continue;
        const last = printed[n]?.trim().split("\n").at(-1) ?? "";
        expect(JSON.parse(last), `block ${n}`).toEqual(matching(like));
      }
    },
  );

  it("every guide but the index has a block that is run", () => {
    expect(guideNames().filter((name) => blocksOf(textOf(name)).length === 0)).toEqual(["index"]);
  });

  it("the index leads to every guide, and no link leads nowhere", () => {
    const names = guideNames();
    const linked = (name: string) => [...textOf(name).matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href ?? "");
    const dead = names.flatMap((name) =>
      linked(name)
        .filter((href) => !/^https:\/\//.test(href) && !names.includes(href.replace(/\.md(#.*)?$/, "")))
        .map((href) => `${name}: ${href}`),
    );
    expect(dead).toEqual([]);
    const others = names.filter((name) => name !== "index");
    expect(others.filter((name) => !linked("index").includes(`${name}.md`))).toEqual([]);
  });

  it("every code of an error is explained", () => {
    const text = textOf("errors");
    const codes = [...Object.keys(ERROR_CODES), ...SEND_ERROR_CODES];
    expect(codes.filter((code) => !text.includes(`| \`${code}\` |`))).toEqual([]);
  });

  it("a webhook's User-Agent names an address where its guide is, a page with no script but its own", async () => {
    const receiver = await startReceiver();
    await gateway.api("PATCH", "/v1/webhook", { url: receiver.url });
    await gateway.api("POST", "/v1/webhook/test");
    const post = await eventually("the post", () => receiver.requests[0]);
    await gateway.api("PATCH", "/v1/webhook", { url: null });
    await receiver.stop();
    const address = /\(\+([^)]+)\)/.exec(String(post.headers["user-agent"]))?.[1] ?? "";
    const page = await fetch(address);
    const html = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(html).toContain('<h1 id="webhooks">Webhooks</h1>');
    const own = '<script src="/docs/guides/guide.js" defer></script>';
    expect(html).toContain(own);
    expect(html.replace(own, "")).not.toMatch(/<script|style="|onclick|(src|href)="http:/);
    expect(html).toContain('href="/docs/guides/polling"');
    const index = await fetch(new URL("/docs/guides/", address));
    expect(await index.text()).toContain('<h1 id="guides">Guides</h1>');
    const style = await fetch(new URL("/docs/guides/guide.css", address));
    expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  });
});
