import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RETRY_DELAYS_SEC } from "../../../core/domain/webhooks/retry-ladder.ts";
import { putRow } from "../../../core/lanes/put-row.ts";
import { runLane } from "../../../core/lanes/run-lane.ts";
import { takeSlot } from "../../../core/lanes/slot.ts";
import { endpointWorker } from "../../../core/operations/delivering/deliver-events.ts";
import type { Vault } from "../../../core/ports.ts";
import { readEndpointRows } from "../../../core/records/webhooks/endpoint-rows.ts";
import { sealSecret } from "../../../core/records/webhooks/webhook-secrets.ts";
import { keys } from "../../../core/store/keys.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import type { QueueLetter } from "../../../core/store/lane-queues.ts";
import { eventually } from "../../support/eventually.ts";
import { type ReceivedRequest, type Receiver, startReceiver } from "../../support/receiver.ts";
import { verifyWebhook } from "../../support/verify-webhook.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";

let world: WebhookWorld;
let receiver: Receiver;
let secret: string;

beforeEach(async () => {
  world = webhookWorld();
  receiver = await startReceiver();
  secret = String((await world.change({ url: receiver.url })).secret);
  await world.look(); // the change's own wake-up
});
afterEach(() => receiver.stop());

const idsOf = (requests: ReceivedRequest[]) => requests.map(({ headers }) => headers["webhook-id"]);
const verify = (request: ReceivedRequest | undefined, whsec = secret) =>
  // None of these requests repeats a header.
  verifyWebhook(whsec, request?.body ?? "", request?.headers as Record<string, string>, world.clock.now());

/** Text that is too large for a row, so that an event with it must be loaded before its first post. */
const LARGE = "a long text ".repeat(200);

describe("an event", () => {
  it("is posted as its stored body, signed, and is gone from the lane after a 2xx", async () => {
    const id = await world.publish({ body: "Olá 👋", n: 1 });

    expect(await world.look()).toBe("worked");

    const [request] = receiver.requests;
    expect(receiver.requests).toHaveLength(1);
    expect(request?.body).toBe(world.event(id).body);
    expect(request).toMatchObject({
      method: "POST",
      path: "/hook",
      headers: {
        "webhook-id": id,
        "content-type": "application/json",
        "user-agent": "Service-Webhooks/1 (+https://docs.example.com/guides/webhooks)",
      },
    });
    expect(verify(request)).toMatchObject({ id, type: "message.received", data: { body: "Olá 👋", n: 1 } });
    expect(world.rows()).toEqual([]);
    expect(world.head()).not.toHaveProperty("wake_at");
  });

  it("carries two signatures until the previous secret ends, then one", async () => {
    const old = "whsec_b2xkb2xkb2xkb2xkb2xkb2xkb2xkb2xkb2xkb2xkb2w=";
    const validUntil = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const sealed = await sealSecret(world.deps.vault, { account_id: ACCOUNT, owner: "account" }, old);
    const previous = { previous_secret: { sealed, valid_until: validUntil } };
    await world.table.write({ update: keys.webhook(ACCOUNT, "account"), set: previous });

    await world.publish();
    await world.look();
    world.advance(61);
    await world.publish();
    await world.look();

    const [during, after] = receiver.requests;
    expect(String(during?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    expect(() => verify(during)).not.toThrow();
    expect(() => verify(during, old)).not.toThrow();
    expect(String(after?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
  });

  it("carries the webhook's own header", async () => {
    await world.change({ auth_header: { name: "Authorization", value: "Bearer t0ken" } });

    await world.publish();
    await world.look();

    expect(receiver.requests[0]?.headers.authorization).toBe("Bearer t0ken");
  });

  it("ends without a post when it is 30 days old", async () => {
    const gone = await startReceiver();
    await gone.stop();
    await world.publish();
    world.advance(30 * 86_400 + 1);

    await world.look();

    expect(receiver.requests).toEqual([]);
    expect(world.rows()).toEqual([]);
  });

  it("that is too large for its row ends without a post when its record is gone", async () => {
    const id = await world.publish({ text: LARGE });
    await world.table.write({ delete: keys.event(ACCOUNT, id) });

    await world.look();

    expect(receiver.requests).toEqual([]);
    expect(world.rows()).toEqual([]);
  });
});

describe("new events", () => {
  it("are started oldest first, also those of several pages", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) ids.push(await world.publish({ i }));

    await world.look();

    // Two posts are in flight at a time, so neighboring events may arrive out of order.
    idsOf(receiver.requests).forEach((id, at) => {
      expect(Math.abs(ids.indexOf(String(id)) - at)).toBeLessThanOrEqual(1);
    });
    expect(new Set(idsOf(receiver.requests)).size).toBe(40);
  });

  it("are posted at most two at once; the rest wait", async () => {
    receiver.respondWith("hold");
    for (let i = 0; i < 5; i++) await world.publish({ i });
    const run = world.look();

    let answered = 0;
    for (const atOnce of [2, 2, 1]) {
      await receiver.waitFor((requests) => requests.length === answered + atOnce);
      // Let time pass and have the worker check again while the posts are still open. If a third post were allowed, it
      // would start now.
      for (let turn = 0; turn < 40; turn++) {
        world.advance(0.1);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(receiver.requests).toHaveLength(answered + atOnce);
      answered += receiver.answerHeld(200);
    }
    await run;

    expect(receiver.requests).toHaveLength(5);
    expect(receiver.mostAtOnce()).toBe(2);
  });

  it("that come while a post is open don't wait for its end", async () => {
    receiver.respondWith("hold", 200);
    await world.publish({ i: 0 });
    const run = world.look();
    await receiver.waitFor((requests) => requests.length === 1);

    await world.publish({ i: 1 });
    await eventually("the second event", () => {
      world.advance(1);
      return receiver.requests.length === 2;
    });
    receiver.answerHeld(200);

    expect(await run).toBe("worked");
    expect(world.rows()).toEqual([]);
  });

  it("of two webhooks with one URL take turns", async () => {
    await world.change({ url: receiver.url }, "inst_1");
    const url = new URL(receiver.url);
    const other = {
      lane: "other",
      fence: 1,
      isCareful: false,
      isTimeUp: () => false,
      holds: async () => true,
      forwardTo: null,
      kept: [],
    };
    const hash = createHash("sha256").update(url.href).digest("hex");
    const slot = await takeSlot(world.deps, keys.endpointSlot(ACCOUNT, hash), other);
    await world.publish();
    const wakesBefore = world.wakes.length;

    await world.look();

    expect(receiver.requests).toEqual([]);
    expect(world.wakes.length - wakesBefore).toBe(1); // one look in five seconds, not one after the other
    const inSec = (new Date(String(world.head()?.wake_at)).getTime() - world.clock.now().getTime()) / 1000;
    expect(inSec).toBeGreaterThan(4);
    expect(inSec).toBeLessThanOrEqual(5);

    await slot?.free();
    world.advance(5);
    await world.look();
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("a URL", () => {
  const INSTANCE = "inst_1";
  const lane = endpointLane(ACCOUNT, INSTANCE);
  const slots = () => world.table.all().filter(({ sk }) => sk === "SLOT");
  /** Runs the worker on the lanes. @returns the number of slots taken in the meantime. */
  async function slotsTaken(lanes = [world.lane, lane]): Promise<number> {
    let taken = 0;
    const watched = world.table.withHook((operation, phase) => {
      if (phase === "before" || operation.kind !== "write") return;
      taken += operation.writes.filter((write) => "update" in write && write.update.sk === "SLOT").length;
    });
    for (const one of lanes) await world.look(watched, one);
    return taken;
  }

  it("that only one webhook has is posted to without a slot", async () => {
    await world.change({ url: `${receiver.url}/own` }, INSTANCE);
    await world.publish();
    await world.publish({}, INSTANCE);

    expect(await slotsTaken()).toBe(0);

    expect(receiver.requests.map(({ path }) => path).sort()).toEqual(["/hook", "/hook/own"]);
  });

  it("that another webhook comes to is posted to by slot from then on, by the newcomer at once when nothing is open", async () => {
    await world.change({ url: receiver.url.replace("/hook", "/./hook") }, INSTANCE); // the same, spelled otherwise
    await world.publish();
    const late = await world.publish({}, INSTANCE);

    expect(await slotsTaken()).toBe(2);
    expect(idsOf(receiver.requests)).toContain(late);
    expect(slots()).toEqual([]);
  });

  it("that becomes another's during a run is posted to no more without the slot", async () => {
    receiver.respondWith("hold", "hold", 200);
    for (let i = 0; i < 4; i++) await world.publish({ i });
    const run = world.look();
    await receiver.waitFor((requests) => requests.length === 2);

    await world.change({ url: receiver.url }, INSTANCE);
    world.advance(0.2); // the age that settings may have
    receiver.answerHeld(200);
    await run;

    expect(receiver.requests).toHaveLength(2);
    expect(await slotsTaken([world.lane])).toBe(1);
    expect(receiver.requests).toHaveLength(4);
  });

  it("that its only webhook has left is the next one's own, at once when nothing is open", async () => {
    const url = receiver.url;
    await world.change({ url: `${url}/new` });
    await world.change({ url }, INSTANCE);
    await world.publish({}, INSTANCE);

    expect(await slotsTaken()).toBe(0);
    expect(receiver.requests).toHaveLength(1);
  });

  it("is not posted to by settings that are seconds old, whatever held the worker up", async () => {
    await world.publish();
    let opened = 0;
    const slow: Vault = {
      ...world.deps.vault,
      open: (...sealed) => {
        if (opened++ === 0) world.advance(6);
        return world.deps.vault.open(...sealed);
      },
    };
    const own = { ...world.deps, vault: slow };
    const before = receiver.requests.length;

    await runLane(own, world.lane, endpointWorker(own, world.lane));

    expect(opened).toBe(2); // made ready anew
    expect(receiver.requests.length - before).toBe(1);
    expect(world.rows()).toEqual([]);
  });
});

describe("a delivery at first try", () => {
  it("costs three pages and its settings; a start, the row's end and a close: a small event comes with its row", async () => {
    await world.publish();
    const operations: string[] = [];
    const counted = world.table.withHook((operation, phase) => {
      if (phase === "before") operations.push(operation.kind);
    });

    await world.look(counted);

    const count = (kind: string) => operations.filter((one) => one === kind).length;
    expect(receiver.requests).toHaveLength(1);
    expect(
      Object.fromEntries(["query", "get", "getMany", "write", "transact"].map((kind) => [kind, count(kind)])),
    ).toEqual({
      query: 3,
      get: 1,
      getMany: 0,
      write: 3,
      transact: 0,
    });
  });

  it("costs one look more of a lane with thousands of rows on the ladder and as many untried", async () => {
    const queries = async (rows: number) => {
      const own = webhookWorld();
      const due = new Date(own.clock.now().getTime() + 1e9);
      const row = (queue: QueueLetter, n: number) => {
        const id = `evt_${String(n).padStart(6, "0")}`;
        return putRow(
          { lane: own.lane, queue, id, due, expires_at: due, ...(queue === "D" && { order: due.toISOString() }) },
          own.clock.now(),
        );
      };
      for (let n = 0; n < rows; n++) for (const queue of ["D", "Q"] as const) await own.table.write(row(queue, n));
      let asked = 0;
      const counted = own.table.withHook((operation, phase) => {
        if (phase === "before" && operation.kind === "query") asked++;
      });
      const found = await readEndpointRows({ table: counted, clock: own.deps.clock }, own.lane);
      return { asked, ladder: found.ladder.length, untried: found.untried.length };
    };

    expect(await queries(3)).toEqual({ asked: 1, ladder: 3, untried: 3 });
    expect(await queries(30)).toEqual({ asked: 3, ladder: 10, untried: 10 });
    expect(await queries(2_000)).toEqual({ asked: 3, ladder: 10, untried: 10 });
  });
});

describe("a failed try", () => {
  it("is repeated on the ladder, never early, with the same id and bytes and a fresh timestamp; the tenth is the last", async () => {
    receiver.respondWith((request, response) => {
      response.writeHead(request.body.includes("refused") ? 500 : 204).end();
    });
    const id = await world.publish({ body: "refused" });
    await world.look();
    const refused = () => receiver.requests.filter(({ body }) => body.includes("refused"));

    for (const [index, delaySec] of RETRY_DELAYS_SEC.entries()) {
      // The endpoint accepts other events and refuses only this event, so it isn't paused.
      await world.publish();
      await world.look();
      const [row] = world.rows();
      expect(row).toMatchObject({ tries: index + 1, due: world.head()?.wake_at });
      const leftMs = new Date(String(row?.due)).getTime() - world.clock.now().getTime();
      expect(leftMs).toBeLessThanOrEqual(delaySec * 1000);
      expect(leftMs).toBeGreaterThan(delaySec * 1000 - 2_000);

      world.advance(delaySec - 5);
      expect(await world.look()).toBe("too_early");
      expect(refused()).toHaveLength(index + 1);
      world.advance(5);
      await world.look();
      expect(refused()).toHaveLength(index + 2);
    }

    expect(new Set(idsOf(refused()))).toEqual(new Set([id]));
    expect(new Set(refused().map(({ body }) => body))).toEqual(new Set([world.event(id).body]));
    const times = refused().map(({ headers }) => Number(headers["webhook-timestamp"]));
    RETRY_DELAYS_SEC.forEach((sec, i) => {
      expect(Number(times[i + 1]) - Number(times[i])).toBeGreaterThanOrEqual(sec - 1); // whole seconds on both ends
    });
    expect(world.rows()).toEqual([]);
    expect(world.failed(id)).toMatchObject({
      event_id: id,
      tries: 10,
      status: 500,
      error: "The endpoint responded with 500 instead of a 2xx status.",
      type: "message.received",
    });
  });

  it("is a redirect too, which is not followed", async () => {
    const target = await startReceiver();
    receiver.respondWith({ status: 302, headers: { location: target.url } });
    await world.publish();

    await world.look();
    await target.stop();

    expect(target.connections()).toBe(0);
    expect(world.rows()).toMatchObject([{ tries: 1, last_status: 302 }]);
  });

  it("does not hold up other events", async () => {
    receiver.respondWith(500, 200);
    const first = await world.publish({ i: 0 });
    await world.look();
    await world.publish({ i: 1 });
    await world.look();

    expect(receiver.requests).toHaveLength(2);
    world.advance(10);
    await world.look();

    expect(idsOf(receiver.requests)[2]).toBe(first);
    expect(world.rows()).toEqual([]);
  });

  it("that nobody answers says so", async () => {
    await receiver.stop();
    await world.publish();

    await world.look();

    expect(world.rows()).toMatchObject([
      { tries: 1, last_status: null, last_error: expect.stringContaining("refused") },
    ]);
  });
});

describe("a worker that dies with its post", () => {
  /** Creates a table for a process that can no longer write results. */
  const dying = () =>
    world.table.withHook((operation, phase) => {
      const isResult =
        (operation.kind === "write" || operation.kind === "transact") &&
        operation.writes.some((write) => "delete" in write && /^[QD]#/.test(write.delete.sk));
      if (isResult && phase === "before") {
        throw Object.assign(new Error("the process is dead"), { code: "ECONNRESET" });
      }
    });

  it("leaves an event that is posted again without using up a try; the third death of those claimed since counts as one", async () => {
    const id = await world.publish();

    // The first death is only recorded in the lane's header, because rows aren't claimed until a worker has died.
    for (let death = 1; death <= 4; death++) {
      await expect(world.look(dying())).rejects.toThrow("the process is dead");
      expect(receiver.requests).toHaveLength(death);
      expect(await world.look()).toBe("held"); // its lease is still there
      world.advance(48);
    }
    await world.look();

    expect(receiver.requests).toHaveLength(4);
    expect(world.rows()).toMatchObject([{ sk: expect.stringMatching(/^D#/), tries: 1 }]);
    expect(world.head()?.died).toBeUndefined();
    world.advance(10);
    await world.look();
    expect(idsOf(receiver.requests)).toEqual([id, id, id, id, id]);
    expect(world.rows()).toEqual([]);
  });

  it("that is found in its next try counts from its first death on", async () => {
    await world.publish();
    for (let death = 1; death <= 4; death++) {
      await expect(world.look(dying())).rejects.toThrow("the process is dead");
      world.advance(48);
    }
    await world.look();
    receiver.respondWith(200);

    for (let death = 1; death <= 3; death++) {
      world.advance(48);
      await expect(world.look(dying())).rejects.toThrow("the process is dead");
    }
    world.advance(48);
    await world.look();

    expect(receiver.requests).toHaveLength(7);
    expect(world.rows()).toMatchObject([{ tries: 2 }]);
  });

  it("has its successor claim each event before its post, until everything has gone", async () => {
    await world.publish();
    await expect(world.look(dying())).rejects.toThrow("the process is dead");
    world.advance(48);
    const claims: unknown[] = [];
    const watched = world.table.withHook((operation, phase) => {
      if (operation.kind !== "write" || phase === "before") return;
      for (const write of operation.writes) if ("update" in write && write.set?.claim) claims.push(write.set.claim);
    });

    await world.look(watched);
    await world.publish();
    await world.look(watched);

    expect(claims).toHaveLength(1);
    expect(world.rows()).toEqual([]);
  });

  it("and comes back changes nothing: the result of its successor stands", async () => {
    receiver.respondWith("hold", 200);
    await world.publish();
    const zombie = world.look();
    await receiver.waitFor((requests) => requests.length === 1);
    world.advance(48); // the zombie's lease is over, and it does not know

    await world.look();
    expect(world.rows()).toEqual([]);
    receiver.answerHeld(500);

    expect(await zombie).toBe("lost");
    expect(world.rows()).toEqual([]);
  });

  it("and comes back with a 2xx while its successor posts the same event ends it: delivered is delivered", async () => {
    const open: ServerResponse[] = [];
    receiver.respondWith((_request, response) => void open.push(response));
    await world.publish();
    const zombie = world.look();
    await receiver.waitFor((requests) => requests.length === 1);
    world.advance(48);
    const successor = world.look();
    await receiver.waitFor((requests) => requests.length === 2);

    open[0]?.writeHead(200).end();
    expect(await zombie).toBe("lost");
    open[1]?.writeHead(500).end();
    await successor;

    expect(world.rows()).toEqual([]);
  });

  it("and comes back with a failure while its successor posts the same event says nothing", async () => {
    const open: ServerResponse[] = [];
    receiver.respondWith((_request, response) => void open.push(response));
    await world.publish();
    const zombie = world.look();
    await receiver.waitFor((requests) => requests.length === 1);
    world.advance(48);
    const successor = world.look();
    await receiver.waitFor((requests) => requests.length === 2);

    open[0]?.writeHead(500).end();
    expect(await zombie).toBe("lost");
    expect(world.rows()).toMatchObject([{ tries: 0, sk: expect.stringMatching(/^Q#/) }]);
    open[1]?.writeHead(200).end();
    await successor;

    expect(world.rows()).toEqual([]);
  });

  it("and comes back with a failure after its successors have come to rest puts nothing back", async () => {
    const open: ServerResponse[] = [];
    receiver.respondWith((_request, response) => void open.push(response));
    await world.publish();
    const zombie = world.look();
    await receiver.waitFor((requests) => requests.length === 1);
    world.advance(48);
    // A careful run that had nothing to post has closed since, so the next run doesn't claim its row.
    await world.table.write({ update: keys.laneHead(world.lane), remove: ["run", "until"], add: { fence: 1 } });
    const successor = world.look();
    await receiver.waitFor((requests) => requests.length === 2);
    expect(world.rows()[0]?.claim).toBeUndefined();

    open[0]?.writeHead(500).end();
    expect(await zombie).toBe("lost");
    expect(world.rows()).toMatchObject([{ tries: 0, sk: expect.stringMatching(/^Q#/) }]);
    open[1]?.writeHead(200).end();
    await successor;

    expect(world.rows()).toEqual([]);
  });

  it("can't take up what a later run has taken up", async () => {
    await world.publish();
    const [row] = world.rows();
    const { pk, sk } = row ?? { pk: "", sk: "" };
    await world.table.write({ update: { pk, sk }, set: { claim: 99 } });

    await world.look();

    expect(receiver.requests).toEqual([]);
    expect(world.rows()).toMatchObject([{ claim: 99 }]);
  });

  it("or loses its lease before the post does not post", async () => {
    await world.publish({ text: LARGE });
    const paused = world.table.withHook(async (operation, phase) => {
      if (operation.kind !== "getMany" || phase !== "after") return;
      world.advance(60); // paused for a minute with the event in hand, while another run takes the lane
      await world.table.write({ update: keys.laneHead(world.lane), set: { run: "other" }, add: { fence: 1 } });
    });

    expect(await world.look(paused)).toBe("lost");

    expect(receiver.requests).toEqual([]);
    expect(world.rows()).toHaveLength(1);
  });
});

describe("a webhook whose url", () => {
  it("is removed sends nothing more: what waited ends, also on the ladder", async () => {
    receiver.respondWith(500);
    await world.publish({ i: 0 });
    await world.look();
    for (let i = 1; i < 60; i++) await world.publish({ i });

    await world.change({ url: null });
    await world.look();

    expect(receiver.requests).toHaveLength(1);
    expect(world.rows()).toEqual([]);
    expect(world.head()).not.toHaveProperty("wake_at");
  });

  it("is removed and set again does not replay the gap, even before the worker has looked", async () => {
    receiver.respondWith(500, 200);
    await world.publish({ i: 0 });
    await world.look();
    await world.publish({ i: 1 });
    world.advance(5);
    await world.change({ url: null });
    world.advance(10);
    await world.change({ url: receiver.url });
    const after = await world.publish({ i: 2 });

    await world.look();

    expect(idsOf(receiver.requests).slice(1)).toEqual([after]);
    expect(world.rows()).toEqual([]);
  });

  it("changes while a post is open sends what waits to the new url", async () => {
    const moved = await startReceiver();
    receiver.respondWith("hold");
    const [first, second, third] = [await world.publish(), await world.publish(), await world.publish()];
    const run = world.look();
    await receiver.waitFor((requests) => requests.length === 2);

    await world.change({ url: moved.url });
    receiver.answerHeld(200);
    await run;
    expect(moved.requests).toEqual([]); // this run's two posts are those of the old url
    await world.look();
    await moved.stop();

    expect(idsOf(receiver.requests).sort()).toEqual([first, second]);
    expect(idsOf(moved.requests)).toEqual([third]);
  });

  it("belongs to a removed owner ends its events", async () => {
    await world.publish();
    await world.table.write({ update: keys.laneHead(world.lane), set: { forward_to: "gone" } });

    await world.look();

    expect(receiver.requests).toEqual([]);
    expect(world.rows()).toEqual([]);
  });
});

describe("a run", () => {
  it("ends after a minute and is woken again for what is left", async () => {
    receiver.respondWith((_request, response) => {
      world.advance(31);
      response.writeHead(200).end();
    });
    for (let i = 0; i < 8; i++) await world.publish({ i });

    await world.look();
    const left = world.rows().length;

    expect(left).toBeGreaterThan(0);
    expect(world.wakes.at(-1)?.lane).toBe(world.lane);
    receiver.respondWith(200);
    await world.look();
    expect(world.rows()).toEqual([]);
    expect(new Set(idsOf(receiver.requests)).size).toBe(8);
  });

  it("logs ids and outcomes, never bodies, secrets or header values", async () => {
    await world.change({ auth_header: { name: "X-Token", value: "t0psecret" } });
    receiver.respondWith(500, 200);
    await world.publish({ body: "private words" });
    await world.look();
    world.advance(10);
    await world.look();

    const text = JSON.stringify(world.logged);
    expect(world.logged.map(({ message }) => message)).toEqual(
      expect.arrayContaining(["an attempt failed", "an event was delivered"]),
    );
    for (const hidden of ["private words", "t0psecret", secret.slice(6), receiver.url])
      expect(text).not.toContain(hidden);
  });
});
