import { describe, expect, it } from "vitest";
import { decidePacing, gapAfterMs, type Heads, type PacingView } from "../../core/domain/pacing.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";

const now = new Date("2026-11-20T12:00:00Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

function row(queue: string, fields: Partial<LaneRow> = {}): LaneRow {
  const base = {
    pk: "INST#i#LANE",
    sk: `${queue}#msg_1`,
    due: at(-1),
    put_at: at(-1),
    expires_at: at(72 * 3600),
    tries: 0,
  };
  return { ...base, ...fields };
}

function view(heads: Heads, fields: Partial<PacingView> = {}): PacingView {
  return { heads, unprepared: [], pace: { rev: 3 }, open: true, removed: false, now, ...fields };
}

describe("the instance lane", () => {
  it("lets a reply go before everything else", () => {
    const decision = decidePacing(view({ F: row("F"), K: row("K"), R: row("R") }));

    expect(decision).toMatchObject({ kind: "start", queue: "R" });
  });

  it("lets a reply go at once although the gap after the last message is not over", () => {
    const decision = decidePacing(view({ R: row("R") }, { pace: { rev: 3, next_at: at(50) } }));

    expect(decision).toMatchObject({ kind: "start", queue: "R" });
  });

  it("spaces out what is no reply, and holds its classes until then", () => {
    const decision = decidePacing(view({ F: row("F") }, { pace: { rev: 3, next_at: at(50) } }));

    expect(decision).toEqual({
      kind: "wait",
      next: new Date(at(50)),
      held: { K: new Date(at(50)), F: new Date(at(50)) },
    });
  });

  it("sends one message at a time", () => {
    const decision = decidePacing(view({ R: row("R") }, { pace: { rev: 3, slot: "msg_0" } }));

    expect(decision).toMatchObject({ kind: "wait" });
  });

  it("looks again at a taken slot after 10 seconds, in case its outcome was never written", () => {
    const decision = decidePacing(view({}, { pace: { rev: 3, slot: "msg_0" } }));

    expect(decision).toEqual({ kind: "wait", next: new Date(at(10)), held: {} });
  });

  it("waits for a connection, and gives up after 24 hours without one", () => {
    const waiting = { R: row("R", { put_at: at(-24 * 3600 + 1) }) };
    expect(decidePacing(view(waiting, { open: false }))).toMatchObject({ kind: "wait", next: new Date(at(1)) });

    const late = { R: row("R", { put_at: at(-24 * 3600) }) };
    expect(decidePacing(view(late, { open: false }))).toMatchObject({ kind: "fail", code: "not_connected" });
  });

  it("gives up what could not go in its patience", () => {
    const decision = decidePacing(view({ F: row("F", { expires_at: at(0) }) }));

    expect(decision).toMatchObject({ kind: "fail", queue: "F", code: "waited_too_long" });
  });

  it("ends everything that waits when the instance was deleted", () => {
    const decision = decidePacing(view({ S: row("S", { due: at(9_999) }) }, { removed: true, open: false }));

    expect(decision).toMatchObject({ kind: "fail", queue: "S", code: "instance_removed" });
  });

  it("queues a scheduled message when its time has come, also while offline", () => {
    expect(decidePacing(view({ S: row("S", { due: at(0) }) }, { open: false }))).toMatchObject({ kind: "release" });
    expect(decidePacing(view({ S: row("S", { due: at(5) }) }))).toMatchObject({ kind: "wait", next: new Date(at(5)) });
  });

  it("ends a message whose file is not ready like any other", () => {
    const late = row("K", { put_at: at(-24 * 3600), needs_prepare: true });

    expect(decidePacing(view({}, { unprepared: [late], open: false }))).toMatchObject({ kind: "fail", queue: "K" });
    expect(decidePacing(view({}, { unprepared: [row("K")] }))).toMatchObject({
      kind: "wait",
      next: new Date(at(72 * 3600)),
    });
  });

  it("has nothing to look for when nothing waits", () => {
    expect(decidePacing(view({}))).toEqual({ kind: "wait", next: null, held: {} });
  });
});

describe("the gap after a message", () => {
  it.each([
    ["R", 0.5, 1, 0],
    ["K", 0, 1, 4_200],
    ["K", 1, 1, 9_600],
    ["F", 0, 1, 84_000],
    ["F", 1, 0.01, 1_920],
  ] as const)("of queue %s, draw %d, pace %d", (queue, draw, pace, expected) => {
    expect(gapAfterMs(queue, draw, pace)).toBeCloseTo(expected, 6);
  });
});
