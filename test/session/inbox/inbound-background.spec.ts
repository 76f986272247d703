import { describe, expect, it } from "vitest";
import type { Log } from "../../../core/ports.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

const never = () => Promise.reject(new Error("Nothing of this is ever set aside."));

/** Jobs that end when the test says so. */
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
        what: id,
        setAside: never,
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
        what: "a1",
        setAside: never,
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

  it("that can never succeed is set aside, and three of them don't hold up the fourth", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const aside: string[] = [];
    let done = false;
    const poisoned = () => Promise.reject(new RangeError("Invalid time value"));
    for (const id of ["a", "b", "c"]) {
      inbox.inBackground(id, { id, what: id, work: poisoned, setAside: async () => void aside.push(id) });
    }
    const work = async () => {
      done = true;
    };
    inbox.inBackground("d", { id: "d", what: "d", work, setAside: never });
    inbox.inBackground("a", { id: "e", what: "e", work, setAside: never }); // behind the poisoned one about the same

    await inbox.emptied();
    expect({ aside: aside.toSorted(), done }).toEqual({ aside: ["a", "b", "c"], done: true });
    inbox.stop();
  });

  it("ends everything when the instance is another task's", async () => {
    let lost = 0;
    const inbox = new Inbox(silent, "inst_1", () => lost++);
    inbox.inBackground("a", {
      id: "a1",
      what: "a1",
      setAside: never,
      work: () => Promise.reject(new FenceLost("inst_1")),
    });
    await settled();
    expect(lost).toBe(1);
    const jobs = heldJobs(inbox);
    jobs.take("b", "b1");
    expect(jobs.begun).toEqual([]);
  });
});
