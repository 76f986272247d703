import { describe, expect, it } from "vitest";
import type { Log } from "../../../core/ports.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

const never = () => Promise.reject(new Error("Nothing of this is ever quarantined."));

/** Adds jobs that finish on the test's command. */
function heldJobs(inbox: Inbox) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    take(about: string, id: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(id, resolve);
      inbox.inBackground(about, {
        id,
        by: about,
        what: id,
        quarantine: never,
        async work() {
          begun.push(id);
          await promise;
        },
      });
    },
    end: (id: string) => ends.get(id)?.(),
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("work in the background of the inbox", () => {
  it("is three at a time, in order about one message, and once each", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const jobs = heldJobs(inbox);
    for (const about of ["a", "b", "c", "d"]) jobs.take(about, `${about}1`);
    jobs.take("a", "a2");
    jobs.take("a", "a1");
    expect(jobs.begun).toEqual(["a1", "b1", "c1"]);
    expect(inbox.isInBackground("d")).toBe(true);
    expect(inbox.isEmpty).toBe(false);

    jobs.end("b1");
    await settled();
    expect(jobs.begun).toEqual(["a1", "b1", "c1", "d1"]);
    expect(inbox.isInBackground("b")).toBe(false);
    jobs.end("a1"); // of the first; the repeat was not taken on
    await settled();
    expect(inbox.isInBackground("a")).toBe(true);
    inbox.stop();
  });

  it("is given out in turn: one writer has two of the three places, however much waits", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const take = (by: string, id: string) =>
      inbox.inBackground(id, {
        id,
        by,
        what: id,
        quarantine: never,
        async work() {
          begun.push(id);
          await new Promise<void>((resolve) => ends.set(id, resolve));
        },
      });
    for (let n = 0; n < 30; n++) take("ana", `ana ${n}`);
    take("ben", "ben 0");
    take("ben", "ben 1");
    expect(begun).toEqual(["ana 0", "ana 1", "ben 0"]);

    ends.get("ana 0")?.();
    await settled();
    ends.get("ana 1")?.();
    await settled();
    expect(begun.slice(3)).toEqual(["ana 2", "ben 1"]);
    inbox.stop();
  });

  it("keeps nobody from theirs while it waits for somebody else's answer", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const begun: string[] = [];
    const waits: (() => void)[] = [];
    for (let n = 0; n < 30; n++) {
      const work = async () => {
        await inbox.rest(`ana ${n}`, () => new Promise<void>((resolve) => waits.push(resolve)));
        begun.push(`ana ${n}`);
      };
      inbox.inBackground(`ana ${n}`, { id: `ana ${n}`, by: "ana", what: "a file", quarantine: never, work });
    }
    await settled();
    expect(waits).toHaveLength(30);
    const work = async () => void begun.push("ben");
    inbox.inBackground("ben", { id: "ben", by: "ben", what: "a file", quarantine: never, work });
    await settled();
    expect(begun).toEqual(["ben"]);

    for (const end of waits) end();
    await inbox.emptied();
    expect(begun).toHaveLength(31);
    inbox.stop();
  });

  it("has room for a thousand messages of one writer, and then for those of others", () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const jobs = heldJobs(inbox);
    const work = () => new Promise<void>(() => {});
    for (let n = 0; n < 1_000; n++) {
      expect(inbox.hasRoomFor("ana")).toBe(true);
      inbox.inBackground(`${n}`, { id: `${n}`, by: "ana", what: "a file", quarantine: never, work });
    }
    expect([inbox.hasRoomFor("ana"), inbox.hasRoomFor("ben")]).toEqual([false, true]);
    jobs.take("ben", "ben's");
    expect(jobs.begun).toEqual(["ben's"]);
    inbox.stop();
  });

  it("counts: the inbox is empty when it is done", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const jobs = heldJobs(inbox);
    jobs.take("a", "a1");
    let empty = false;
    const emptied = inbox.emptied().then(() => {
      empty = true;
    });
    await settled();
    expect(empty).toBe(false);
    jobs.end("a1");
    await emptied;
    inbox.stop();
  });

  it("is tried again while what it stands on is away, and told when to stop", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    let tries = 0;
    const aborted = new Promise<void>((resolve) => {
      inbox.inBackground("a", {
        id: "a1",
        by: "a",
        what: "a1",
        quarantine: never,
        async work(signal) {
          if (++tries < 5) throw Object.assign(new Error("not now"), { code: "ECONNREFUSED" });
          signal.addEventListener("abort", () => resolve());
          inbox.stop();
        },
      });
    });
    await aborted;
    expect(tries).toBe(5);
  });

  it("that can never succeed is quarantined, and three of them don't hold up the fourth", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const quarantined: string[] = [];
    let done = false;
    const poisoned = () => Promise.reject(new RangeError("Invalid time value"));
    for (const id of ["a", "b", "c"]) {
      inbox.inBackground(id, {
        id,
        by: id,
        what: id,
        work: poisoned,
        quarantine: async () => void quarantined.push(id),
      });
    }
    const work = async () => {
      done = true;
    };
    inbox.inBackground("d", { id: "d", by: "d", what: "d", work, quarantine: never });
    inbox.inBackground("a", { id: "e", by: "a", what: "e", work, quarantine: never }); // behind the poisoned one about the same

    await inbox.emptied();
    expect({ quarantined: quarantined.toSorted(), done }).toEqual({ quarantined: ["a", "b", "c"], done: true });
    inbox.stop();
  });

  it("ends everything when the instance is another task's", async () => {
    let lost = 0;
    const inbox = new Inbox(silent, "inst_1", () => lost++);
    inbox.inBackground("a", {
      id: "a1",
      by: "a",
      what: "a1",
      quarantine: never,
      work: () => Promise.reject(new FenceLost("inst_1")),
    });
    await settled();
    expect(lost).toBe(1);
    const jobs = heldJobs(inbox);
    jobs.take("b", "b1");
    expect(jobs.begun).toEqual([]);
  });
});
