import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { RETRY_DELAYS_SEC } from "../../../core/domain/webhooks/retry-ladder.ts";
import { ensureWake } from "../../../core/lanes/ensure-wake.ts";
import { runLane } from "../../../core/lanes/run-lane.ts";
import { endpointWorker } from "../../../core/operations/delivering/deliver-events.ts";
import type { Clock, Post } from "../../../core/ports.ts";
import { webhookWorld } from "../../support/webhook-world.ts";

/** Creates a clock that advances only on command. */
function stoppedClock(): Clock & { advance(ms: number): void } {
  let now = Date.parse("2026-11-20T09:30:00Z");
  return {
    now: () => new Date(now),
    until: (_at, signal) =>
      new Promise((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true })),
    advance(ms) {
      now += ms;
    },
  };
}

type Step =
  | { do: "publish"; count: number }
  | { do: "advance"; sec: number }
  | { do: "answer"; fails: number }
  /** A wake-up arrives, or two at the same time if `doubled`. The first worker dies at operation number `diesAt`. */
  | { do: "look"; doubled: boolean; diesAt: number | null };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("publish" as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant("advance" as const), sec: fc.constantFrom(1, 9, 11, 48, 61, 301, 4_000, 43_201) }),
  fc.record({ do: fc.constant("answer" as const), fails: fc.integer({ min: 0, max: 6 }) }),
  fc.record({
    do: fc.constant("look" as const),
    doubled: fc.boolean(),
    diesAt: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 2 }),
  }),
);

interface Posted {
  id: string;
  at: number;
  endedAt: number;
  isDelivered: boolean;
  /** False if the worker died before writing the result. */
  isRecorded: boolean;
}

/** Runs the steps, then lets everything finish, and checks the invariants. */
async function play(steps: Step[]): Promise<void> {
  const clock = stoppedClock();
  const world = webhookWorld(clock);
  const secret = String((await world.change({ url: "https://hooks.example.com/" })).secret);
  const verifier = new Webhook(secret);
  const posts: Posted[] = [];
  const published: string[] = [];
  let failsLeft = 0;
  let open = 0;
  let deaths = 0;

  /** Simulates a process whose table and posts stop working when it dies. */
  async function look(diesAt: number | null): Promise<void> {
    let operations = 0;
    let isDead = false;
    const made: Posted[] = [];
    const live = () => {
      if (isDead) throw new Error("this process is dead");
    };
    const table = world.table.withHook((_operation, phase) => {
      live();
      if (phase === "before" && ++operations === diesAt) isDead = true;
      live();
    });
    const post: Post = async ({ headers, body }) => {
      live();
      expect(++open).toBeLessThanOrEqual(2);
      const id = String(headers["webhook-id"]);
      expect(body).toBe(world.event(id).body);
      expect(headers["webhook-timestamp"]).toBe(String(Math.floor(clock.now().getTime() / 1000)));
      expect(headers["webhook-signature"]).toBe(verifier.sign(id, clock.now(), body));
      const posted = { id, at: clock.now().getTime(), endedAt: 0, isDelivered: failsLeft === 0, isRecorded: false };
      if (failsLeft > 0) failsLeft--;
      posts.push(posted);
      made.push(posted);
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(1_500);
      posted.endedAt = clock.now().getTime();
      open--;
      return posted.isDelivered ? { status: 204, error: null } : { status: 500, error: "500" };
    };
    const deps = { ...world.deps, table, post };
    await runLane(deps, world.lane, endpointWorker(deps, world.lane)).catch((error: unknown) => {
      if (!isDead) throw error;
      deaths++;
    });
    // An event can be posted twice in one run, so each recorded result is matched with just one post.
    const results = world.logged.splice(0).map(({ fields }) => fields.event_id);
    for (const posted of made) {
      const recorded = results.indexOf(posted.id);
      posted.isRecorded = !isDead || recorded >= 0;
      if (recorded >= 0) results.splice(recorded, 1);
    }
  }

  for (const one of steps) {
    if (one.do === "advance") clock.advance(one.sec * 1000);
    else if (one.do === "answer") failsLeft = one.fails;
    else if (one.do === "look") await Promise.all([look(one.diesAt), ...(one.doubled ? [look(null)] : [])]);
    else for (let i = 0; i < one.count; i++) published.push(await world.publish({ i }));
  }
  failsLeft = 0;
  for (let rounds = 0; world.rows().length > 0; rounds++) {
    expect(rounds, "the lane comes to its end").toBeLessThan(30);
    clock.advance(43_300_000);
    await ensureWake(world.deps, world.lane, clock.now(), null); // as the sweep does for what a death left asleep
    await look(null);
  }

  for (const id of published) {
    const tries = posts.filter((post) => post.id === id);
    const failed = world.failed(id);
    // The event must have been delivered, or have failed after ten counted tries. It must never be missing.
    expect(tries.some((post) => post.isDelivered) || failed?.tries === 10).toBe(true);
    expect(tries.length).toBeLessThanOrEqual(10 + deaths);
    let counted = 0;
    tries.forEach((post, i) => {
      const next = tries[i + 1];
      if (!post.isRecorded) return;
      counted++;
      if (!next) return;
      expect(post.isDelivered, "a delivered event came back").toBe(false);
      const delaySec = RETRY_DELAYS_SEC[counted - 1] ?? Number.POSITIVE_INFINITY;
      expect(next.at - post.endedAt, "a retry came early").toBeGreaterThanOrEqual(delaySec * 1000);
    });
  }
}

describe("delivery, whatever fails and whoever dies", () => {
  it("delivers or fails every event, two at once at most, with the same bytes, and never brings a delivered one back", async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), play), { numRuns: 300 });
  });
});
