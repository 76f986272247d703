import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call, callPage } from "../../panel/src/api/call.ts";

const PANEL = fileURLToPath(new URL("../../panel/src/", import.meta.url));
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("location", new URL("http://panel.test/"));
  vi.stubGlobal("fetch", async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    return Response.json({ data: [], links: { next: "http://panel.test/panel-api/v1/chats?cursor=2" }, meta: {} });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a call of the panel", () => {
  it("asks the route's method and path, with each id encoded", async () => {
    await call("chats.set_labels", { at: { id: "inst_1", chat: "a/b@g.us" }, body: { label_ids: [] } });
    await call("panel.me");

    expect(asked).toEqual(["PUT /panel-api/v1/instances/inst_1/chats/a%2Fb%40g.us/labels", "GET /panel-api/me"]);
  });

  it("of a list's next page asks the address that the page before gave", async () => {
    const first = await callPage("chats.list", null, { query: { waiting: 1 } });
    await callPage("chats.list", first.next, { query: { waiting: 1 } });

    expect(asked).toEqual(["GET /panel-api/v1/chats?waiting=1", "GET /panel-api/v1/chats?cursor=2"]);
  });

  it("has its answer's type from the route: nobody claims one by hand, but for the sign-out, which is in no table", () => {
    const files = readdirSync(PANEL, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
    const claims = files.filter((path) =>
      /\bask(?:Page|Next|All)?<|\bask(?:Page|Next|All)\(/.test(readFileSync(`${PANEL}${path}`, "utf8")),
    );

    expect(claims.sort()).toEqual(["api/call.ts", "api/client.ts", "api/me.ts"]);
    expect(readFileSync(`${PANEL}api/me.ts`, "utf8").match(/\bask</g)).toHaveLength(1);
  });
});
