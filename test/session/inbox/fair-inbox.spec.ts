import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NotAMessage } from "../../../session-service/baileys/inbound/not-a-message.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import type { Job } from "../../../session-service/inbox/job.ts";
import { FairQueue } from "../../../session-service/process/fair-queue.ts";

/** The duration, in ms, of the longest inbox job that a single sender can cause: a 4 MB message that is quarantined. */
const LONGEST_MS = 2_000;
/** How long a chat may work before it must let other chats pass, in ms. */
const SHARE_MS = 1_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

interface Planned {
  chat: string;
  atMs: number;
  takesMs: number;
}

/**
 * Simulates a queue with the planned jobs, including their arrival times and durations. @returns when each job began.
 */
function play(jobs: Planned[]): Map<Planned, number> {
  let now = 0;
  // A real clock advances between two readings.
  const queue = new FairQueue<Planned>(() => (now += 0.001));
  const begun = new Map<Planned, number>();
  const coming = jobs.toSorted((a, b) => a.atMs - b.atMs);
  while (coming.length > 0 || queue.size > 0) {
    if (queue.size === 0) now = Math.max(now, coming[0]?.atMs ?? now);
    while (coming[0] && coming[0].atMs <= now) queue.add(coming.shift() as Planned); // it is there
    const next = queue.take();
    if (!next) continue;
    begun.set(next, now);
    now += next.takesMs;
    queue.charge(next.chat, next.takesMs);
  }
  return begun;
}

const bad = fc.record({
  chat: fc.constant("writer"),
  atMs: fc.integer({ min: 0, max: 60_000 }),
  takesMs: fc.integer({ min: 1, max: LONGEST_MS }),
});

describe("the queue of the inbox", () => {
  it("keeps nobody waiting for more than a share and the job in hand, whatever one writer sends", () => {
    fc.assert(
      fc.property(fc.array(bad, { maxLength: 400 }), fc.integer({ min: 0, max: 70_000 }), (jobs, atMs) => {
        const text = { chat: "somebody else", atMs, takesMs: 10 };
        const begun = play([...jobs, text]);
        expect((begun.get(text) ?? Number.POSITIVE_INFINITY) - atMs).toBeLessThanOrEqual(SHARE_MS + 2 * LONGEST_MS);
      }),
    );
  });

  it("keeps the order within each chat, loses nothing and does nothing twice", () => {
    const any = fc.record({ ...many(), takesMs: fc.integer({ min: 1, max: LONGEST_MS }) });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 200 }), (jobs) => {
        const done = [...play(jobs).keys()];
        expect(done).toHaveLength(jobs.length);
        for (const chat of ["a", "b", "c"]) {
          const theirs = (list: Planned[]) => list.filter((job) => job.chat === chat);
          expect(theirs(done)).toEqual(theirs(jobs.toSorted((a, b) => a.atMs - b.atMs)));
        }
      }),
    );
  });

  it("is worked in the order of arrival while nobody has used up their share", () => {
    const quick = fc.record({ ...many(), takesMs: fc.constant(10) });
    fc.assert(
      fc.property(fc.array(quick, { maxLength: 90 }), (jobs) => {
        expect([...play(jobs).keys()]).toEqual(jobs.toSorted((a, b) => a.atMs - b.atMs));
      }),
    );
  });
});

const many = () => ({ chat: fc.constantFrom("a", "b", "c"), atMs: fc.integer({ min: 0, max: 10_000 }) });

/** The kinds of bad jobs that a single sender can cause, with each one's duration and outcome. */
const BAD: Record<string, (take: (ms: number) => void) => Pick<Job, "work" | "quarantine">> = {
  "is no message": (take) => ({
    work: async () => {
      take(5);
      throw new NotAMessage(new Error("index out of range"));
    },
    quarantine: async () => take(40),
  }),
  "can't be stored": (take) => ({
    work: async () => {
      take(300);
      throw new NotAMessage(new RangeError("Invalid time value"));
    },
    quarantine: async () => take(1_500),
  }),
  "is stored slowly": (take) => ({ work: async () => take(900), quarantine: async () => {} }),
  "is nothing": (take) => ({ work: async () => take(1), quarantine: async () => {} }),
};

describe("the inbox of a number", () => {
  it("has a text of somebody else done within some seconds, whatever mix of bad jobs one writer sends", async () => {
    const mixes = fc.array(fc.constantFrom(...Object.keys(BAD)), { minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(mixes, fc.nat(199), async (mix, place) => {
        let now = 0;
        const inbox = new Inbox(
          silent,
          "inst_1",
          () => {},
          undefined,
          () => now,
        );
        const take = (ms: number) => {
          now += ms;
        };
        let doneMs = Number.POSITIVE_INFINITY;
        const text: Job = {
          what: "a text",
          chat: "ben",
          work: async () => {
            doneMs = now;
          },
          quarantine: async () => {},
        };
        const jobs = mix.map((kind): Job => ({ what: kind, chat: "ana", ...bads(kind, take) }));
        for (const job of jobs.toSpliced(Math.min(place, jobs.length), 0, text)) void inbox.add(job);
        await inbox.emptied();
        inbox.stop();

        expect(doneMs).toBeLessThanOrEqual(SHARE_MS + LONGEST_MS);
      }),
      { numRuns: 50 },
    );
  });
});

function bads(kind: string, take: (ms: number) => void) {
  const make = BAD[kind];
  if (!make) throw new Error(`No such job: ${kind}`);
  return make(take);
}
