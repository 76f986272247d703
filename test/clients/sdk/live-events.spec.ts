import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReadEvents } from "../../../clients/sdk/src/index.ts";
import { streamStandIn } from "./stream-stand-in.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

/** Reads events live, and records the received events and the saved places. */
function following(stage: ReturnType<typeof streamStandIn>, options: ReadEvents = {}, handle = async () => {}) {
  const got: string[] = [];
  const saved: string[] = [];
  const stop = new AbortController();
  const save = (place: string) => void saved.push(place);
  const ended = (async () => {
    for await (const { id } of stage.gateway.events.live({ save, signal: stop.signal, ...options })) {
      got.push(id);
      await handle();
    }
  })();
  return {
    got,
    saved,
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

describe("the live reader of events", () => {
  it("polls what is there, then gets events as they happen, without a poll", async () => {
    const stage = streamStandIn();
    stage.publish(250);
    const reader = following(stage);
    await pass(1);
    expect(reader.got).toEqual(stage.ids);
    expect(stage.open()?.url.searchParams.get("after")).toBe(stage.ids.at(-1));
    const polls = stage.polledAt.length;

    for (let n = 0; n < 10; n++) {
      stage.publish(1);
      stage.open()?.say({ kind: "ping" });
      await pass(30);
    }

    expect(reader.got).toEqual(stage.ids);
    expect(reader.saved.at(-1)).toBe(stage.ids.at(-1));
    expect(stage.polledAt.length).toBe(polls);
    expect(stage.sockets).toHaveLength(1);
    await reader.stop();
    expect(stage.open()).toBeUndefined();
  });

  it("stays on a connection that may be silent for as long as its ping says, and no longer", async () => {
    const stage = streamStandIn();
    const reader = following(stage);
    await pass(1);
    stage.open()?.say({ kind: "ping", silent_sec: 300 });
    await pass(299);
    expect(stage.sockets).toHaveLength(1);
    await pass(2);
    expect(stage.sockets.filter(({ isOpen }) => isOpen)).toHaveLength(1);
    expect(stage.sockets).toHaveLength(2);
    await reader.stop();
  });

  it("passes its filter and its place on to both", async () => {
    const stage = streamStandIn();
    stage.publish(3);
    const types: ReadEvents["types"] = ["message.received", "message.status"];
    const reader = following(stage, { after: "evt_000000", types, instance_id: "inst_1" });
    await pass(1);

    const asked = stage.open()?.url.searchParams;
    expect(reader.got).toEqual(stage.ids.slice(1));
    expect(asked?.getAll("types")).toEqual(types);
    expect(asked?.get("instance_id")).toBe("inst_1");
    expect(asked?.get("ticket")).toBe("t");
    await reader.stop();
  });

  it.each([
    ["closed", (socket: Socket) => socket.end()],
    ["behind", (socket: Socket) => socket.say({ kind: "behind" })],
    ["not understood", (socket: Socket) => socket.say("<html>")],
    ["of a later kind", (socket: Socket) => socket.say({ kind: "moved" })],
    ["silent for longer than between two pings", () => pass(80)],
  ])("polls at once when the connection is %s, misses nothing, and connects again", async (_why, fail) => {
    const stage = streamStandIn();
    const reader = following(stage);
    await pass(1);
    stage.publish(2);
    stage.publish(3, true);

    await fail(stage.open() as Socket);
    await pass(0.1);
    expect(reader.got).toEqual(stage.ids);
    await pass(10);
    stage.publish(1);
    await pass(0.1);

    expect(reader.got).toEqual(stage.ids);
    expect(stage.sockets.filter(({ isOpen }) => isOpen)).toHaveLength(1);
    await reader.stop();
  });

  it("connects at once after a good connection, and ever more seldom where none lasts", async () => {
    const stage = streamStandIn();
    const reader = following(stage);
    await pass(1);
    for (let n = 0; n < 4; n++) {
      await pass(20);
      stage.open()?.say({ kind: "ping" });
    }
    stage.open()?.end();
    await pass(0.1);
    expect(stage.sockets).toHaveLength(2);

    for (let second = 0; second < 3_600; second++) {
      stage.open()?.end();
      await pass(1);
    }

    expect(stage.sockets.length).toBeLessThan(25);
    expect(stage.polledAt.length).toBeLessThan(1_850);
    await reader.stop();
  });

  it.each([
    ["the gateway has no stream", (stage: Stage) => stage.refuseTickets(404)],
    ["the runtime has no WebSocket", () => vi.stubGlobal("WebSocket", undefined)],
  ])("polls every two seconds where %s, and asks for no connection again", async (_why, prepare) => {
    const stage = streamStandIn();
    prepare(stage);
    const reader = following(stage);
    await pass(60);
    stage.publish(5);
    await pass(2.1);
    stage.refuseTickets(200);
    await pass(600);

    expect(reader.got).toEqual(stage.ids);
    expect(stage.sockets).toEqual([]);
    expect(stage.polledAt.length).toBeLessThanOrEqual(335);
    await reader.stop();
  });

  it("polls meanwhile where no ticket is given, and connects once one is", async () => {
    const stage = streamStandIn();
    stage.refuseTickets(429);
    const reader = following(stage);
    await pass(10);
    stage.publish(1);
    await pass(3);
    expect(reader.got).toEqual(stage.ids);

    stage.refuseTickets(200);
    await pass(60);

    expect(stage.open()).toBeDefined();
    await reader.stop();
  });

  it("keeps a thousand events in memory for a slow loop at most, and polls for the rest", async () => {
    const stage = streamStandIn();
    const reader = following(stage, {}, () => new Promise((resolve) => setTimeout(resolve, 10)));
    await pass(1);
    stage.publish(5_000);
    expect(stage.sockets).toHaveLength(1);

    await pass(60);

    expect(reader.got).toEqual(stage.ids);
    await reader.stop();
  });

  it("waits out a minute without a poll, although each refusal asks for a second only", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const stage = streamStandIn();
    stage.publish(1);
    stage.limitPolls(true);
    const reader = following(stage);
    await pass(50);
    expect(stage.polledAt.length).toBeLessThan(9);

    stage.limitPolls(false);
    await pass(40);

    expect(reader.got).toEqual(stage.ids);
    await reader.stop();
    vi.restoreAllMocks();
  });

  it("throws what a poll is refused with", async () => {
    const stage = streamStandIn();
    stage.gateway.events.list = () => {
      throw new TypeError("refused");
    };

    await expect(stage.gateway.events.live().next()).rejects.toThrow("refused");
  });

  it("yields every event once and in order, whatever happens to its connections", async () => {
    const happening = fc.oneof(
      fc.record({ kind: fc.constant("publish" as const), n: fc.integer({ min: 1, max: 150 }), lost: fc.boolean() }),
      fc.record({ kind: fc.constantFrom("end", "behind", "garbage", "again", "ping") }),
      fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 90 }) }),
      fc.record({ kind: fc.constant("tickets" as const), status: fc.constantFrom(200, 429, 503) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
        const stage = streamStandIn();
        const reader = following(stage);
        for (const one of happenings) {
          const socket = stage.open();
          if (one.kind === "publish" && "n" in one) {
            stage.publish(one.n, one.lost);
            // A connection on which events couldn't be sent is closed without mentioning them.
            if (one.lost) socket?.end();
          }
          if (one.kind === "end") socket?.end();
          if (one.kind === "behind") socket?.say({ kind: "behind" });
          if (one.kind === "garbage") socket?.say("{");
          if (one.kind === "ping") socket?.say({ kind: "ping" });
          // A gateway that dies right after sending an event sends it again.
          if (one.kind === "again") for (const id of stage.ids) socket?.say({ kind: "event", event: stage.event(id) });
          if ("status" in one) stage.refuseTickets(one.status);
          await pass("seconds" in one ? one.seconds : 0.05);
        }
        stage.refuseTickets(200);
        await pass(10);

        expect(reader.got).toEqual(stage.ids);
        expect(reader.saved).toEqual(reader.saved.toSorted());
        await reader.stop();
      }),
      { numRuns: 60 },
    );
  });
});

type Stage = ReturnType<typeof streamStandIn>;
type Socket = Stage["sockets"][number];
