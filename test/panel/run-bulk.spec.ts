import { describe, expect, it } from "vitest";
import { ApiFailure } from "../../panel/src/api/client.ts";
import { runBulk } from "../../panel/src/pages/chats/bulk/run-bulk.ts";

const failure = (about: Partial<ApiFailure>) =>
  new ApiFailure("No.", {
    ...{ status: 409, code: "conflict", errors: {}, requestId: null, retryAfterSec: null },
    ...about,
  });
const BUSY = failure({ status: 429, code: "rate_limited", retryAfterSec: 7 });

/**
 * Runs an action on three things. For each, the action fails with the given errors, one after another, and then
 * succeeds.
 */
async function run(faults: Record<string, unknown[]>, stopAfter: string | null = null) {
  const stop = new AbortController();
  const waits: number[] = [];
  const asked: string[] = [];
  const steps: number[] = [];
  const act = async (one: string) => {
    asked.push(one);
    if (one === stopAfter) stop.abort();
    const error = faults[one]?.shift();
    if (error !== undefined) throw error;
  };
  const wait = async (ms: number, signal: AbortSignal) => {
    waits.push(ms);
    signal.throwIfAborted();
  };
  const onStep = ({ left }: { left: string[] }) => void steps.push(left.length);
  const result = await runBulk(["a", "b", "c"], act, { signal: stop.signal, onStep, wait });
  return { ...result, failed: result.failed.map(({ one }) => one), waits, asked, steps };
}

describe("a change of many chats", () => {
  it("goes on after one that fails, and says which", async () => {
    expect(await run({ b: [failure({})] })).toMatchObject({
      done: ["a", "c"],
      failed: ["b"],
      left: [],
      steps: [2, 1, 0],
    });
  });

  it("waits where it is asked to, and then tries the same one again", async () => {
    expect(await run({ b: [BUSY, BUSY] })).toMatchObject({
      ...{ done: ["a", "b", "c"], failed: [] },
      ...{ waits: [7000, 7000], asked: ["a", "b", "b", "b", "c"] },
    });
  });

  it("waits neither for ever nor for long", async () => {
    expect(await run({ a: Array(30).fill(BUSY) })).toMatchObject({ done: ["b", "c"], failed: ["a"] });
    expect(await run({ a: [failure({ retryAfterSec: 3600 })] })).toMatchObject({ failed: ["a"], waits: [] });
  });

  it.each([
    failure({ status: 0, code: "offline" }),
    failure({ status: 403, code: "role_not_allowed" }),
    failure({ status: 401 }),
  ])("ends where the others would fail, too, and leaves them", async (error) => {
    expect(await run({ b: [error] })).toMatchObject({ done: ["a"], failed: ["b"], left: ["c"], asked: ["a", "b"] });
  });

  it("that is stopped leaves the rest as it was", async () => {
    expect(await run({}, "a")).toMatchObject({ done: ["a"], failed: [], left: ["b", "c"] });
    expect(await run({ b: [BUSY] }, "b")).toMatchObject({ done: ["a"], failed: [], left: ["b", "c"] });
  });
});
