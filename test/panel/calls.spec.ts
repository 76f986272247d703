import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call, callPage } from "../../panel/src/api/call.ts";
import { chatsQuery, chatsRequestOf } from "../../panel/src/api/chats.ts";
import { newQueries } from "../../panel/src/api/new-queries.ts";
import { allOf, keyOf, pagesOf, partOf, renew } from "../../panel/src/api/query.ts";

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

describe("what the panel keeps of an answer", () => {
  it("is known by the route and what it was asked, and a list read whole is not one read page by page", () => {
    const { queryKey } = pagesOf("groups.list", { at: { id: "inst_1" }, query: { limit: 50 } });

    expect(queryKey).toEqual(["groups.list", { id: "inst_1" }, { limit: 50 }, "pages"]);
    expect(allOf("groups.list", { at: { id: "inst_1" }, query: { limit: 50 } }).queryKey).not.toEqual(queryKey);
  });

  it("is read again for all of a route, or for what some places of its path name", async () => {
    const queries = newQueries(() => undefined);
    const threads = ["inst_1", "inst_2"].flatMap((id) =>
      ["a", "b"].map((chat) => keyOf("chats.history", { at: { id, chat } }, true)),
    );
    const chat = keyOf("chats.get", { at: { id: "inst_1", chat: "a" } });
    for (const key of [...threads, chat]) queries.setQueryData(key, {});
    const renewed = () => [...threads, chat].filter((key) => queries.getQueryState(key)?.isInvalidated);

    await renew(queries, partOf("chats.history", { id: "inst_1" }));
    expect(renewed()).toEqual(threads.slice(0, 2));

    await renew(queries, "chats.history");
    expect(renewed()).toEqual(threads);
  });

  it("of a list of chats tells the filters that it was asked with", () => {
    const team = { who: "none", closed: false, snoozed: null } as const;
    const request = { instance: "inst_1", waiting: true, label: 3, search: "roses", ...team };

    expect(chatsRequestOf(chatsQuery(request).queryKey)).toEqual(request);
  });
});
