import { describe, expect, it } from "vitest";
import type { MessageRecord } from "../../../core/records/message.ts";
import { Outage } from "../../../session-service/connection/outage.ts";
import { Reach } from "../../../session-service/connection/reach.ts";
import type { TransmitDeps } from "../../../session-service/lane/started-send.ts";
import { transmit } from "../../../session-service/lane/transmit.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { runningClock } from "../../support/test-clock.ts";

const clock = { now: () => new Date("2026-11-20T12:00:00Z"), until: () => Promise.resolve() };
const log = { info() {}, warn() {}, error() {} };
/** Returns the random bytes that lead to the longest wait allowed by the rules. */
const ids = {
  next: <P extends string>(prefix: P) => `${prefix}_1` as const,
  random: (n: number) => Buffer.alloc(n, 255),
};
const outage = () => new Outage({ clock, ids, log }, "inst_1");
const closed = (code: number, openedAt: Date | null) => ({ closeReason: { code, data: undefined }, openedAt });

describe("after an outage of the network", () => {
  it("a session that could not reach it tries as soon as another one got through", () => {
    const one = outage();
    one.noteClose(closed(428, clock.now()));
    for (let n = 0; n < 8; n++) one.noteClose(closed(408, null));
    expect(one.retryAt.getTime() - clock.now().getTime()).toBeGreaterThan(50_000);
    expect(one.tryNow()).toBe(true);
    expect(one.retryAt).toEqual(clock.now());
  });

  it("a session whose own connection was closed keeps its pause: it is not the network that was away", () => {
    const cut = outage();
    cut.noteClose(closed(503, clock.now()));
    const refused = outage();
    refused.noteClose(closed(429, null));
    for (const one of [cut, refused]) {
      const { retryAt } = one;
      expect(one.tryNow()).toBe(false);
      expect(one.retryAt).toBe(retryAt);
    }
  });

  it("is told to all that are there, and to none that has ended", () => {
    const reach = new Reach();
    const told: string[] = [];
    const gone = new AbortController();
    reach.whenBack(() => told.push("here"), new AbortController().signal);
    reach.whenBack(() => told.push("gone"), gone.signal);
    gone.abort();
    reach.whenBack(() => told.push("late"), gone.signal);
    reach.back();
    expect(told).toEqual(["here"]);
  });
});

describe("a line that is cut again and again", () => {
  const BEGIN = Date.parse("2026-11-20T12:00:00Z");
  /** Simulates connections that each last this long. @returns the longest possible pause after each of them, in ms. */
  function pauses(lastedMs: number[]): number[] {
    let now = BEGIN;
    const moving = { now: () => new Date(now), until: () => Promise.resolve() };
    const cut = new Outage({ clock: moving, ids, log }, "inst_1");
    return lastedMs.map((ms) => {
      cut.over();
      const openedAt = moving.now();
      now += ms;
      cut.noteClose(closed(428, openedAt));
      const pauseMs = cut.retryAt.getTime() - now;
      now = cut.retryAt.getTime();
      return pauseMs;
    });
  }

  it("leaves the number away for seconds: six drops in 25 s cost six at the most behind the last", () => {
    const six = pauses([4_000, 4_000, 4_000, 4_000, 4_000, 4_000]);
    expect(Math.max(...six)).toBeLessThan(6_000);
  });

  it("begins anew after a connection of ten seconds", () => {
    const long = pauses(Array.from({ length: 20 }, () => 10_000));
    expect(Math.max(...long)).toBeLessThanOrEqual(1_000);
  });

  it("is left longer and longer when each connection breaks at once, up to a minute", () => {
    const short = pauses(Array.from({ length: 30 }, () => 100));
    expect(short).toEqual([...short].sort((one, other) => one - other));
    expect(short.at(-1)).toBeGreaterThan(59_000);
    expect(short.at(-1)).toBeLessThanOrEqual(60_000);
  });
});

describe("a message whose connection is cut before its acknowledgement", () => {
  it("is left to the next look, also when the session is back at once: a cut is no missing receipt", async () => {
    const stored: unknown[] = [];
    const table = new Proxy(
      {},
      {
        get:
          () =>
          (...args: unknown[]) =>
            stored.push(args),
      },
    );
    const deps = { clock: runningClock(), log, ids, table } as unknown as TransmitDeps; // what transmit uses of it
    const relayed: string[] = [];
    let openedAt = new Date(0);
    const session = {
      instance_id: "inst_1",
      account_id: "acc_1",
      fence: 1,
      isOpen: () => true,
      mayAct: () => true,
      get openedAt() {
        return openedAt;
      },
      relay: async (_chat: string, id: string) => {
        relayed.push(id);
        openedAt = new Date(openedAt.getTime() + 1_000); // cut, and open again before anybody looked
      },
      acknowledged: (_id: string, signal: AbortSignal) =>
        new Promise<null>((resolve) => signal.addEventListener("abort", () => resolve(null))),
    } as unknown as SessionPort; // what transmit uses of it
    const message = { id: "msg_1", network_id: "3EB0", network_chat: "1@lid", network_bytes: Buffer.from("x") };

    const own = { account_id: "acc_1", instance_id: "inst_1", fence: 1 };
    await transmit(deps, own, session, message as unknown as MessageRecord, null, { isBusy: () => false });

    expect(relayed).toEqual(["3EB0"]);
    expect(stored).toEqual([]);
  });
});
