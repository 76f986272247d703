import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FenceLost } from "../../core/operations/fence.ts";
import { Acknowledgements } from "../../session-service/acknowledgements.ts";
import { Inbox } from "../../session-service/inbox.ts";
import { IpcClock } from "../../session-service/ipc-clock.ts";
import { machineTime } from "../support/machine-time.ts";

const never = new AbortController().signal;

describe("the acknowledgements of a session", () => {
  it("answer also when the acknowledgement came before the question", async () => {
    const acknowledgements = new Acknowledgements(() => 0);
    acknowledgements.note("A", null);
    acknowledgements.note("B", "463");
    expect(await acknowledgements.wait("A", never)).toEqual({ error: null });
    expect(await acknowledgements.wait("B", never)).toEqual({ error: "463" });
  });

  it("answer null when the wait is given up", async () => {
    const giveUp = new AbortController();
    const answer = new Acknowledgements(() => 0).wait("A", giveUp.signal);
    giveUp.abort();
    expect(await answer).toBeNull();
  });

  it("are kept five minutes, a hundred of them", async () => {
    let now = 0;
    const acknowledgements = new Acknowledgements(() => now);
    const gone = AbortSignal.abort();
    acknowledgements.note("old", null);
    now = 5 * 60_000 + 1;
    acknowledgements.note("new", null);
    expect(await acknowledgements.wait("old", gone)).toBeNull();
    for (let n = 0; n < 100; n++) acknowledgements.note(`later ${n}`, null);
    expect(await acknowledgements.wait("new", gone)).toBeNull();
    expect(await acknowledgements.wait("later 0", gone)).toEqual({ error: null });
  });
});

describe("the inbox of a session", () => {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };

  it("works in order, one after the other, and tries again what failed", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const done: string[] = [];
    let tries = 0;
    inbox.add("first", async () => {
      if (++tries < 3) throw new Error("the table is away");
      done.push("first");
    });
    inbox.add("second", async () => void done.push("second"));
    expect(inbox.isEmpty).toBe(false);

    await inbox.emptied();
    expect(done).toEqual(["first", "second"]);
    inbox.stop();
  });

  it("ends when another task has the instance", async () => {
    let lost = 0;
    const done: string[] = [];
    const inbox = new Inbox(silent, "inst_1", () => lost++);
    inbox.add("first", async () => {
      throw new FenceLost("inst_1");
    });
    inbox.add("second", async () => void done.push("second"));
    await inbox.emptied();
    await pause(0);
    expect({ lost, done }).toEqual({ lost: 1, done: [] });
  });
});

describe("the clock of a session service under a runner", () => {
  it("moves forward only, and wakes who waits", async () => {
    const clock = new IpcClock(0);
    let woken = false;
    const waiting = clock.until(new Date(clock.now().getTime() + 3_600_000)).then(() => {
      woken = true;
    });
    clock.setOffset(-5_000);
    expect(Math.abs(clock.now().getTime() - machineTime().getTime())).toBeLessThan(1_000);
    clock.setOffset(1_800_000);
    await pause(0);
    expect(woken).toBe(false);
    clock.setOffset(3_600_000);
    await waiting;
  });

  it("lets a wait be given up", async () => {
    const giveUp = new AbortController();
    const clock = new IpcClock(0);
    const waiting = clock.until(new Date(clock.now().getTime() + 3_600_000), giveUp.signal);
    giveUp.abort();
    await waiting;
  });
});
