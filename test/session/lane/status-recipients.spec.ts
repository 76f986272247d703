import { describe, expect, it } from "vitest";
import { NothingLeft } from "../../../session-service/baileys/shared/nothing-left.ts";
import { awaitQuietMoment } from "../../../session-service/lane/status-recipients.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";

const MINUTE_MS = 60_000;

/**
 * Simulates a session that can send, a clock that advances with each check, and replies that keep the lane busy for a
 * while.
 */
function turn(asked: { busyMs: number; closedAtMs?: number; readyFor?: () => Promise<void> }) {
  let now = 0;
  const clock = {
    now: () => new Date(now),
    until: async (at: Date) => {
      now = Math.max(now, at.getTime());
    },
  };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const session = {
    instance_id: "inst_1",
    isOpen: () => now < (asked.closedAtMs ?? Number.POSITIVE_INFINITY),
    mayAct: () => true,
    statuses: { readyFor: asked.readyFor ?? (async () => {}) },
  } as unknown as SessionPort; // what a turn asks of it
  const ended = awaitQuietMoment({ clock, log }, session, ["1@lid"], { isBusy: () => now < asked.busyMs });
  return ended.then((result) => ({ result, at: now }));
}

describe("a status's turn", () => {
  it("comes at once when no reply waits", async () => {
    expect(await turn({ busyMs: 0 })).toEqual({ result: "now", at: 0 });
  });

  it("comes as soon as no reply waits any more", async () => {
    const { result, at } = await turn({ busyMs: 61_000 });
    expect(result).toBe("now");
    expect(at).toBeGreaterThanOrEqual(61_000);
    expect(at).toBeLessThan(62_000);
  });

  it("comes after ten minutes, though replies never end", async () => {
    expect(await turn({ busyMs: Number.POSITIVE_INFINITY })).toEqual({ result: "now", at: 10 * MINUTE_MS });
  });

  it("is put off when the connection goes", async () => {
    expect((await turn({ busyMs: 90_000, closedAtMs: 30_000 })).result).toBe("put_off");
  });

  it("does not come when its people's devices can't be told", async () => {
    const refused = new NothingLeft(429, "too many questions");
    expect((await turn({ busyMs: 0, readyFor: () => Promise.reject(refused) })).result).toBe(refused);
    expect((await turn({ busyMs: 0, readyFor: () => Promise.reject(new Error("closed")) })).result).toBe("put_off");
  });
});
