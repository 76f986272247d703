import { describe, expect, it } from "vitest";
import { FenceLost } from "../../core/operations/fence.ts";
import type { Log } from "../../core/ports.ts";
import { Inbox } from "../../session-service/inbox.ts";

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Jobs that end when the test says so. */
function heldJobs(inbox: Inbox) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    take(about: string, id: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(id, resolve);
      inbox.beside(about, {
        id,
        what: id,
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

describe("work beside the inbox", () => {
  it("is three at a time, in order about one message, and once each", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    const jobs = heldJobs(inbox);
    for (const about of ["a", "b", "c", "d"]) jobs.take(about, `${about}1`);
    jobs.take("a", "a2");
    jobs.take("a", "a1");
    expect(jobs.begun).toEqual(["a1", "b1", "c1"]);
    expect(inbox.isBeside("d")).toBe(true);
    expect(inbox.isEmpty).toBe(false);

    jobs.end("b1");
    await settled();
    expect(jobs.begun).toEqual(["a1", "b1", "c1", "d1"]);
    expect(inbox.isBeside("b")).toBe(false);
    jobs.end("a1"); // of the first; the repeat was not taken on
    await settled();
    expect(inbox.isBeside("a")).toBe(true);
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

  it("is tried again when it fails, and told when to stop", async () => {
    const inbox = new Inbox(silent, "inst_1", () => {});
    let tries = 0;
    const aborted = new Promise<void>((resolve) => {
      inbox.beside("a", {
        id: "a1",
        what: "a1",
        async work(signal) {
          if (++tries < 3) throw new Error("not now");
          signal.addEventListener("abort", () => resolve());
          inbox.stop();
        },
      });
    });
    await aborted;
    expect(tries).toBe(3);
  });

  it("ends everything when the instance is another task's", async () => {
    let lost = 0;
    const inbox = new Inbox(silent, "inst_1", () => lost++);
    inbox.beside("a", { id: "a1", what: "a1", work: () => Promise.reject(new FenceLost("inst_1")) });
    await settled();
    expect(lost).toBe(1);
    const jobs = heldJobs(inbox);
    jobs.take("b", "b1");
    expect(jobs.begun).toEqual([]);
  });
});
