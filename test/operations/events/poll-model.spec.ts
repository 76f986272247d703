import { monotonicFactory } from "ulid";
import { describe, expect, it } from "vitest";
import { readEvents } from "../../../core/operations/events/read-events.ts";
import type { Ids } from "../../../core/ports.ts";
import { eventRoute, eventWrites } from "../../../core/records/event.ts";
import { keys } from "../../../core/store/keys.ts";
import { type SomeWrites, type Table, TooLate, type TransactOptions, type Write } from "../../../core/store/table.ts";
import { TableTime } from "../../../core/store/table-time.ts";
import { timelyTable } from "../../../core/store/timely-table.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { failingSeed, seeds, whyUnseen } from "../../support/models/lane-seeds.ts";
import { seededRandom } from "../../support/models/lane-sim.ts";
import { virtualTime } from "../../support/models/virtual-time.ts";

const ACCOUNT = "acc_1";
const WRITERS = 4;
const CHANGES = 12;
const READERS = 2;
/** How far a machine's clock may be off, in either direction. */
const SKEW_MS = 5_000;
/** The longest time until a request in flight takes effect. */
const FLIGHT_MS = 400;

/** A mistake that the test must detect. */
interface Mistake {
  unguarded?: boolean;
  /** How far the readers' idea of the time is ahead of the real time, in ms. */
  readerHastyMs?: number;
  /** Machines don't learn the table's time from its responses. */
  deaf?: boolean;
}

/**
 * Has many machines publish an account's events while other machines poll them. Writers pause before their commits,
 * conflicts delay commits, answers to commits are lost, and clocks are off by seconds. @returns what went wrong.
 */
async function runSchedule(seed: number, mistake: Mistake = {}): Promise<string[]> {
  const random = seededRandom(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const mostly = (ms: number, rarely: number) => (random() < 0.8 ? between(0, ms) : between(0, rarely));
  const time = virtualTime(Date.parse("2026-11-20T10:00:00Z"));
  const stored = new MemoryTable();
  const violations: string[] = [];
  let open = WRITERS;

  /**
   * Returns one machine's view of the table, with simulated write conflicts and lost responses, and with the table's
   * time in every response.
   */
  const tableOf = (now: () => number): Table => {
    const tableTime = new TableTime();
    /** Simulates a request and its response. The work is done in between. */
    async function ask<T>(longestMs: number, work: () => Promise<T>): Promise<T> {
      const sentAt = now();
      await time.sleep(between(0, longestMs));
      const told = Math.floor(time.now() / 1_000) * 1_000;
      const result = await work();
      await time.sleep(between(0, 30));
      if (!mistake.deaf) tableTime.learn({ told, sentAt, receivedAt: now() });
      return result;
    }
    return {
      timeAhead: () => tableTime.ahead,
      get: (key) => ask(30, () => stored.get(key)),
      getMany: (wanted) => ask(30, () => stored.getMany(wanted)),
      query: (range) => ask(30, () => stored.query(range)),
      write: (write) => ask(30, () => stored.write(write)),
      async transact(writes: Write[], { mayStart }: TransactOptions = {}) {
        let isSent = false;
        for (let isApplied = false; ; isSent = true) {
          await time.sleep(mostly(40, 3_000));
          if (mayStart && !mayStart()) throw new TooLate(isSent);
          await ask(FLIGHT_MS, async () => {
            if (isApplied || random() >= 0.9) return;
            await stored.transact(writes);
            isApplied = true;
          });
          if (isApplied && random() < 0.9) return; // else: no answer, so it is sent again, with the same token
        }
      },
    };
  };

  const machine = () => {
    const skewMs = between(-SKEW_MS, SKEW_MS);
    const now = () => time.now() + skewMs;
    const clock = { now: () => new Date(now()), until: async () => undefined };
    const ulid = monotonicFactory();
    const ids: Ids = {
      next: (prefix, at) => `${prefix}_${ulid(at.getTime())}`,
      random: (size) => Buffer.alloc(size),
    };
    const log = { info() {}, warn() {}, error() {} };
    return { clock, ids, log, own: tableOf(now) };
  };

  async function write(name: string): Promise<void> {
    const { clock, ids, log, own } = machine();
    const table = mistake.unguarded ? own : timelyTable(own, { clock, ids, log });
    const route = await eventRoute({ table }, ACCOUNT, null);
    for (let n = 0; n < CHANGES; n++) {
      await time.sleep(mostly(400, 2_000));
      const id = `${name}-${n}`;
      const draft = { account_id: ACCOUNT, instance_id: null, type: "message.received", data: { id } } as const;
      const change: Write = { put: { pk: "CHANGES", sk: id }, if: [{ item: "absent" }] };
      const writes: SomeWrites = [change, ...eventWrites({ ids }, route, draft, clock.now())];
      await time.sleep(mostly(10, 4_000)); // the machine is busy with something else
      await table.transact(writes);
    }
  }

  async function poll(name: string): Promise<() => Promise<void>> {
    const { clock, own } = machine();
    const seen: string[] = [];
    let after: string | null = null;
    const once = async () => {
      await own.get({ pk: "KEY", sk: "KEY" }); // the caller's key is looked at first
      const now = new Date(clock.now().getTime() + (mistake.readerHastyMs ?? 0));
      const filter = { account_id: ACCOUNT, instance_id: null, types: null };
      const page = await readEvents({ table: own }, filter, { after, limit: between(1, 6) }, now);
      seen.push(...page.bodies.map((body) => String(JSON.parse(body).id)));
      after = page.next_after;
      return page.has_more;
    };
    while (open > 0) {
      await time.sleep(mostly(300, 2_500));
      await once();
    }
    return async () => {
      await time.sleep(3 * SKEW_MS);
      while (await once());
      const all = stored.partition(keys.event(ACCOUNT, "").pk).map(({ sk }) => sk);
      if (seen.join() !== all.join())
        violations.push(`${name} saw ${seen.length} of ${all.length} events, or not in order`);
    };
  }

  const readers = Array.from({ length: READERS }, (_, n) => poll(`reader ${n}`).then((finish) => finish()));
  const writers = Array.from({ length: WRITERS }, (_, n) => write(`writer ${n}`).finally(() => open--));
  await time.run(Promise.all([...writers, ...readers]));
  const bodies = stored
    .partition(keys.event(ACCOUNT, "").pk)
    .map(({ body }) => String(JSON.parse(String(body)).data.id));
  if (new Set(bodies).size !== WRITERS * CHANGES || bodies.length !== WRITERS * CHANGES) {
    violations.push(`${bodies.length} events of ${WRITERS * CHANGES} changes`);
  }
  return violations;
}

describe("polling from the beginning to the end, while many write", () => {
  it("yields every event once, in order, whatever holds up their commits", async () => {
    expect(await failingSeed(seeds(150), runSchedule)).toBeNull();
  });

  it.each([
    { title: "a commit that nothing bounds", mistake: { unguarded: true } },
    { title: "a reader that shows events too soon", mistake: { readerHastyMs: 1_500 } },
    { title: "machines that go by their own clocks", mistake: { deaf: true } },
  ])("skips events with $title, which this test notices", async ({ mistake }) => {
    expect(await whyUnseen((seed) => runSchedule(seed, mistake))).toBeNull();
  });
});
