import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FenceLost } from "../../../core/records/fence.ts";
import { Acknowledgements } from "../../../session-service/connection/acknowledgements.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import type { Job } from "../../../session-service/inbox/job.ts";
import { IpcClock } from "../../../session-service/process/ipc-clock.ts";
import { eventually } from "../../support/eventually.ts";
import { machineTime } from "../../support/machine-time.ts";

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

  const away = () => Object.assign(new Error("the table is away"), { code: "ECONNREFUSED" });
  const job = (
    what: string,
    work: () => Promise<void>,
    quarantine: Job["quarantine"] = () => Promise.reject(away()),
  ) => ({
    what,
    work,
    quarantine,
  });

  it("works in order, one after the other, and tries again for as long as the table is away", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const done: string[] = [];
    let tries = 0;
    const first = inbox.add(
      job("first", async () => {
        if (++tries < 5) throw away();
        done.push("first");
      }),
    );
    const second = inbox.add(job("second", async () => void done.push("second")));
    expect(inbox.isEmpty).toBe(false);

    await Promise.all([first, second, inbox.emptied()]);
    expect(done).toEqual(["first", "second"]);
    inbox.stop();
  });

  it("tells how long the job in hand has been tried, so that one that never succeeds is seen", async () => {
    let nowMs = 1_000;
    const inbox = new Inbox(
      silent,
      "inst_1",
      () => {},
      undefined,
      () => nowMs,
    );
    expect(inbox.ageMs).toBe(0);
    let isAway = true;
    const done = inbox.add(
      job("first", async () => {
        if (isAway) throw away();
      }),
    );
    await eventually("the job to be begun", () => {
      nowMs += 100_000;
      return inbox.ageMs > 0;
    });
    const before = inbox.ageMs;
    nowMs += 300_000;
    expect(inbox.ageMs).toBe(before + 300_000);

    isAway = false;
    await done;
    expect(inbox.ageMs).toBe(0);
    inbox.stop();
  });

  it("quarantines what fails three times by itself, counts it, and goes on; whoever waits for it is let go", async () => {
    const counted: string[] = [];
    const inbox = new Inbox(silent, "inst_1", () => {}, { count: (name) => void counted.push(name) });
    const told: string[] = [];
    let quarantineTries = 0;
    const poisoned = inbox.add(
      job(
        "poisoned",
        async () => {
          told.push("try");
          throw new RangeError("Invalid time value");
        },
        async ({ error, tries }) => {
          if (++quarantineTries < 3) throw away(); // waits for the table, however often
          told.push(`quarantined after ${tries}: ${error}`);
        },
      ),
    );
    const next = inbox.add(job("next", async () => void told.push("next")));

    await Promise.all([poisoned, next]);
    expect(told).toEqual(["try", "try", "try", "quarantined after 3: RangeError: Invalid time value", "next"]);
    expect(counted).toEqual(["JobsSetAside"]);
    inbox.stop();
  });

  it("goes on also when what is to be quarantined can't be", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const broken = () => Promise.reject(new TypeError("no"));
    const done: string[] = [];
    void inbox.add(job("broken", broken, broken));
    await inbox.add(job("next", async () => void done.push("next")));
    expect(done).toEqual(["next"]);
    inbox.stop();
  });

  it("ends when another task has the instance, also while something is quarantined", async () => {
    for (const failing of ["work", "quarantine"]) {
      let lost = 0;
      const done: string[] = [];
      const inbox = new Inbox(silent, "inst_1", () => lost++);
      const gone = () => Promise.reject(new FenceLost("inst_1"));
      void inbox.add(job("first", failing === "work" ? gone : () => Promise.reject(new Error("never")), gone));
      void inbox.add(job("second", async () => void done.push("second")));
      await eventually("the end", () => lost === 1);
      expect(done).toEqual([]);
    }
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
