import { Duplex } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EventType } from "../../core/contracts/event-types.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { PLANS } from "../../core/contracts/plans.ts";
import { revokeKey } from "../../core/operations/accounts/revoke-key.ts";
import { connectionsOf } from "../../core/operations/events/open-connection.ts";
import { eventRoute, eventWrites } from "../../core/records/event.ts";
import { keys } from "../../core/store/keys.ts";
import { hasWrites } from "../../core/store/some-writes.ts";
import { handler as notFound } from "../../functions/api/not-found/index.ts";
import { useDeps } from "../../functions/own-deps.ts";
import { connectHandler } from "../../functions/stream/connect.ts";
import { type ApiServer, startApiServer } from "../../local/system/api-server.ts";
import { EventStream } from "../../local/system/event-stream.ts";
import { apiWorld, gatewayEvent } from "../functions/api-world.ts";
import { eventually } from "../support/eventually.ts";
import { askUpgrade, type StreamClient, streamClient } from "../support/stream-client.ts";

const servers: ApiServer[] = [];
const clients: StreamClient[] = [];
afterEach(async () => {
  useDeps(null);
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) await server.stop();
});

/** Creates a gateway's event stream on top of an in-memory table. Only the test advances its clock. */
async function newWorld() {
  const world = apiWorld();
  const account = await world.account();
  const own = await world.key(account, { kind: "read" });
  const instance = await world.instance(account);
  const stream = new EventStream({
    clock: world.clock,
    log: world.deps.log,
    table: () => world.table,
    connect: (connections) => {
      const handler = connectHandler(() => world.deps, connections);
      return (event, context) => handler(event as Parameters<typeof handler>[0], context); // completed by its first step
    },
  });
  const notFound = async () => ({ statusCode: 404 });
  const server = await startApiServer({
    port: 0,
    clock: world.clock,
    fallback: notFound,
    routes: [],
    sockets: [stream],
  });
  servers.push(server);
  const pass = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));

  /** Publishes an event as operations do, and notifies the stream as the table does. */
  async function publish(type: EventType = "message.status", of: string | null = instance, data = {}, by = account) {
    const draft = { account_id: by, instance_id: of, type, data };
    const writes = eventWrites(world.deps, await eventRoute(world.deps, by, of), draft, world.clock.now());
    if (!hasWrites(writes)) throw new Error("The account hasn't chosen this type.");
    await world.table.transact(writes);
    const [write] = writes;
    const id = "put" in write ? String(write.put.sk) : "";
    stream.committed(by, id);
    return id;
  }

  async function connect(query = "", key: string | null = own.key) {
    const client = await streamClient(server.localUrl, query, key);
    clients.push(client);
    return client;
  }
  const got = (client: StreamClient, ids: string[]) =>
    eventually("the events on the stream", () => client.ids().length >= ids.length).then(() =>
      expect(client.ids()).toEqual(ids),
    );
  const refused = async (query: string, key: string | null, more = {}) => {
    const answer = await askUpgrade(server.localUrl, `/v1/events/stream${query}`, key, more);
    if (answer instanceof Duplex) throw new Error("The connection was opened.");
    return answer;
  };
  return { world, server, account, own, instance, pass, publish, connect, got, refused };
}

describe("the stream of events", () => {
  it("sends the events that are kept, then each new one, in the order of their ids, as webhooks carry them", async () => {
    const { world, publish, connect, got, pass, own } = await newWorld();
    const ids = [await publish(), await publish("call.received", null, { from: "☎" })];
    pass(3);

    const client = await connect();
    await got(client, ids);
    for (let i = 0; i < 3; i++) ids.push(await publish());
    pass(3);
    await got(client, ids);

    const polled = await world.ask("GET", "/v1/events", { key: own.key });
    expect(client.frames.map(({ event }) => event)).toEqual(polled.body.data);
  });

  it("shows an event no sooner than polling does", async () => {
    const { publish, connect, got, pass, world, own } = await newWorld();
    const client = await connect();
    const id = await publish();
    pass(1.9);
    expect((await world.ask("GET", "/v1/events", { key: own.key })).body.data).toEqual([]);
    expect(client.ids()).toEqual([]);
    pass(0.2);
    await got(client, [id]);
  });

  it("goes on after the event that is given, and filters by type and instance as polling does", async () => {
    const { world, account, instance, publish, connect, got, pass } = await newWorld();
    const other = await world.instance(account);
    const first = await publish();
    const call = await publish("call.received", other);
    const last = await publish();
    pass(3);
    const { key: ofOther } = await world.key(account, { instance_id: other, kind: "read" });

    await got(await connect(`?after=${first}`), [call, last]);
    await got(await connect("?types[]=call.received"), [call]);
    await got(await connect(`?instance_id=${instance}`), [first, last]);
    await got(await connect("", ofOther), [call]);
  });

  it("gives another account nothing", async () => {
    const { world, publish, connect, got, pass } = await newWorld();
    const stranger = await world.account();
    const { key } = await world.key(stranger);
    const theirs = await connect("", key);
    const ours = await connect();
    const id = await publish();
    const own = await publish("call.received", null, {}, stranger);
    pass(3);

    await got(ours, [id]);
    await got(theirs, [own]);
  });

  it("two connections of one key each get every event", async () => {
    const { publish, connect, got, pass } = await newWorld();
    const both = [await connect(), await connect()];
    const id = await publish();
    pass(3);
    for (const client of both) await got(client, [id]);
  });

  it("more than a page goes on without a pause", async () => {
    const { publish, connect, got, pass } = await newWorld();
    const ids: string[] = [];
    for (let i = 0; i < 2 * LIMITS.streamPageEvents + 3; i++) ids.push(await publish());
    pass(3);
    await got(await connect(), ids);
  });

  it("pings, so that a client knows that it is still connected", async () => {
    const { connect, pass } = await newWorld();
    const client = await connect();
    await eventually("a ping", () => {
      pass(LIMITS.streamPingSec);
      return client.frames.some(({ kind }) => kind === "ping");
    });
    expect(client.code()).toBeNull();
  });
});

describe("a connection to the stream ends", () => {
  it("when its key is revoked, before another event is sent", async () => {
    const { world, account, own, publish, connect, pass } = await newWorld();
    const client = await connect();
    await revokeKey(world.table, account, own.id, world.clock.now());
    await publish();
    pass(3);

    await eventually("the end", () => client.code() === 1008);
    expect(client.ids()).toEqual([]);
    expect(await connectionsOf(world.table, account)).toEqual([]);
  });

  it("without any event soon after its key is revoked, its account suspended, or its instance removed", async () => {
    const { world, account, instance, connect, pass } = await newWorld();
    const client = await connect(`?instance_id=${instance}`);
    const set = { removed_at: "2026-11-20T09:30:05+00:00" };
    await world.table.write({ update: keys.instance(instance), set });
    pass(LIMITS.streamCheckSec);
    await eventually("the end", () => client.code() === 1008);

    const another = await connect();
    await world.table.write({ update: keys.account(account), set: { status: "suspended" } });
    pass(LIMITS.streamCheckSec);
    await eventually("the end", () => another.code() === 1008);
  });

  it("after two hours, for its client to connect again", async () => {
    const { connect, pass } = await newWorld();
    const client = await connect();
    pass(LIMITS.streamHours * 3_600);
    await eventually("the end", () => client.code() === 1001);
  });

  it("when the client sends anything, and a frame that is garbage or too large harms nobody else", async () => {
    const { publish, connect, got, pass, server, own } = await newWorld();
    const other = await connect();
    const talks = await connect();
    talks.send("hello");
    await eventually("the end", () => talks.code() === 1003);
    const large = await connect();
    large.send("x".repeat(LIMITS.streamFrameMaxBytes + 1));
    await eventually("the end", () => large.code() === 1009);
    const raw = await askUpgrade(server.localUrl, "/v1/events/stream", own.key);
    if (!(raw instanceof Duplex)) throw new Error("The connection was refused.");
    raw.resume();
    const ended = new Promise((resolve) => raw.once("close", resolve));
    raw.on("error", () => {});
    raw.write(Buffer.from([0xff, 0xff, 0x00, 0x01, 0x02]));
    raw.end();
    await ended;

    const id = await publish();
    pass(3);
    await got(other, [id]);
  });

  it("when it takes too little: it is told so, and what it read is where it goes on", async () => {
    const { world, publish, pass, server, own, account } = await newWorld();
    for (let i = 0; i < 300; i++) await publish("message.status", null, { text: "x".repeat(60_000) });
    pass(3);
    const slow = await askUpgrade(server.localUrl, "/v1/events/stream", own.key);
    if (!(slow instanceof Duplex)) throw new Error("The connection was refused.");
    await eventually("the gateway to give up", async () => {
      pass(LIMITS.streamBehindAfterSec);
      return (await connectionsOf(world.table, account)).length === 0;
    });

    let text = "";
    slow.on("data", (chunk: Buffer) => {
      text = (text + chunk.toString("latin1")).slice(-1_000);
    });
    await eventually("the last frame", () => text.includes('{"kind":"behind"}'));
    slow.destroy();
  });
});

describe("a connection to the stream is refused", () => {
  it("without a key, and with wrong filters, in the API's usual words", async () => {
    const { refused, own } = await newWorld();
    expect(await refused("", null)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    const wrong = await refused("?types[]=nothing&after=1", own.key);
    expect(wrong).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    const unknown = await refused("?instance_id=inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H", own.key);
    expect(unknown).toMatchObject({ status: 404, body: { code: "instance_not_found" } });
    expect(unknown.headers["x-request-id"]).toBeDefined();
  });

  it("beyond what the plan includes for a key, and possible again once one is closed", async () => {
    const { world, account, own, connect, refused, pass } = await newWorld();
    await world.table.write({ update: keys.account(account), set: { plan: "trial" } });
    const open = [];
    for (let i = 0; i < PLANS.trial.streamsOfKey; i++) open.push(await connect());
    const answer = await refused("", own.key);
    expect(answer).toMatchObject({ status: 429, body: { code: "plan_limit" } });
    expect(answer.headers["retry-after"]).toBeDefined();
    const { key: second } = await world.key(account);
    await connect("", second);

    open[0]?.close();
    await eventually("its place", async () => (await connectionsOf(world.table, account)).length === open.length);
    await connect();
    // Once the time allowed for opening connections has passed, those of a gateway that was killed no longer count.
    const [dead] = await connectionsOf(world.table, account);
    for (let i = 0; i < PLANS.trial.streams; i++) {
      const id = `con_01JD3X4Y5Z6A7B8C9D0E1F2G${i}H`;
      await world.table.write({ put: { ...dead, ...keys.streamConnection(account, id), id } });
    }
    pass(LIMITS.streamOpeningSec);
    await connect("", second);
  });

  it("through a proxy on a machine that serves itself, whatever the page", async () => {
    const { refused, own, connect, server } = await newWorld();
    const proxied = await refused("", own.key, { "x-forwarded-for": "203.0.113.9" });
    expect(proxied).toMatchObject({ status: 400 });
    const ofPage = await askUpgrade(server.localUrl, "/v1/events/stream", own.key, { origin: "https://shop.example" });
    expect(ofPage).toBeInstanceOf(Duplex);
    if (ofPage instanceof Duplex) ofPage.destroy();
    await connect();
  });
});

describe("a ticket for the stream", () => {
  it("opens one connection with its key's rights, within a minute", async () => {
    const { world, account, instance, publish, connect, got, refused, pass } = await newWorld();
    const other = await world.instance(account);
    const { key, id: keyId } = await world.key(account, { instance_id: other, kind: "read" });
    await publish("message.status", instance);
    const id = await publish("message.status", other);
    pass(3);
    const ticket = async () => {
      const answer = await world.ask("POST", "/v1/events/stream-tickets", { key });
      expect(answer.status).toBe(201);
      return new URL(String((answer.body.data as { url: string }).url)).search;
    };

    const used = await ticket();
    await got(await connect(used, null), [id]);
    expect(await refused(used, null)).toMatchObject({ status: 401 });
    expect(await refused("?ticket=wrong", key)).toMatchObject({ status: 401 });
    const late = await ticket();
    pass(LIMITS.streamTicketSec);
    expect(await refused(late, null)).toMatchObject({ status: 401 });
    const revoked = await ticket();
    await revokeKey(world.table, account, keyId, world.clock.now());
    expect(await refused(revoked, null)).toMatchObject({ status: 401 });
  });

  it("is stored as a hash", async () => {
    const { world, account, own } = await newWorld();
    const answer = await world.ask("POST", "/v1/events/stream-tickets", { key: own.key });
    const { ticket, url } = answer.body.data as { ticket: string; url: string };
    expect(url).toBe(`ws://127.0.0.1:8080/v1/events/stream?ticket=${ticket}`);
    const hmac = (await world.deps.pepper.hmac("stream_ticket", ticket)).toString("hex");
    const stored = await world.table.get(keys.streamTicket(hmac));
    expect(stored).toMatchObject({ account_id: account, key_id: own.id });
    expect(JSON.stringify(stored)).not.toContain(ticket);
  });
});

describe("a request that opens no WebSocket", () => {
  const asked = gatewayEvent("GET", "/v1/events/stream", {});
  const answer = async (has: "0" | "1") => {
    useDeps(null);
    vi.stubEnv("HAS_STREAM", has);
    const { statusCode, headers, body = "" } = await notFound(asked as never, {} as never); // as API Gateway calls it
    return { status: statusCode, headers, body: JSON.parse(body) };
  };
  afterEach(() => vi.unstubAllEnvs());

  it("is told to connect or to poll", async () => {
    const plain = await answer("1");
    expect(plain).toMatchObject({ status: 426, body: { code: "bad_request" }, headers: { Upgrade: "websocket" } });
    expect(plain.body.message).toContain("GET /v1/events");
  });

  it("hears from a gateway without the stream that there is none, and gets no ticket", async () => {
    const plain = await answer("0");
    expect(plain).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(plain.body.message).toContain("GET /v1/events");

    const { world, own } = await newWorld();
    world.deps.env.HAS_STREAM = "0";
    const ticket = await world.ask("POST", "/v1/events/stream-tickets", { key: own.key });
    expect(ticket).toMatchObject({ status: 404, body: { code: "not_found", message: plain.body.message } });
  });
});
