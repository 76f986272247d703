import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gateway, type ReadEvents } from "../../../clients/sdk/src/index.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { eventRoute, eventWrites } from "../../../core/records/event.ts";
import { apiWorld } from "../../functions/api-world.ts";
import { someWrites } from "../../support/some-writes.ts";

/** More polls than any of these tests needs. Stops a reader that would otherwise poll endlessly. */
const MOST_POLLS = 40;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Poll = (query: URLSearchParams) => Promise<{ status: number; body: unknown }>;

/** Creates a client whose polls are answered by a function, and records when each poll arrived, in milliseconds. */
function reader(poll: Poll) {
  const polledAt: number[] = [];
  const gateway = new Gateway({
    apiKey: "key",
    baseUrl: "http://gateway.test",
    fetch: async (url, init) => {
      init?.signal?.throwIfAborted();
      polledAt.push(performance.now());
      if (polledAt.length > MOST_POLLS) throw new TypeError("It polls without an end.");
      const { status, body } = await poll(new URL(String(url)).searchParams);
      return Response.json(body, { status });
    },
  });
  return { polledAt, read: (options: ReadEvents) => gateway.events.read({ maxRetries: 0, ...options }) };
}

/** Advances the time until the work is done. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  while (!isDone) await vi.advanceTimersByTimeAsync(100);
  return work;
}

/** Creates two instances of one account, the real events route, and a key for the first instance only. */
async function twoInstances() {
  const world = apiWorld();
  const account = await world.account();
  const [own, other] = [await world.instance(account, "Own"), await world.instance(account, "Other")];
  const begun = world.clock.now().getTime();
  const { key } = await world.key(account, { kind: "read", instance_id: own });
  const publish = async (instance: string, times = 1) => {
    const route = await eventRoute(world.deps, account, instance);
    for (let n = 0; n < times; n++) {
      const draft = { account_id: account, instance_id: instance, type: "message.status" as const, data: {} };
      await world.table.transact(someWrites(eventWrites(world.deps, route, draft, world.clock.now())));
    }
  };
  const poll: Poll = (query) => {
    world.clock.moveTo(new Date(Math.max(world.clock.now().getTime(), begun + 5_000 + performance.now())));
    return world.ask("GET", `/v1/events?${query}`, { key });
  };
  return { own, other, publish, poll };
}

describe("the reader of events", () => {
  it("gets past a thousand events that its key does not see, with a pause, and keeps the place behind them", async () => {
    const { own, other, publish, poll } = await twoInstances();
    await publish(other, LIMITS.eventsExaminedMax + 200);
    await publish(own);
    const { polledAt, read } = reader(poll);

    const places: string[] = [];
    const events = read({ save: (place) => places.push(place) });
    const first = await inTime(events.next());

    expect(first.done).toBe(false);
    expect(polledAt.length).toBe(2);
    expect((polledAt[1] ?? 0) - (polledAt[0] ?? 0)).toBeGreaterThanOrEqual(2_000);
    expect(places.length).toBe(1);
    expect(places[0]).toMatch(/^evt_/);
    await events.return();
  });

  it("asks at once after a full page, and at most 30 times a minute otherwise", async () => {
    const { own, publish, poll } = await twoInstances();
    await publish(own, 250);
    const { polledAt, read } = reader(poll);
    const stop = new AbortController();
    const seen = new Set<string>();
    const done = (async () => {
      for await (const { id } of read({ signal: stop.signal })) seen.add(id);
    })();
    await vi.advanceTimersByTimeAsync(60_000);
    stop.abort();
    await done;

    expect(seen.size).toBe(250);
    expect(polledAt[2]).toBe(0);
    expect(polledAt.length).toBeLessThanOrEqual(33);
  });

  it("repeats after a crash and never skips, whatever the filter leaves out", async () => {
    const scenario = fc.record({
      wanted: fc.array(fc.boolean(), { maxLength: 30 }),
      examined: fc.integer({ min: 1, max: 7 }),
      crashes: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ wanted, examined, crashes }) => {
        const ids = wanted.map((_, n) => `evt_${String(n).padStart(4, "0")}`);
        const own = ids.filter((_, n) => wanted[n]);
        const stop = new AbortController();
        const { read } = reader(async (query) => {
          const from = ids.findIndex((id) => id > (query.get("after") ?? ""));
          const page = from === -1 ? [] : ids.slice(from, from + examined);
          const hasMore = from !== -1 && from + examined < ids.length;
          if (!hasMore && page.length === 0) stop.abort();
          const data = page.filter((id) => own.includes(id)).map((id) => ({ id }));
          return { status: 200, body: { data, next_after: page.at(-1) ?? query.get("after"), has_more: hasMore } };
        });
        let saved: string | undefined;
        const handled: string[] = [];
        const save = (place: string) => {
          const passed = own.filter((id) => id <= place);
          expect(passed.every((id) => handled.includes(id))).toBe(true);
          saved = place;
        };
        /** Handles up to `most` events, then dies while handling the next. */
        const life = async (most: number) => {
          let n = 0;
          for await (const { id } of read({ after: saved, save, signal: stop.signal })) {
            if (n++ === most) return;
            handled.push(id);
          }
        };
        for (const most of crashes) await inTime(life(most));
        await inTime(life(Number.POSITIVE_INFINITY));
        expect([...new Set(handled)]).toEqual(own);
        expect(saved).toBe(ids.at(-1));
      }),
      { numRuns: 60 },
    );
  });
});

describe("a reader of events whose signal aborts", () => {
  const page = { data: [{ id: "evt_1" }, { id: "evt_2" }, { id: "evt_3" }], next_after: "evt_9", has_more: false };
  const collect = async (events: AsyncIterable<{ id: string }>, each: (id: string) => void = () => {}) => {
    const seen: string[] = [];
    for await (const { id } of events) {
      seen.push(id);
      each(id);
    }
    return seen;
  };

  it("ends while it waits, and before it begins", async () => {
    const stop = new AbortController();
    const { polledAt, read } = reader(async () => ({ status: 200, body: page }));
    const seen = collect(read({ signal: stop.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    stop.abort();
    expect(await seen).toEqual(["evt_1", "evt_2", "evt_3"]);
    expect(await collect(read({ signal: stop.signal }))).toEqual([]);
    expect(polledAt.length).toBe(1);
  });

  it.each([
    ["a poll is under way", () => new Promise<never>(() => {})],
    ["a poll has failed", async () => ({ status: 503, body: {} })],
  ])("ends without an error when %s", async (_, poll) => {
    const stop = new AbortController();
    const gateway = new Gateway({
      apiKey: "key",
      baseUrl: "http://gateway.test",
      fetch: (_url, init) =>
        new Promise((resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
          poll().then(({ status, body }) => resolve(Response.json(body, { status, headers: { "Retry-After": "9" } })));
        }),
    });
    const seen = collect(gateway.events.read({ signal: stop.signal }));
    await vi.advanceTimersByTimeAsync(50);
    stop.abort(new Error("the program ends"));
    expect(await seen).toEqual([]);
  });

  it("ends after the event at hand and keeps the place there", async () => {
    const stop = new AbortController();
    const places: string[] = [];
    const { read } = reader(async () => ({ status: 200, body: page }));
    const events = read({ signal: stop.signal, save: (place) => places.push(place) });
    const seen = await collect(events, (id) => {
      if (id === "evt_2") stop.abort();
    });
    expect([seen, places]).toEqual([["evt_1", "evt_2"], ["evt_2"]]);
  });

  it("still says when polling fails for another reason", async () => {
    const { read } = reader(async () => ({ status: 401, body: { code: "unauthorized", message: "No.", errors: {} } }));
    const failed = collect(read({ signal: new AbortController().signal }));
    await expect(failed).rejects.toMatchObject({ code: "unauthorized" });
  });
});
