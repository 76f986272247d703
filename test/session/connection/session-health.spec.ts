import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { NetworkAddress, PINNED_VERSION, parseVersions } from "../../../session-service/connection/network-address.ts";
import { DOUBT_PEOPLE, SessionHealth } from "../../../session-service/connection/session-health.ts";
import { blaming, rejectionWatch } from "../../../session-service/process/late-rejections.ts";
import { eventually } from "../../support/eventually.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Creates a session that has heard from the network `times` times, evenly spread over `hours` hours. */
function heard(times: number, hours: number) {
  let now = 0;
  const health = new SessionHealth(silent, "inst_1", () => now);
  for (let n = 0; n < times; n++) {
    now += (hours * HOUR_MS) / times;
    health.heard();
  }
  return { health, wait: (ms: number) => (now += ms) };
}

describe("a session that hears nothing", () => {
  it("is deaf after half an hour when it usually hears more than 20 things an hour", () => {
    const { health, wait } = heard(90, 3);
    wait(30 * MINUTE_MS - 1);
    expect(health.isDeaf(0)).toBe(false);
    wait(2);
    expect(health.isDeaf(0)).toBe(true);
  });

  it("is not deaf when it is usually quiet", () => {
    const { health, wait } = heard(30, 3);
    wait(5 * HOUR_MS);
    expect(health.isDeaf(0)).toBe(false);
  });

  it("gets half an hour with each new connection, and is left alone once silence is usual", () => {
    const { health, wait } = heard(90, 3);
    const openedMs = wait(31 * MINUTE_MS);
    expect(health.isDeaf(openedMs)).toBe(false);
    wait(31 * MINUTE_MS);
    expect(health.isDeaf(openedMs)).toBe(false); // 60 in three hours is not more than 20 an hour
    wait(4 * HOUR_MS);
    expect(health.isDeaf(openedMs)).toBe(false);
  });
});

describe("a session to which the network delivers nothing", () => {
  it("waits twice as long with each connection, up to an hour, until the network delivers again", () => {
    const health = new SessionHealth(silent, "inst_1", () => 0);
    const waits = Array.from({ length: 8 }, () => {
      const waitMs = health.unservedMs;
      health.unserved();
      return waitMs / MINUTE_MS;
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);

    health.served();
    expect(health.unservedMs).toBe(MINUTE_MS);
  });
});

describe("a session that can't read what comes", () => {
  const LIVE = { isReadable: true, isLive: true };
  const people = (count: number) => Array.from({ length: count }, (_, n) => `person ${n}`);
  function world() {
    let now = 0;
    const health = new SessionHealth(silent, "inst_1", () => now);
    const hear = (writers: string[], more = {}) =>
      writers.map((writer) => health.noteMessage({ ...LIVE, writer, ...more })).includes(true);
    return { hear, wait: (ms: number) => (now += ms) };
  }
  const BAD = { isReadable: false };

  it("is doubted when twenty people who could be read before can't be any more, and most of those who write", () => {
    const { hear } = world();
    hear(people(DOUBT_PEOPLE));
    expect(hear(people(DOUBT_PEOPLE - 1), BAD)).toBe(false);
    expect(hear(["person 19"], BAD)).toBe(true);
  });

  it("is doubted once an hour", () => {
    const { hear, wait } = world();
    hear(people(40));
    expect(hear(people(40), BAD)).toBe(true);
    expect(hear(people(40), BAD)).toBe(false);
    wait(HOUR_MS);
    expect(hear(people(40), BAD)).toBe(true);
  });

  it("is not doubted for one person, however much of theirs can't be read", () => {
    const { hear } = world();
    hear(people(30));
    expect(
      hear(
        Array.from({ length: 5_000 }, () => "person 3"),
        BAD,
      ),
    ).toBe(false);
  });

  it("is not doubted while more people can be read than not", () => {
    const { hear } = world();
    hear(people(60));
    expect(hear(people(25), BAD)).toBe(false);
  });

  it("is not doubted for people who could never be read, nor for a large queue that waited with broken keys", () => {
    const { hear } = world();
    expect(hear(people(500), BAD)).toBe(false);
    hear(people(500));
    expect(hear(people(500), { ...BAD, isLive: false })).toBe(false);
  });

  it("is not doubted for failures that lie apart", () => {
    const { hear, wait } = world();
    hear(people(100));
    for (const person of people(100)) {
      wait(2 * MINUTE_MS);
      expect(hear([person], BAD)).toBe(false);
    }
  });

  it("is an alarm, once an hour, above 5 % of an hour's messages", () => {
    const alarms: unknown[] = [];
    const log = { ...silent, error: (fields: Record<string, unknown>) => alarms.push(fields.alarm) };
    let now = 0;
    const health = new SessionHealth(log, "inst_1", () => now);
    const come = (readable: number, unreadable: number) => {
      const note = (n: number, isReadable: boolean) =>
        health.noteMessage({ writer: `person ${n}`, isReadable, isLive: true });
      for (let n = 0; n < readable; n++) note(n, true);
      for (let n = 0; n < unreadable; n++) note(n, false);
    };
    come(95, 5);
    expect(alarms).toEqual([]);
    come(0, 3);
    expect(alarms).toEqual(["decrypt_failures"]);
    now += HOUR_MS;
    come(0, 5); // too few to judge
    expect(alarms).toHaveLength(1);
    come(10, 20);
    expect(alarms).toHaveLength(2);
  });
});

describe("one person of whose messages none can be read", () => {
  it("is no alarm", () => {
    const alarms: unknown[] = [];
    const log = { ...silent, error: (fields: Record<string, unknown>) => alarms.push(fields.alarm) };
    const health = new SessionHealth(log, "inst_1", () => 0);
    const hear = (writer: string, isReadable: boolean) => health.noteMessage({ writer, isReadable, isLive: true });

    for (let n = 0; n < 100; n++) hear(`person ${n}`, true);
    for (let n = 0; n < 500; n++) hear("somebody else", false);

    expect(alarms).toEqual([]);
  });
});

describe("the way to the network", () => {
  const SETTINGS = { url: null, rootKey: null };
  const closed = (code: number, version = PINNED_VERSION) => ({ closeReason: { code }, version });
  const now = new Date("2026-11-20T10:00:00Z");

  it("is tried with each configured version in turn, and after the last one not at once", () => {
    const versions = parseVersions("2.3000.1, 2.3000.2,2.3000.3");
    const address = new NetworkAddress(SETTINGS, versions);
    const refuse = () => address.takeClose(closed(405, address.version), now);
    expect([address.version, refuse(), address.version, refuse(), address.version, refuse(), address.version]).toEqual([
      [2, 3000, 1],
      true,
      [2, 3000, 2],
      true,
      [2, 3000, 3],
      false,
      [2, 3000, 1],
    ]);
  });

  it("moves on once when several sessions are refused with one version", () => {
    const versions = parseVersions("2.3000.1,2.3000.2,2.3000.3");
    const address = new NetworkAddress(SETTINGS, versions);
    const first = address.version;
    expect([address.takeClose(closed(405, first), now), address.takeClose(closed(405, first), now)]).toEqual([
      true,
      true,
    ]);
    expect(address.version).toEqual([2, 3000, 2]);
  });

  it("claims the pinned version when none is configured, and has no other", () => {
    const address = new NetworkAddress(SETTINGS, parseVersions(""));
    expect(address.version).toEqual(PINNED_VERSION);
    expect(address.takeClose(closed(405), now)).toBe(false);
  });

  it("is closed to everybody for 15 minutes after 429", () => {
    const address = new NetworkAddress(SETTINGS);
    address.takeClose(closed(429), now);
    expect(address.heldAt(now)).toEqual(new Date(now.getTime() + 15 * MINUTE_MS));
    expect(address.heldAt(new Date(now.getTime() + 15 * MINUTE_MS))).toBeNull();
  });

  it.each(["2.3000", "2.3000.x", "2.3000.1.4", "newest"])("can't be configured with the version %s", (text) => {
    expect(() => parseVersions(text)).toThrow("is not a version");
  });
});

describe("a rejection that nobody handles", () => {
  const world = () => {
    let now = 0;
    const ended: string[] = [];
    const take = rejectionWatch(
      silent,
      () => now,
      () => ended.push("ended"),
    );
    return { take, ended, wait: (ms: number) => (now += ms) };
  };

  it("is laid at the door of the session in whose work it began, which is connected anew after the third", async () => {
    const { take } = world();
    const reasons: unknown[] = [];
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (reason) => {
      reasons.push(reason);
      take(reason);
    });
    const recycled: string[] = [];
    const culprit = (instance_id: string) => ({ instance_id, recycle: () => recycled.push(instance_id) });
    const [first, second] = [culprit("inst_1"), culprit("inst_2")];
    const fail = async () => {
      await pause(1);
      throw new Error("late");
    };
    for (let n = 0; n < 3; n++) blaming(first, () => void fail());
    blaming(second, () => void fail());
    void fail();
    await eventually("all five", () => reasons.length === 5);
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
    expect(recycled).toEqual(["inst_1"]);
    expect([first, second].map(({ instance_id }) => instance_id)).toEqual(["inst_1", "inst_2"]);
  });

  it("blames a session for as long as that is kept: a socket or timer of its work does not keep it", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    let contextOf = () => {};
    const blamed = (() => {
      const session = { instance_id: "inst_1", recycle: () => {}, caches: new Array(1_000).fill("kept") };
      contextOf = blaming(session, () => AsyncLocalStorage.snapshot()) as unknown as () => void; // as a pooled socket keeps it
      return new WeakRef(session);
    })();

    await eventually("it to be collected", () => {
      collectGarbage();
      return blamed.deref() === undefined;
    });
    expect(contextOf).toBeTypeOf("function");
  });

  it("ends the process only when they run away", () => {
    const { take, ended, wait } = world();
    for (let n = 0; n < 300; n++) {
      wait(1_000);
      take(new Error("one a second"));
    }
    expect(ended).toEqual([]);
    for (let n = 0; n < 60; n++) take(new Error("a flood"));
    expect(ended).not.toEqual([]);
  });
});
