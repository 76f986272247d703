import { setImmediate as flushed } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { pingFrame } from "../../../core/contracts/events/stream-frames.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { createAccount } from "../../../core/operations/accounts/create-account.ts";
import { createKey } from "../../../core/operations/accounts/create-key.ts";
import { revokeKey } from "../../../core/operations/accounts/revoke-key.ts";
import { followStreams, type StreamWake } from "../../../core/operations/events/follow-streams.ts";
import { connectionsOf, openConnection } from "../../../core/operations/events/open-connection.ts";
import type { StreamConnections } from "../../../core/ports.ts";
import { eventRecords, eventRoute, eventWrites } from "../../../core/records/event.ts";
import { hasWrites } from "../../../core/store/some-writes.ts";
import type { Table } from "../../../core/store/table.ts";
import { apiWorld } from "../../functions/api-world.ts";
import { failingSeed, seeds } from "../../support/models/lane-seeds.ts";
import { seededRandom } from "../../support/models/lane-sim.ts";

/** A mistake that the test must detect. */
interface Mistake {
  /** Counts a frame as sent although the client doesn't receive it. */
  hasty?: boolean;
  /** Doesn't repeat a call that was killed. */
  lost?: boolean;
}

/** A call to the function. It may be killed between any two requests. */
interface Call {
  wake: StreamWake;
  isDead: boolean;
}

/**
 * Creates an account whose events are followed as in a real stage, with a client that reconnects whenever it is
 * disconnected.
 */
async function streamWorld(random: () => number, mistake: Mistake = {}) {
  const { deps, clock, table } = apiWorld();
  const { id: account } = await createAccount(deps, { name: "Test", plan: "scale" }, clock.now());
  const { id: key } = await createKey(deps, { account_id: account, kind: "read" }, clock.now());
  const caller = {
    ...{ account_id: account, key_id: key, user_id: null, role: null, kind: "read" as const },
    ...{ instance_id: null, mcp: null, plan: "scale" as const, trial_ended: false },
  };
  const open = new Map<string, string[]>();
  const received: string[] = [];
  const written: string[] = [];
  const queue: StreamWake[] = [];
  const calls = new Set<Call>();
  const gates: { call: Call; pass: () => void }[] = [];
  const ends: string[] = [];
  let opened = 0;

  const through = (call: Call) =>
    new Promise<void>((resolve) => {
      if (!call.isDead) gates.push({ call, pass: resolve });
    });
  const connectionsFor = (call: Call): StreamConnections => ({
    async post(id, frame) {
      await through(call);
      const frames = open.get(id);
      if (!frames) return "gone";
      if (mistake.hasty && random() < 0.1) return "sent";
      frames.push(frame);
      const [, event] = /"id":"(evt_\w+)"/.exec(frame) ?? [];
      if (event !== undefined) received.push(event);
      return "sent";
    },
    async close(id, why) {
      await through(call);
      ends.push(why);
      open.delete(id);
    },
    isOpen: async (id) => open.has(id),
  });
  const tableFor = (call: Call): Table => ({
    ...table,
    get: (one) => through(call).then(() => table.get(one)),
    getMany: (many) => through(call).then(() => table.getMany(many)),
    query: (range) => through(call).then(() => table.query(range)),
    async write(one) {
      await through(call);
      const item = await table.write(one);
      if (item?.live !== undefined) queue.push({ account_id: account, up_to: null, connections: [item.sk] });
      return item;
    },
    transact: (writes, options) => through(call).then(() => table.transact(writes, options)),
  });

  return {
    ...{ deps, clock, table, account, key, open, received, written, queue, calls, gates, ends },
    async connect(types: string[] | null = null): Promise<string> {
      const after = received.at(-1) ?? null;
      const wish = { id: `L${++opened}=`, source: "198.51.100.1", instance_id: null, types, after };
      const { id } = await openConnection(
        { ...deps, connections: { isOpen: async () => true } },
        caller,
        wish,
        clock.now(),
      );
      open.set(id, []);
      queue.push({ account_id: account, up_to: null, connections: [id] });
      return id;
    },
    async write(type: "call.received" | "message.status" = "call.received"): Promise<void> {
      const draft = { account_id: account, instance_id: null, type, data: {} };
      const writes = eventWrites(deps, await eventRoute(deps, account, null), draft, clock.now());
      if (!hasWrites(writes)) throw new Error("The account hasn't chosen this type.");
      await table.transact(writes);
      const [first] = writes;
      const event = eventRecords.of("put" in first ? first.put : { pk: "", sk: "" });
      written.push(event.id);
      if (event.live !== undefined) queue.push({ account_id: account, up_to: event.id, connections: null });
    },
    begin(): void {
      const wake = queue.splice(Math.floor(random() * queue.length), 1)[0];
      if (!wake) return;
      const call: Call = { wake, isDead: false };
      calls.add(call);
      const until = new Date(clock.now().getTime() + 30_000);
      const own = { ...deps, table: tableFor(call), connections: connectionsFor(call) };
      void followStreams(own, [wake], until).then((failed) => {
        calls.delete(call);
        queue.push(...failed);
      });
    },
    kill(call: Call): void {
      call.isDead = true;
      calls.delete(call);
      for (let i = gates.length - 1; i >= 0; i--) if (gates[i]?.call === call) gates.splice(i, 1);
      if (!mistake.lost) queue.push(call.wake);
    },
    async pass(ms: number): Promise<void> {
      clock.moveTo(new Date(clock.now().getTime() + ms));
      await flushed();
    },
    async step(): Promise<void> {
      gates.splice(Math.floor(random() * gates.length), 1)[0]?.pass();
      await this.pass(10);
    },
    /** Runs everything that has started, or is waiting to start, to completion. */
    async rest(): Promise<void> {
      while (queue.length + calls.size > 0) {
        while (queue.length > 0) this.begin();
        if (gates.length > 0) await this.step();
        else await this.pass(250);
      }
    },
  };
}

/** Runs a schedule in which calls overlap and die, and connections are cut. @returns what went wrong. */
async function runSchedule(seed: number, mistake: Mistake = {}): Promise<string[]> {
  const random = seededRandom(seed);
  const world = await streamWorld(random, mistake);
  const { open, calls, gates, queue, received, written } = world;
  let connection = await world.connect();
  for (let n = 0; n < 400; n++) {
    const dice = random();
    if (dice < 0.04) await world.write();
    else if (dice < 0.05) {
      open.delete(connection);
      connection = await world.connect();
    } else if (dice < 0.06) {
      const [call] = [...calls].slice(Math.floor(random() * calls.size));
      if (call) world.kill(call);
    } else if (queue.length > 0 && calls.size < 4 && dice < 0.4) world.begin();
    else if (gates.length > 0 && dice < 0.9) await world.step();
    else await world.pass(random() * 700);
  }
  await world.rest();
  if (!open.has(connection)) {
    connection = await world.connect();
    await world.rest();
  }
  const once = [...new Set(received)];
  return JSON.stringify(once) === JSON.stringify(written) ? [] : [`written ${written.length}, got ${once.length}`];
}

const eventsOf = (frames: string[] = []) => frames.flatMap((frame) => /"id":"(evt_\w+)"/.exec(frame)?.[1] ?? []);

describe("a client of a stage's stream that connects again after the last event that it has", () => {
  it("gets every event, and each first in its order, wherever calls died, overlapped or connections were cut", async () => {
    expect(await failingSeed(seeds(25), runSchedule)).toBeNull();
  });

  it.each([{ hasty: true }, { lost: true }])("the test notices a mistake: %o", async (mistake) => {
    expect(await failingSeed(seeds(25), (seed) => runSchedule(seed, mistake))).not.toBeNull();
  });
});

describe("a connection of a stage", () => {
  it("is told how long it may be silent, gets what is kept and then each event once, also by two calls at once", async () => {
    const world = await streamWorld(seededRandom(7));
    await world.write();
    const id = await world.connect();
    await world.rest();
    for (let n = 0; n < 5; n++) await world.write();
    await world.rest();

    const frames = world.open.get(id);
    expect(frames?.[0]).toBe(pingFrame(LIMITS.streamQuietSec));
    expect(eventsOf(frames)).toEqual(world.written);
  });

  it("of a key with another one gets every event like that one", async () => {
    const world = await streamWorld(seededRandom(8));
    const both = [await world.connect(), await world.connect(["message.status"])];
    await world.rest();
    await world.write();
    await world.write("message.status");
    await world.rest();

    const [all, some] = both.map((id) => eventsOf(world.open.get(id)));
    expect(all).toEqual(world.written);
    expect(some).toEqual(world.written.slice(1));
  });

  it("gets an event whose writer did not know of it yet", async () => {
    const world = await streamWorld(seededRandom(9));
    const { deps, account, clock, table } = world;
    const before = await eventRoute(deps, account, null);
    const id = await world.connect();
    await world.pass(900);
    const draft = { account_id: account, instance_id: null, type: "call.received" as const, data: {} };
    const writes = eventWrites(deps, before, draft, clock.now());
    if (hasWrites(writes)) await table.transact(writes);
    await world.rest();

    expect(eventsOf(world.open.get(id))).toHaveLength(1);
  });

  it("gets nothing after its key was revoked, and is closed", async () => {
    const world = await streamWorld(seededRandom(10));
    await world.connect();
    await world.rest();
    await revokeKey(world.table, world.account, world.key, world.clock.now());
    await world.write();
    await world.rest();

    expect([world.received, world.ends]).toEqual([[], ["refused"]]);
    expect(await connectionsOf(world.table, world.account)).toEqual([]);
  });

  it("that never opened is given up after half a minute", async () => {
    const world = await streamWorld(seededRandom(11));
    world.open.delete(await world.connect());
    await world.rest();

    expect(await connectionsOf(world.table, world.account)).toEqual([]);
  });

  it("that fails is closed, and others of the account get their events", async () => {
    const world = await streamWorld(seededRandom(12));
    const { deps, clock, account } = world;
    const [broken, whole] = [await world.connect(), await world.connect()];
    await world.rest();
    await world.write();
    await world.pass(3_000);
    const posted: string[] = [];
    const connections: StreamConnections = {
      async post(id) {
        if (id === broken) throw new Error("ServiceUnavailable");
        posted.push(id);
        return "sent";
      },
      close: async () => {
        throw new Error("ServiceUnavailable");
      },
      isOpen: async () => true,
    };
    const wakes = [{ account_id: account, up_to: world.written[0] ?? null, connections: null }];

    expect(await followStreams({ ...deps, connections }, wakes, new Date(clock.now().getTime() + 9_000))).toEqual([]);
    expect(posted).toEqual([whole]);
    expect((await connectionsOf(world.table, account)).map(({ id }) => id)).toEqual([whole]);
  });
});

describe("an event of an account without a connection", () => {
  it("has no mark for the stream, and costs its writer no more", async () => {
    const world = await streamWorld(seededRandom(13));
    await world.write();
    await world.connect();
    await world.rest();
    await world.pass(LIMITS.streamHours * 3_600_000 + 1_000);
    await world.write();

    expect(world.queue).toEqual([]);
  });
});
