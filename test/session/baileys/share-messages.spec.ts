import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HeldMessages } from "../../../session-service/baileys/fixes/held-messages.ts";
import { bytesOf, LINE_LIMITS, type LineLimits } from "../../../session-service/baileys/fixes/line-room.ts";
import { shareMessages } from "../../../session-service/baileys/fixes/share-messages.ts";
import { libraryLog } from "../../../session-service/baileys/shared/library-log.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { seededRandom } from "../../support/models/lane-sim.ts";
import { BareSession, textOf } from "../support/bare-session.ts";
import { SessionWorld } from "../support/session-world.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const CARL = "15550001004";
const GROUP = "120363020000000001@g.us";
/** How long the library takes to process one message, in ms. */
const TAKES_MS = 20;
const A_SECOND_AND_WHAT_IT_REGAINS_MS = 1_200;
/** The minimum time that a write to a distant table takes, in ms. */
const WRITE_MS = 200;
/**
 * How many messages from a new flood can be handled first: its share of a second, plus one in progress. Each takes at
 * least one write.
 */
const MOST_BEFORE = 8;

/**
 * Creates a socket that receives messages. It handles them one by one, and each takes TAKES_MS on the socket's own
 * clock.
 */
function playedSocket(limits: LineLimits = LINE_LIMITS, cut = () => {}) {
  const ws = new EventEmitter();
  const done: string[] = [];
  const reported: unknown[] = [];
  let now = 0;
  const log = libraryLog(silent, "inst_played");
  const take = async ({ attrs }: { attrs: Record<string, string> }) => {
    await new Promise(setImmediate);
    now += TAKES_MS;
    done.push(String(attrs.id));
    log.debug({ recv: { tag: "message", attrs } }, "sent ack");
    if (attrs.id === "bad") throw new Error("It can't be read.");
  };
  /** The library's queue for what the network held. */
  let waited = Promise.resolve();
  ws.on("CB:message", async (node: { attrs: Record<string, string> }) => {
    if (node.attrs.offline === undefined) return take(node);
    waited = waited.then(() => take(node));
  });
  shareMessages({ ws } as unknown as Pick<WASocket, "ws">, {
    monotonicMs: () => now,
    report: (_where, error) => reported.push(error),
    cut,
    held: new HeldMessages(log),
    limits,
  });
  const comes = (id: string, from: string, more: Record<string, string> = {}) =>
    ws.emit("CB:message", { tag: "message", attrs: { id, from, ...more } });
  const all = (count: number) => eventually("all to be done", () => done.length === count);
  const passes = (ms: number) => {
    now += ms;
  };
  return { ws, log, done, reported, comes, all, passes };
}

/** Limits that leave room for only a few messages, so that a line can be cut at any age. */
const SMALL: LineLimits = {
  all: { messages: 6, bytes: 100_000 },
  chat: { messages: 3, bytes: 50_000 },
  cutAfterMs: { all: 0, chat: 0 },
};

const address = (phone: string) => `${phone}@s.whatsapp.net`;

describe("a flood of readable messages", () => {
  it("of one writer, or in one group, delays other chats by a second, and no chat's order changes", async () => {
    for (const from of [address(ANA), GROUP]) {
      const { done, comes, all } = playedSocket();
      for (let n = 0; n < 1_000; n++) comes(`flood ${n}`, from);
      comes("ben 1", address(BEN));
      comes("ben 2", address(BEN));
      comes("from our phone", address(OLGA), { recipient: address(CARL) });
      await all(1_003);

      const others = ["ben 1", "ben 2", "from our phone"];
      const first = done.indexOf("ben 1");
      expect(done.slice(first, first + 3)).toEqual(others);
      expect(first * TAKES_MS).toBeLessThan(A_SECOND_AND_WHAT_IT_REGAINS_MS);
      expect(done.filter((id) => id.startsWith("flood"))).toEqual(
        Array.from({ length: 1_000 }, (_, n) => `flood ${n}`),
      );
    }
  });

  it("does not hold up what waited at the network, which comes in its own order", async () => {
    const { done, comes, all } = playedSocket();
    for (let n = 0; n < 100; n++) comes(`flood ${n}`, address(ANA));
    comes("waited 1", address(BEN), { offline: "0" });
    comes("waited 2", address(ANA), { offline: "1" });
    await all(102);

    expect(done.indexOf("waited 1")).toBeLessThan(5);
    expect(done.indexOf("waited 2")).toBeGreaterThan(done.indexOf("waited 1"));
    expect(done.indexOf("waited 2")).toBeLessThan(8);
  });

  it("comes behind what waited of its own chat, even if others chose the same ids, and other chats pass it", async () => {
    const { done, comes, all } = playedSocket();
    for (let n = 0; n < 5; n++) comes(`${n}`, address(ANA), { offline: `${2 * n}` });
    comes("4", address(CARL), { offline: "11" });
    comes("live", address(BEN));
    for (let n = 5; n < 10; n++) comes(`${n}`, address(ANA));
    await eventually("half of them", () => done.length > 6);
    comes("10", address(ANA));
    await all(13);

    expect(done.indexOf("live")).toBeLessThan(4);
    const ofAna = done.filter((id, place) => id !== "live" && !(id === "4" && done.indexOf("4") !== place));
    expect(ofAna).toEqual(Array.from({ length: 11 }, (_, n) => `${n}`));
  });

  it.each([
    ["a receipt for one", "receipt", { from: address(ANA), type: "read" }],
    ["another person's message", "message", { from: address(BEN) }],
    ["another person's text", null, { to: address(BEN) }],
    ["the team's reading", null, { to: address(ANA), type: "read" }],
  ])("stays behind it when %s with its id is acknowledged", async (_, tag, more) => {
    const { log, done, comes, all } = playedSocket();
    for (const id of ["0", "1", "2"]) {
      comes(id, address(ANA), { offline: "0" });
      const attrs = { id, ...more };
      if (tag === null) log.debug({ attrs }, "sending receipt for messages");
      else log.debug({ recv: { tag, attrs } }, "sent ack");
    }
    comes("live", address(ANA));
    await all(4);

    expect(done).toEqual(["0", "1", "2", "live"]);
  });

  it.each([
    ["a message", { from: address(ANA) }, { to: address(ANA) }],
    ["a message from a computer", { from: `${ANA}:12@s.whatsapp.net` }, { to: `${ANA}:12@s.whatsapp.net` }],
    ["one in a group", { from: GROUP, participant: address(ANA) }, { to: GROUP, participant: address(ANA) }],
    ["one typed on the phone", { from: address(OLGA), recipient: address(ANA) }, { recipient: address(ANA) }],
    [
      "one typed for an assistant",
      { from: address(OLGA), recipient: "13135550002@s.whatsapp.net" },
      { recipient: address(OLGA) },
    ],
  ])("is behind nothing once the receipt for %s is sent", (_, attrs, receipt) => {
    const log = libraryLog(silent, "inst_played");
    const held = new HeldMessages(log);
    let handled = 0;
    held.add({ attrs: { id: "1", ...attrs } }, { chat: "chat", done: () => handled++ });
    expect(held.has("chat")).toBe(true);

    log.debug({ attrs: { id: "1", ...receipt } }, "sending receipt for messages");

    expect([held.has("chat"), handled]).toEqual([false, 1]);
  });

  it("stays behind it whichever of their devices somebody writes with", async () => {
    const { done, comes, all } = playedSocket();
    for (let n = 0; n < 5; n++) comes(`${n}`, address(ANA), { offline: `${n}` });
    comes("from their computer", `${ANA}:12@s.whatsapp.net`);
    await all(6);

    expect(done).toEqual(["0", "1", "2", "3", "4", "from their computer"]);
  });

  it("stays in the order in which it came if something that waited comes between", async () => {
    const { done, comes, all } = playedSocket();
    for (let n = 0; n < 20; n++) comes(`flood ${n}`, address(ANA));
    for (const id of ["1", "2"]) comes(id, address(BEN));
    comes("waited", address(BEN), { offline: "0" });
    for (const id of ["3", "4"]) comes(id, address(BEN));
    await all(25);

    expect(done.filter((id) => !id.startsWith("flood"))).toEqual(["waited", "1", "2", "3", "4"]);
  });

  it("has no more room behind what waited than otherwise", async () => {
    let cuts = 0;
    const { done, comes, all } = playedSocket(SMALL, () => cuts++);
    comes("waited", address(ANA), { offline: "0" });
    for (let n = 0; n < 5; n++) comes(`flood ${n}`, address(ANA));
    await all(4);

    expect(done).toEqual(["waited", "flood 0", "flood 1", "flood 2"]);
    expect(cuts).toBe(1);
  });

  it("goes on behind one that throws, and what is left when the line ends is left to the network", async () => {
    const { ws, done, reported, comes, all } = playedSocket();
    comes("bad", address(ANA));
    comes("good", address(ANA));
    await all(2);
    expect([done, reported]).toEqual([["bad", "good"], [new Error("It can't be read.")]]);

    for (let n = 0; n < 10; n++) comes(`flood ${n}`, address(ANA));
    ws.emit("close");
    await eventually("the one in hand", () => done.length === 3);
    await new Promise(setImmediate);
    expect(done).toEqual(["bad", "good", "flood 0"]);
  });
});

/**
 * Simulates a network that retains unhandled messages and delivers them again, in order, on the next line. Lines handle
 * them one after another until none are left, while more messages arrive.
 */
async function linesOf(
  written: { id: string; from: string }[],
  limits: LineLimits,
  chance: () => number,
): Promise<string[]> {
  const done: string[] = [];
  for (let lines = 0; done.length < written.length; lines++) {
    if (lines > written.length) throw new Error("Lines are cut again and again.");
    let isCut = false;
    const line = playedSocket(limits, () => {
      isCut = true;
      line.ws.emit("close");
    });
    const left = written.filter(({ id }) => !done.includes(id));
    for (const { id, from } of left) {
      if (!isCut) line.comes(id, from);
      for (let turns = chance() * 4 - 2; turns > 0; turns--) await new Promise(setImmediate);
    }
    while (!isCut && line.done.length < left.length) await new Promise(setImmediate);
    done.push(...line.done);
  }
  return done;
}

describe("a flood that finds no room", () => {
  it("waits at the network but for a chat's share, while others pass; then the line is cut for it", async () => {
    let cuts = 0;
    const { done, comes, all, passes } = playedSocket({ ...SMALL, cutAfterMs: { all: 0, chat: 10_000 } }, () => cuts++);
    for (let n = 0; n < 10; n++) comes(`flood ${n}`, address(ANA));
    comes("ben", address(BEN));
    await all(4);
    comes("flood again", address(ANA));
    comes("ben again", address(BEN));
    await all(5);

    expect(done).toEqual(["flood 0", "flood 1", "flood 2", "ben", "ben again"]);
    expect(cuts).toBe(0);
    passes(10_000);
    comes("ben at last", address(BEN));
    await all(6);
    expect(cuts).toBe(1);
  });

  it("of many chats leaves everybody's later messages to the network until the earlier ones are done", async () => {
    let cuts = 0;
    const { done, comes, all } = playedSocket(SMALL, () => cuts++);
    for (const from of [ANA, BEN, CARL]) for (let n = 0; n < 3; n++) comes(`${from} ${n}`, address(from));
    expect(cuts).toBe(0);
    await all(6);

    expect(done.map((id) => id.split(" ")[0])).toEqual([ANA, ANA, ANA, BEN, BEN, BEN]);
    expect(cuts).toBe(1);
  });

  it("is measured in bytes, too, whatever a message is made of; a single one always fits", async () => {
    const { ws, done, comes, all } = playedSocket({ ...SMALL, chat: { messages: 3, bytes: 5_000 } });
    const large = (id: string) =>
      ws.emit("CB:message", {
        tag: "message",
        attrs: { id, from: address(ANA) },
        content: [{ tag: "enc", attrs: {}, content: [{ tag: "part", attrs: {}, content: new Uint8Array(9_000) }] }],
      });
    large("large");
    large("large again");
    comes("small", address(ANA));
    comes("ben", address(BEN));
    await all(2);

    expect(done).toEqual(["large", "ben"]);
    expect(bytesOf({ tag: "message", attrs: { from: "a".repeat(1_000) }, content: "b".repeat(2_000) })).toBeGreaterThan(
      3_000,
    );
  });

  it("loses none and keeps the order of each chat over as many lines as it takes, in 200 floods", async () => {
    for (let seed = 0; seed < 200; seed++) {
      const chance = seededRandom(seed);
      const people = [ANA, BEN, CARL, OLGA].map(address);
      const written = Array.from({ length: 20 }, (_, n) => {
        const from = people[Math.floor(chance() ** 2 * people.length)] ?? "";
        return { id: `${from} ${n}`, from };
      });

      const done = await linesOf(written, SMALL, chance);

      expect(new Set(done).size, `seed ${seed}`).toBe(written.length);
      for (const from of people) {
        const own = (ids: string[]) => ids.filter((id) => id.startsWith(from));
        expect(own(done), `seed ${seed}`).toEqual(own(written.map(({ id }) => id)));
      }
    }
  });
});

describe("a flood of readable messages over the network", () => {
  let world: SessionWorld;
  let session: BareSession;
  let isSlow = false;
  beforeAll(async () => {
    world = await SessionWorld.create(async (operation, phase) => {
      if (isSlow && phase === "before" && "writes" in operation) await pause(WRITE_MS);
    });
    session = await (await BareSession.open(world, "inst_flooded")).link(world, OLGA);
  });
  afterAll(async () => {
    await session.end();
    await world.tearDown();
  });

  it("is passed by what somebody else writes", async () => {
    const texts = () => session.received.flatMap((message) => textOf(message) ?? []);
    const write = (from: string, text: string) => world.stage.sandbox.write(from, { to: OLGA, text });
    await write(ANA, "Hello");
    await write(BEN, "Hello");
    await eventually("their first messages", () => texts().length === 2);

    isSlow = true;
    let readWhenItCame: number | null = null;
    session.sock.ws.on("CB:message", ({ attrs }: BinaryNode) => {
      if (attrs.from?.startsWith(BEN) || attrs.sender_pn?.startsWith(BEN)) readWhenItCame = texts().length;
    });
    const flood = 25;
    for (let n = 0; n < flood; n++) await write(ANA, `Flood ${n}`);
    await write(BEN, "Behind the flood");

    await eventually("all of them", () => texts().length === flood + 3);
    expect(texts().indexOf("Behind the flood") - (readWhenItCame ?? Number.NaN)).toBeLessThanOrEqual(MOST_BEFORE);
    expect(texts().filter((text) => text.startsWith("Flood"))).toEqual(
      Array.from({ length: flood }, (_, n) => `Flood ${n}`),
    );
  });

  it("never overtakes what its writer wrote while the number was offline", async () => {
    isSlow = false;
    const texts = () => session.received.flatMap((message) => textOf(message) ?? []);
    const write = (text: string) => world.stage.sandbox.write(ANA, { to: OLGA, text });
    await session.end();
    const waited = Array.from({ length: 20 }, (_, n) => `Waited ${n}`);
    for (const text of waited) await write(text);
    isSlow = true;
    await session.connect();
    await eventually("the first of them", () => texts().includes("Waited 0"));
    for (const text of ["Live 0", "Live 1"]) await write(text);
    await eventually("all of them", () => texts().includes("Live 1"));

    expect(texts().filter((text) => /^(Waited|Live)/.test(text))).toEqual([...waited, "Live 0", "Live 1"]);
  });
});
