import { describe, expect, it } from "vitest";
import { BAD_SESSION, banSeconds, closeRule } from "../../../session-service/connection/close-rules.ts";
import { Outage } from "../../../session-service/connection/outage.ts";
import { reconnectDelayMs } from "../../../session-service/connection/reconnect-delay.ts";
import { downView } from "../../../session-service/session/shown-status.ts";
import { runningClock } from "../../support/test-clock.ts";

const MINUTE_MS = 60_000;

describe("a connection closed by the network", () => {
  it.each([
    [401, "scan_qr_code", "network_logged_out"],
    [402, "failed", "restricted"],
    [403, "failed", "banned"],
    [406, "failed", "banned"],
    [405, "starting", "unavailable"],
    [409, "starting", "unavailable"],
    [429, "starting", "unavailable"],
    [440, "starting", "replaced_elsewhere"],
  ])("with %i is shown at once as %s, %s", (code, status, reason) => {
    expect(closeRule(code).shown).toEqual({ status, reason });
  });

  it.each([408, 428, 500, 502, 503, 504, 515, BAD_SESSION, 599])(
    "with %i is shown only if it does not heal",
    (code) => {
      expect(closeRule(code).shown).toBeNull();
    },
  );

  it("wipes the keys for 401 only", () => {
    const tries = { failures: 9, rung: 8, downMs: 0, chance: 1 };
    const wiping = Array.from({ length: 700 }, (_, code) => code).filter(
      (code) => reconnectDelayMs(closeRule(code), null, tries) === null,
    );
    expect(wiping).toEqual([401]);
  });

  it.each([
    [1, 0, 1_000],
    [2, 0, 2_000],
    [6, 0, 32_000],
    [7, 0, 60_000],
    [50, 29 * MINUTE_MS, 60_000],
    [50, 30 * MINUTE_MS, 15 * MINUTE_MS],
  ])("is followed, at try %i after %i ms, by a wait of at most %i ms", (failures, downMs, longest) => {
    const tries = { failures, rung: failures - 1, downMs };
    expect(reconnectDelayMs(closeRule(428), null, { ...tries, chance: 1 })).toBe(longest);
    if (downMs < 30 * MINUTE_MS) expect(reconnectDelayMs(closeRule(428), null, { ...tries, chance: 0 })).toBe(0);
  });

  it.each([
    [515, 1, 0],
    [440, 1, 30_000],
    [429, 1, 15 * MINUTE_MS],
    [BAD_SESSION, 1, 0],
    [403, 1, 60 * MINUTE_MS],
    [403, 24, 60 * MINUTE_MS],
    [403, 25, 24 * 60 * MINUTE_MS],
  ])("with %i, try %i, waits %i ms", (code, failures, waitMs) => {
    expect(reconnectDelayMs(closeRule(code), null, { failures, rung: failures - 1, downMs: 0, chance: 0.5 })).toBe(
      waitMs,
    );
  });

  it("is not tried again before the end of a temporary ban", () => {
    const tries = { failures: 1, rung: 0, downMs: 0, chance: 0 };
    expect(reconnectDelayMs(closeRule(402), { reason: "402", expire: "7200" }, tries)).toBe(7_200_000);
    expect(banSeconds({})).toBeNull();
  });
});

describe("the time without a connection", () => {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const ids = { next: () => "x_1" as never, random: (size: number) => Buffer.alloc(size, 255) };
  const closed = (code: number, openedAt: Date | null = null) => ({ closeReason: { code, data: undefined }, openedAt });

  it("begins its waits anew after two minutes of connection", () => {
    const clock = runningClock();
    const outage = new Outage({ clock, ids, log: silent }, "inst_1");
    for (let n = 0; n < 5; n++) outage.noteClose(closed(428));
    expect(outage.retryAt.getTime() - clock.now().getTime()).toBeGreaterThan(10_000);

    const openedAt = clock.now();
    outage.over();
    clock.moveTo(new Date(openedAt.getTime() + 121_000));
    outage.noteClose(closed(428, openedAt));
    expect(outage.retryAt.getTime() - clock.now().getTime()).toBeLessThanOrEqual(1_000);
  });

  it("asks for a new link when the client's identity is refused three times", () => {
    const outage = new Outage({ clock: runningClock(), ids, log: silent }, "inst_1");
    expect([outage.noteClose(closed(411)), outage.noteClose(closed(411)), outage.noteClose(closed(411))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("alarms when somebody else's connection replaces ours twice in five minutes", () => {
    const alarms: unknown[] = [];
    const log = { ...silent, error: (fields: Record<string, unknown>) => alarms.push(fields.alarm) };
    const outage = new Outage({ clock: runningClock(), ids, log }, "inst_1");
    outage.noteClose(closed(440));
    expect(alarms).toEqual([]);
    outage.noteClose(closed(440));
    expect(alarms).toEqual(["replaced_elsewhere"]);
  });
});

describe("repeated closes", () => {
  const ids = { next: () => "x_1" as never, random: (size: number) => Buffer.alloc(size, 255) };

  it("with 500 are an alarm when five come within ten minutes, and never cost the link", () => {
    const alarms: unknown[] = [];
    const log = {
      info: () => {},
      warn: () => {},
      error: (fields: Record<string, unknown>) => alarms.push(fields.alarm),
    };
    const clock = runningClock();
    const outage = new Outage({ clock, ids, log }, "inst_1");
    const close = () => outage.noteClose({ closeReason: { code: 500, data: undefined }, openedAt: null });
    for (let n = 0; n < 4; n++) expect(close()).toBe(true);
    clock.moveTo(new Date(clock.now().getTime() + 11 * MINUTE_MS));
    expect(close()).toBe(true);
    expect(alarms).toEqual([]);
    for (let n = 0; n < 4; n++) expect(close()).toBe(true);
    expect(alarms).toEqual(["stream_errors"]);
  });
});

describe("what customers see of a broken connection", () => {
  const since = new Date("2026-11-20T10:00:00Z");
  const later = (ms: number) => new Date(since.getTime() + ms);
  const working = { status: "working", status_reason: null } as const;

  it.each([
    [0, "working", null],
    [29_999, "working", null],
    [30_000, "starting", null],
    [30 * MINUTE_MS - 1, "starting", null],
    [30 * MINUTE_MS, "failed", "unavailable"],
  ])("after %i ms it is %s, %s", (ms, status, status_reason) => {
    expect(downView(working, since, null, later(ms))).toMatchObject({ status, status_reason });
  });

  it("says when it changes by itself", () => {
    expect(downView(working, since, null, since).nextAt).toEqual(later(30_000));
    expect(downView(working, since, null, later(30_000)).nextAt).toEqual(later(30 * MINUTE_MS));
    expect(downView(working, since, null, later(30 * MINUTE_MS)).nextAt).toBeNull();
  });

  it("keeps the network's reason", () => {
    const cause = { status: "starting", reason: "replaced_elsewhere" } as const;
    expect(downView(working, since, cause, since)).toMatchObject({ status: "starting", status_reason: cause.reason });
    expect(downView(working, since, cause, later(31 * MINUTE_MS))).toMatchObject({
      status: "failed",
      status_reason: "replaced_elsewhere",
    });
  });
});
