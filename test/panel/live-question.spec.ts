import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chatsQuery } from "../../panel/src/api/chats.ts";
import { threadQuery } from "../../panel/src/api/messages.ts";
import { newQueries } from "../../panel/src/api/new-queries.ts";
import { type Key, keyOf } from "../../panel/src/api/query.ts";
import { questionFrom } from "../../panel/src/pages/chats/rules/live-question.ts";
import { askForNews } from "../../panel/src/pages/chats/use-live.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

describe("a question for news", () => {
  it.each<[Parameters<typeof questionFrom>, ReturnType<typeof questionFrom>]>([
    // Nothing is shown yet, so anything that arrives is newer.
    [[null, null, NOW], { since: null, age: 0, covered_ms: NOW }],
    [[null, NOW - 25_500, NOW], { since: null, age: 26, covered_ms: NOW - 25_500 }],
    [[null, NOW - 86_400_000, NOW], { since: null, age: 900, covered_ms: NOW - 86_400_000 }],
    [[{ next: "T", covered_ms: NOW - 60_000 }, NOW - 9_000, NOW], { since: "T", age: null, covered_ms: NOW - 60_000 }],
    [[{ next: "T", covered_ms: NOW - 60_000 }, null, NOW], { since: "T", age: null, covered_ms: NOW - 60_000 }],
    // The page's data was requested before the first live request but arrived after it.
    [[{ next: "T", covered_ms: NOW - 5_000 }, NOW - 25_000, NOW], { since: "T", age: 25, covered_ms: NOW - 25_000 }],
    // The browser's clock was set back.
    [[{ next: "T", covered_ms: NOW + 60_000 }, NOW - 1_000, NOW], { since: "T", age: 1, covered_ms: NOW - 1_000 }],
    [[{ next: "T", covered_ms: NOW + 60_000 }, null, NOW], { since: "T", age: 0, covered_ms: NOW }],
    [[null, NOW + 60_000, NOW], { since: null, age: 0, covered_ms: NOW }],
  ])("of %j is %j", (given, asked) => {
    expect(questionFrom(...given)).toEqual(asked);
  });
});

/** Makes the cache treat a response as displayed on a page. */
function isShown(queries: ReturnType<typeof newQueries>, queryKey: Key): void {
  const page = { options: {}, onQueryUpdate: () => undefined };
  queries
    .getQueryCache()
    .find({ queryKey })
    ?.addObserver(page as never); // all that the cache looks at
}

describe("the first questions of a page", () => {
  const asked: URL[] = [];

  beforeEach(() => {
    asked.length = 0;
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    vi.stubGlobal("location", new URL("http://panel.test/"));
    vi.stubGlobal("fetch", async (path: string) => {
      const url = new URL(path, "http://panel.test");
      asked.push(url);
      const news = { chats: [], messages: [], instances: [], answering: [], teamwork: false, next: "T" };
      return Response.json(url.pathname.endsWith("/live") ? { data: news } : { data: [], links: { next: null } });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const EVERYTHING = {
    ...{ instance: null, waiting: false, label: null, search: "", who: null, closed: null, snoozed: null },
  };

  it("begin when the list was asked for, not when they are asked", async () => {
    const queries = newQueries(() => undefined);
    await queries.fetchInfiniteQuery(chatsQuery(EVERYTHING));
    isShown(queries, chatsQuery(EVERYTHING).queryKey);
    const ask = async (open: Parameters<typeof askForNews>[2]) => {
      const key = keyOf("panel.live", {}, open?.instance ?? null, open?.id ?? null);
      const { live } = await askForNews(queries, key, open, new AbortController().signal);
      queries.setQueryData(key, live);
      const { searchParams } = asked.at(-1) ?? new URL("http://panel.test");
      return { since: searchParams.get("since"), age: searchParams.get("age") };
    };

    vi.setSystemTime(NOW + 30_000);
    expect(await ask(null)).toEqual({ since: null, age: "30" });
    vi.setSystemTime(NOW + 40_000);
    expect(await ask(null)).toEqual({ since: "T", age: null });
    await queries.fetchInfiniteQuery(threadQuery("inst_1", "a", true));
    isShown(queries, threadQuery("inst_1", "a", true).queryKey);
    vi.setSystemTime(NOW + 55_000);
    expect(await ask({ instance: "inst_1", chat: "a", id: "a" })).toEqual({ since: null, age: "55" });
  });
});
