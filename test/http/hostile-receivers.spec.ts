import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPost } from "../../core/http/guarded-client.ts";
import { type Receiver, type ScriptedAnswer, startReceiver } from "../support/receiver.ts";
import { type WebhookWorld, webhookWorld } from "../support/webhook-world.ts";

const BOMB = gzipSync(Buffer.alloc(50 * 1024 * 1024));
const GROWTH_MAX_BYTES = 20 * 1024 * 1024;

/**
 * Everything that a receiver can do to a sender. Receivers with "ok" in their name respond with 2xx before they
 * misbehave.
 */
const HOSTILE: Record<string, ScriptedAnswer> = {
  hang: "hang",
  reset: "reset",
  refuse: 503,
  redirect: { status: 302, headers: { location: "http://127.0.0.1:1/" } },
  "redirect to itself": (_request, response) => response.writeHead(307, { location: "/hook" }).end(),
  "ok, then a body that never ends": (_request, response) => void response.writeHead(200).write("x"),
  "ok, then an endless flood": (_request, response) => {
    response.writeHead(200);
    const flood = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on("drain", flood).on("error", () => undefined);
    flood();
  },
  "ok, then a gzip bomb": (_request, response) =>
    void response.writeHead(200, { "content-encoding": "gzip", "content-length": BOMB.length }).end(BOMB),
  "ok, then one byte at a time": (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 20);
    response.once("close", () => clearInterval(timer));
  },
  "ok, then a length that is a lie": (_request, response) => {
    response.writeHead(200, { "content-length": 1_000_000 }).write("short");
    setTimeout(() => response.destroy(), 30);
  },
};

let world: WebhookWorld;
let receiver: Receiver;

beforeEach(async () => {
  world = webhookWorld();
  receiver = await startReceiver();
  world.deps.post = createPost({ allowPrivate: true, log: world.deps.log, answerSec: 0.3 });
  await world.change({ url: receiver.url });
  await world.look();
});
afterEach(() => receiver.stop());

/** Returns how many bytes this process uses after garbage collection. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") for (let i = 0; i < 3; i++) collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

describe("a receiver that misbehaves in every way", () => {
  it("gets at most two events at once, costs no memory, and gets every one again until it is accepted", async () => {
    const kinds = Object.values(HOSTILE);
    receiver.respondWith(...kinds, 204); // a first round, so that everything is loaded before memory is measured
    for (let n = 0; n < kinds.length; n++) await world.publish({ n });
    await world.look();
    const before = heldBytes();

    receiver.respondWith(...Array.from({ length: 6 }, () => kinds).flat(), 204);
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push(await world.publish({ n }));
    await world.look();
    expect(heldBytes() - before).toBeLessThan(GROWTH_MAX_BYTES);

    receiver.respondWith(204);
    for (let round = 0; round < 9 && world.rows().length > 0; round++) {
      world.advance(43_300);
      await world.look();
    }
    expect(receiver.mostAtOnce()).toBeLessThanOrEqual(2);
    expect(world.rows()).toEqual([]);
    const posted = new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
    for (const id of ids) expect(posted.has(id)).toBe(true);
    expect(ids.filter((id) => world.failed(id))).toEqual([]);
  });

  it.each(Object.entries(HOSTILE))("%s: delivered exactly when a 2xx came first", async (name, answer) => {
    receiver.respondWith(answer);
    const id = await world.publish();
    await world.look();

    const isDelivered = name.startsWith("ok");
    expect(world.rows().map((row) => row.sk.startsWith("D#"))).toEqual(isDelivered ? [] : [true]);
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual([id]); // nothing was followed
  });
});
