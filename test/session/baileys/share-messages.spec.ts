import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shareMessages } from "../../../session-service/baileys/fixes/share-messages.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { BareSession, textOf } from "../support/bare-session.ts";
import { SessionWorld } from "../support/session-world.ts";

const CARL = "15550001004";
const GROUP = "120363020000000001@g.us";
/** What the library takes for a message, ms. */
const TAKES_MS = 20;
const A_SECOND_AND_WHAT_IT_REGAINS_MS = 1_200;
/** What a write takes at least in a table that is far away, ms. */
const WRITE_MS = 200;
/** Of a flood that begins, the share of a second, and one that was in hand: each takes a write or more. */
const MOST_BEFORE = 8;

/** A socket on which messages come; it does them one by one, each in TAKES_MS of its own clock. */
function playedSocket() {
  const ws = new EventEmitter();
  const done: string[] = [];
  const reported: unknown[] = [];
  let now = 0;
  ws.on("CB:message", async ({ attrs }: { attrs: Record<string, string> }) => {
    await Promise.resolve();
    now += TAKES_MS;
    done.push(String(attrs.id));
    if (attrs.id === "bad") throw new Error("It can't be read.");
  });
  shareMessages(
    { ws } as unknown as WASocket, // all that is used of it
    () => now,
    (_where, error) => reported.push(error),
  );
  const comes = (id: string, from: string, more: Record<string, string> = {}) =>
    ws.emit("CB:message", { tag: "message", attrs: { id, from, ...more } });
  const all = (count: number) => eventually("all to be done", () => done.length === count);
  return { ws, done, reported, comes, all };
}

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
    expect(done.indexOf("waited 2")).toBe(done.indexOf("waited 1") + 1);
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
});
