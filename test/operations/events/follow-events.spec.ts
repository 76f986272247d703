import { describe, expect, it } from "vitest";
import { BEHIND_FRAME } from "../../../core/contracts/events/stream-frames.ts";
import { createAccount } from "../../../core/operations/accounts/create-account.ts";
import { createKey } from "../../../core/operations/accounts/create-key.ts";
import { followEvents } from "../../../core/operations/events/follow-events.ts";
import { connectionsOf, openConnection } from "../../../core/operations/events/open-connection.ts";
import type { StreamConnections } from "../../../core/ports.ts";
import { eventRoute, eventWrites } from "../../../core/records/event.ts";
import { hasWrites } from "../../../core/store/some-writes.ts";
import { apiWorld } from "../../functions/api-world.ts";
import { failingSeed, seeds } from "../../support/models/lane-seeds.ts";
import { seededRandom } from "../../support/models/lane-sim.ts";

const TYPES = ["message.status", "call.received", "instance.status"] as const;
const STEPS = 120;

/** A mistake that the test must detect. */
interface Mistake {
  /** The client resumes from the second-to-last event it received. */
  forgets?: boolean;
  /** The position advances although the frame wasn't accepted. */
  hasty?: boolean;
}

/**
 * Publishes events while a connection follows them. The connection may be cut at any frame, may die before it has
 * recorded its progress, and may be reopened after the client's last event. @returns what went wrong.
 */
async function runSchedule(seed: number, mistake: Mistake = {}): Promise<string[]> {
  const random = seededRandom(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const { deps, clock, table } = apiWorld();
  const { id: account } = await createAccount(deps, { name: "Test", plan: "scale" }, clock.now());
  await createKey(deps, { account_id: account, kind: "read" }, clock.now());
  const { items } = await table.query({ pk: `ACC#${account}#KEY`, limit: 1 });
  const caller = {
    ...{ account_id: account, key_id: items[0]?.sk ?? "", user_id: null, role: null, kind: "read" as const },
    ...{ instance_id: null, mcp: null, plan: "scale" as const, trial_ended: false },
  };
  const wanted = random() < 0.5 ? null : [TYPES[between(0, 2)] as string];
  const written: string[] = [];
  const got: string[] = [];
  let failsAfter = Number.POSITIVE_INFINITY;
  const fails = (["behind", "gone"] as const)[between(0, 1)] ?? "gone";
  const connections: StreamConnections = {
    async post(_, frame) {
      if (failsAfter-- <= 0) return mistake.hasty ? "sent" : fails;
      got.push(String(/"id":"(evt_\w+)"/.exec(frame)?.[1]));
      return "sent";
    },
    close: async () => {},
    isOpen: async () => false,
  };
  const last = () => (mistake.forgets ? got.at(-2) : got.at(-1)) ?? null;
  const open = () =>
    openConnection(
      { ...deps, connections },
      caller,
      { source: "198.51.100.1", instance_id: null, types: wanted, after: last() },
      clock.now(),
    );
  let connection = await open();
  let { after } = connection;

  async function write(): Promise<void> {
    const type = TYPES[between(0, 2)] ?? "message.status";
    const draft = { account_id: account, instance_id: null, type, data: {} };
    const writes = eventWrites(deps, await eventRoute(deps, account, null), draft, clock.now());
    if (!hasWrites(writes)) return;
    await table.transact(writes);
    const [first] = writes;
    if ("put" in first && (wanted === null || wanted.includes(type))) written.push(String(first.put.sk));
  }

  async function follow(): Promise<void> {
    failsAfter = random() < 0.4 ? between(0, 3) : Number.POSITIVE_INFINITY;
    const followed = await followEvents({ table, connections }, connection, after, clock.now());
    // The follower might also die at this point. The client then reconnects.
    if (followed !== null && random() < 0.8) after = followed.after;
    else {
      connection = await open();
      after = connection.after;
    }
  }

  for (let step = 0; step < STEPS; step++) {
    clock.moveTo(new Date(clock.now().getTime() + between(0, 900)));
    await (random() < 0.6 ? write() : follow());
  }
  clock.moveTo(new Date(clock.now().getTime() + 10_000));
  failsAfter = Number.POSITIVE_INFINITY;
  for (let more = true; more; ) {
    const followed = await followEvents({ table, connections }, connection, after, clock.now());
    if (followed === null) return ["the connection ended by itself"];
    after = followed.after;
    more = followed.has_more;
  }
  return JSON.stringify(got) === JSON.stringify(written) ? [] : [`written ${written.length}, got ${got.length}`];
}

describe("a client that connects again after the last event that it has", () => {
  it("gets every event once and in order, wherever its connections were cut", async () => {
    expect(await failingSeed(seeds(40), runSchedule)).toBeNull();
  });

  it.each([{ forgets: true }, { hasty: true }])("the test notices a mistake: %o", async (mistake) => {
    expect(await failingSeed(seeds(40), (seed) => runSchedule(seed, mistake))).not.toBeNull();
  });
});

describe("a connection that is behind", () => {
  it("is told so last, and is not stored any more", async () => {
    const { deps, clock, table, account: makeAccount, key } = apiWorld();
    const account = await makeAccount();
    const { id } = await key(account);
    const closed: unknown[] = [];
    const connections: StreamConnections = {
      post: async () => "behind",
      close: async (_, why, last) => void closed.push([why, last]),
      isOpen: async () => true,
    };
    const caller = {
      ...{ account_id: account, key_id: id, user_id: null, role: null, kind: "full" as const },
      ...{ instance_id: null, mcp: null, plan: "scale" as const, trial_ended: false },
    };
    const wish = { source: "198.51.100.1", instance_id: null, types: null, after: null };
    const connection = await openConnection({ ...deps, connections }, caller, wish, clock.now());
    const draft = { account_id: account, instance_id: null, type: "call.received" as const, data: {} };
    const writes = eventWrites(deps, await eventRoute(deps, account, null), draft, clock.now());
    if (hasWrites(writes)) await table.transact(writes);
    clock.moveTo(new Date(clock.now().getTime() + 3_000));

    expect(await followEvents({ table, connections }, connection, null, clock.now())).toBeNull();
    expect(closed).toEqual([["behind", BEHIND_FRAME]]);
    expect(await connectionsOf(table, account)).toEqual([]);
  });
});
