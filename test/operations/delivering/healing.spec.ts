import { expect, it } from "vitest";
import type { Clock } from "../../../core/ports.ts";
import { webhookWorld } from "../../support/webhook-world.ts";

const START = Date.parse("2026-11-20T10:00:00Z");
const EVENTS = 100;
const EVERY_MS = 5_000;

/** Creates a clock that only the test advances. */
function handClock() {
  let now = START;
  const clock: Clock = {
    now: () => new Date(now),
    until: (_at, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
  };
  const moveTo = (at: number) => {
    now = Math.max(now, at);
  };
  return { clock, moveTo };
}

it.each([
  { title: "answers 500 for a minute", downMs: 60_000, status: 500 },
  { title: "is closed for five minutes", downMs: 300_000, status: null },
])(
  "a receiver that $title gets 100 of 100 events, the first within 15 s of its healing",
  async ({ downMs, status }) => {
    const { clock, moveTo } = handClock();
    const world = webhookWorld(clock);
    await world.change({ url: "https://hooks.example.com/a" });
    const downFrom = START + 30_000;
    const healedAt = downFrom + downMs;
    const accepted: { id: string; at: number }[] = [];
    world.deps.post = async ({ headers }) => {
      const at = clock.now().getTime();
      if (at >= downFrom && at < healedAt) return { status, error: "The receiver is down." };
      accepted.push({ id: String(headers["webhook-id"]), at });
      return { status: 204, error: null };
    };

    const ids: string[] = [];
    while (new Set(accepted.map(({ id }) => id)).size < EVENTS) {
      const publishAt = ids.length < EVENTS ? START + ids.length * EVERY_MS : Number.POSITIVE_INFINITY;
      const wakeAt = Date.parse(world.head()?.wake_at ?? "") || Number.POSITIVE_INFINITY;
      expect(Math.min(publishAt, wakeAt)).toBeLessThan(Number.POSITIVE_INFINITY); // nothing is left and some are missing
      moveTo(Math.min(publishAt, wakeAt));
      if (publishAt <= wakeAt) ids.push(await world.publish({ n: ids.length }));
      await world.look();
    }

    const healed = accepted.filter(({ at }) => at >= healedAt);
    expect(Math.min(...healed.map(({ at }) => at)) - healedAt).toBeLessThanOrEqual(15_000);
    expect(new Set(accepted.map(({ id }) => id))).toEqual(new Set(ids));
    expect(accepted).toHaveLength(EVENTS); // and none twice
    expect(world.rows()).toEqual([]);
  },
);
