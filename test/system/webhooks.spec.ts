import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { times } from "../run/how-long.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { hasStatus, linkNumber } from "../support/linked-number.ts";
import { type ReceivedRequest, type Receiver, startReceiver } from "../support/receiver.ts";

type Json = Record<string, unknown>;
interface Event {
  id: string;
  type: string;
  created_at: string;
  data: Json;
}

const SHOP = "5511988880000";
const ANA = "5511977770001";
const BIA = "5511977770002";
/** The number of events. None may be lost. */
const EVENTS = times(40);
const share = (percent: number) => Math.round((EVENTS * percent) / 100);
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Tests that no event is ever lost, over HTTP only and from the point of view of someone who runs a receiver. */
describe("webhooks", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  let shop: { id: string };
  let secret: string;
  let url: string;

  const eventOf = (request: ReceivedRequest) => JSON.parse(request.body) as Event;
  const textsOf = (requests: ReceivedRequest[]) =>
    requests.map(eventOf).flatMap(({ type, data }) => (type === "message.received" ? [String(data.body)] : []));
  const advance = (seconds: number) => gateway.sandbox("POST", "/clock", { advance_seconds: seconds });
  const webhook = async () => (await gateway.api<{ data: Json }>("GET", "/v1/webhook")).body.data;
  const anaWrites = async (text: string) => {
    const answer = await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text });
    expect(answer.status).toBe(201);
  };
  /** Waits until the gateway has stored Ana's message, which means that its event exists. */
  const stored = (text: string) =>
    eventually(`"${text}" to be stored`, async () => {
      const list = await gateway.api<{ data: Json[] }>("GET", "/v1/messages?direction=in&limit=10");
      return list.body.data.some((message) => message.body === text);
    });
  /** Waits until no events are retained. The receiver gets a post before its answer is recorded. */
  const nothingKept = () => eventually("nothing to wait", async () => (await webhook()).events_kept === 0);
  /** Returns the texts of the emails that the gateway has written. */
  function mails(): string[] {
    const path = join(folder.path, "mail");
    const names = existsSync(path) ? readdirSync(path) : [];
    return names.map((name) => {
      const [, body = ""] = readFileSync(join(path, name), "utf8").split("\r\n\r\n");
      return Buffer.from(body, "base64").toString();
    });
  }
  async function reopen(): Promise<void> {
    receiver = await startReceiver({ port: Number(new URL(url).port) });
  }

  beforeAll(async () => {
    [gateway, receiver] = await Promise.all([startGateway(folder.path), startReceiver()]);
    url = receiver.url;
    const set = await gateway.api<{ data: Json }>("PATCH", "/v1/webhook", { url, events: ["message.received"] });
    secret = String(set.body.data.secret);
    shop = await linkNumber(gateway, SHOP);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  it("all events arrive although the receiver answers 500, then is closed, and the gateway is killed half-way", async () => {
    const texts = Array.from({ length: EVENTS }, (_, n) => `Message ${n}`);
    const write = async (from: number, to: number) => {
      for (const text of texts.slice(from, to)) await anaWrites(text);
      await stored(texts[to - 1] ?? "");
    };
    receiver.respondWith(500);
    await write(0, share(40));
    await advance(60);
    const refused = new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
    expect(refused.size).toBe(share(40));

    await receiver.stop();
    await write(share(40), share(70));
    await advance(150);
    await gateway.killEverything();
    gateway = await startGateway(folder.path);
    await eventually("the number to work again", () => hasStatus(gateway, shop.id, "working"));
    await advance(150);
    await reopen();
    await write(share(70), EVENTS);

    for (let minutes = 0; minutes < 45; minutes += 5) await advance(300); // the ladder's next steps
    await eventually("every event", () => new Set(textsOf(receiver.requests)).size === EVENTS, 60_000);
    const bodies = Map.groupBy(receiver.requests, ({ headers }) => headers["webhook-id"]);
    for (const same of bodies.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1);
    for (const request of receiver.requests) {
      const { id } = eventOf(request);
      expect(request.headers["webhook-id"]).toBe(id);
    }
    await nothingKept();
  });

  it("all events arrive although the gateway is told to end half-way (SIGTERM), with posts on their way", async () => {
    const texts = Array.from({ length: EVENTS }, (_, n) => `Before and after ${n}`);
    const write = async (from: number, to: number) => {
      for (const text of texts.slice(from, to)) await anaWrites(text);
      await stored(texts[to - 1] ?? "");
    };
    const arrived: ReceivedRequest[] = [];
    const accepted = () => new Set(textsOf(arrived).filter((text) => texts.includes(text))).size;
    let isHanging = false;
    receiver.respondWith((request, response) => {
      if (isHanging) return;
      arrived.push(request);
      response.writeHead(204).end();
    });
    await write(0, share(20));
    await eventually("the first events", () => accepted() === share(20), 60_000);
    isHanging = true;
    const before = receiver.requests.length;
    await write(share(20), share(60));
    await eventually("two posts on their way", () => receiver.requests.length >= before + 2, 60_000);

    await gateway.stop("SIGTERM");
    isHanging = false;
    gateway = await startGateway(folder.path);
    await eventually("the number to work again", () => hasStatus(gateway, shop.id, "working"), 60_000);
    await write(share(60), EVENTS);

    // The clock doesn't have to be advanced: the stopped gateway's leases don't delay anything, and no try has failed.
    await eventually("every event", () => accepted() === EVENTS, 60_000);
    await nothingKept();
  });

  it("a replaced secret: events carry two signatures, each of which a Standard Webhooks library accepts", async () => {
    const headers = { "idempotency-key": "replace-1" };
    const rotated = await gateway.api<{ data: Json }>("POST", "/v1/webhook/secret", undefined, headers);
    const retry = await gateway.api<{ data: Json }>("POST", "/v1/webhook/secret", undefined, headers);
    const again = await gateway.api("POST", "/v1/webhook/secret");
    expect(rotated.status).toBe(200);
    expect(retry.status).toBe(200);
    expect(retry.headers.get("idempotent-replayed")).toBe("true");
    expect(retry.body.data).not.toHaveProperty("secret");
    expect(again.status).toBe(409);

    const test = await gateway.api<{ data: Json }>("POST", "/v1/webhook/test");
    expect(test.status).toBe(202);
    const request = await eventually("the test", () =>
      receiver.requests.find((one) => one.headers["webhook-id"] === test.body.data.event_id),
    );
    const signatures = String(request.headers["webhook-signature"]).split(" ");
    expect(signatures).toHaveLength(2);
    // The library uses the machine's clock, but the gateway's clock was moved, so each signature is verified as of its
    // own timestamp.
    const at = new Date(Number(request.headers["webhook-timestamp"]) * 1000);
    const signed = [rotated.body.data.secret, secret].map((one) =>
      new Webhook(String(one)).sign(eventOf(request).id, at, request.body),
    );
    expect(signatures).toEqual(signed);
    expect(eventOf(request)).toMatchObject({ type: "webhook.test", data: { body: "Test", direction: "in" } });
  });

  it("an endpoint that accepts nothing for 24 hours is paused; every hour it is tried once; then all goes, oldest first", async () => {
    receiver.respondWith(500);
    await anaWrites("First of the bad day");
    await stored("First of the bad day");
    expect(mails()).toEqual([]);
    await eventually("the first try", () => textsOf(receiver.requests).includes("First of the bad day"));
    for (let hours = 0; hours < 24; hours += 4) await advance(4 * HOUR);
    await advance(120);
    await eventually("the pause", async () => (await webhook()).paused === true);
    expect((await webhook()).paused_reason).toContain("24 hours");
    await eventually("the mail to admins", () => mails().length === 1);
    expect(mails()[0]).toContain("The webhook of your account (127.0.0.1");
    expect(mails()[0]).toContain("POST /v1/webhook/try");

    await eventually("the number to work", () => hasStatus(gateway, shop.id, "working"));
    const kept = Array.from({ length: 6 }, (_, n) => `Kept ${n}`);
    for (const text of kept) {
      await anaWrites(text);
      await stored(text);
    }
    expect((await webhook()).events_kept).toBe(7);

    const before = receiver.requests.length;
    for (let hours = 0; hours < 3; hours++) await advance(HOUR + 60);
    const tries = receiver.requests.slice(before);
    expect(tries.length).toBeGreaterThanOrEqual(2);
    expect(tries.length).toBeLessThanOrEqual(4);
    expect(textsOf(tries)[0]).not.toBe(textsOf(tries)[1]);

    receiver.respondWith(204);
    const resumedAt = receiver.requests.length;
    const tried = await gateway.api<{ data: Json }>("POST", "/v1/webhook/try");
    expect(tried).toMatchObject({ status: 200, body: { data: { delivered: true, status_code: 204, paused: false } } });
    await eventually("everything that was kept", () => receiver.requests.length >= resumedAt + 7);

    const ids = receiver.requests.slice(resumedAt + 1).map(({ headers }) => String(headers["webhook-id"]));
    // Two posts are in flight at a time, so adjacent events may arrive in the wrong order.
    for (const [at, id] of [...ids].sort().entries()) expect(Math.abs(ids.indexOf(id) - at)).toBeLessThanOrEqual(1);
    expect(new Set(textsOf(receiver.requests.slice(resumedAt)))).toEqual(new Set(["First of the bad day", ...kept]));
    await nothingKept();
    expect(await webhook()).toMatchObject({ paused: false, paused_reason: null });
    expect(mails()).toHaveLength(1);
  });

  it("after a short outage, and after an instance with a waiting event was deleted, each new event is posted at once", async () => {
    await eventually("the number to work", () => hasStatus(gateway, shop.id, "working"));
    const other = await linkNumber(gateway, "5511988880002");
    const tried = (events: number, times: number) =>
      eventually(`${times} tries of ${events} events`, async () => {
        const { body } = await gateway.api<{ data: Json[] }>("GET", "/v1/webhook/deliveries?status=pending");
        return body.data.length === events && body.data.every(({ tries }) => Number(tries) >= times);
      });
    receiver.respondWith(500);
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: other.phone, text: "To the deleted number" });
    await tried(1, 1);
    await advance(6);
    await anaWrites("During the outage");
    await tried(2, 1);
    await advance(12);
    await tried(2, 2);
    await advance(62);
    await tried(2, 3);
    receiver.respondWith(204);
    expect((await gateway.api("DELETE", `/v1/instances/${other.id}`)).status).toBe(204);

    // The next retry is minutes away, and the sweep runs once a minute.
    for (const text of ["After the outage", "20 seconds later", "40 seconds later"]) {
      await anaWrites(text);
      const posted = await eventually(
        `"${text}" to be posted`,
        () => receiver.requests.find((request) => textsOf([request])[0] === text),
        5_000,
      );
      const afterMs = Number(posted.headers["webhook-timestamp"]) * 1_000 - Date.parse(eventOf(posted).created_at);
      expect(afterMs).toBeLessThan(5_000);
      await advance(20);
    }
    // When a requested try succeeds, events that are waiting for their next retry are posted right away.
    const answer = await gateway.api<{ data: Json }>("POST", "/v1/webhook/try");
    expect(answer).toMatchObject({ status: 200, body: { data: { delivered: true, status_code: 204, paused: false } } });
    await eventually("what waited", () => textsOf(receiver.requests.slice(-3)).includes("During the outage"), 5_000);
    await nothingKept();
    expect((await gateway.api("POST", "/v1/webhook/try")).status).toBe(409);
  });

  it("what changes in a group is told to who chose group.update, seen from the linked number", async () => {
    await gateway.api("PATCH", "/v1/webhook", { events: ["message.received", "group.update"] });
    await eventually("the number to work", () => hasStatus(gateway, shop.id, "working"));
    await gateway.sandbox("POST", "/phones", { phone: BIA, name: "Bia" });
    const made = await gateway.sandbox<Json>("POST", "/groups", { subject: "Team", owner: ANA, participants: [SHOP] });
    const path = `/groups/${made.body.chat_id}`;
    const members = (action: string, phone: string) =>
      gateway.sandbox("POST", `${path}/participants`, { action, participants: [phone], by: ANA });
    await members("add", BIA);
    await members("promote", BIA);
    await gateway.sandbox("PATCH", path, { subject: "The team", by: ANA });
    await gateway.sandbox("PATCH", path, { description: "Only work", by: ANA });
    await gateway.sandbox("PATCH", path, { messages_admins_only: true, by: ANA });
    await members("remove", BIA);
    await members("remove", SHOP);

    const told = await eventually("all changes", async () => {
      const page = await gateway.api<{ data: Event[] }>("GET", "/v1/events?types[]=group.update&limit=100");
      return page.body.data.length >= 8 && page.body.data;
    });
    const bia = [{ id: expect.stringMatching(/@lid$/), role: expect.any(String) }];
    const common = { instance_id: shop.id, chat_id: made.body.chat_id, at: expect.stringMatching(/\+00:00$/) };
    expect(told.map(({ data }) => data)).toEqual([
      { ...common, change: "joined", subject: "Team" },
      { ...common, change: "join", participants: bia },
      { ...common, change: "promote", participants: [{ ...bia[0], role: "admin" }] },
      { ...common, change: "updated", subject: "The team" },
      { ...common, change: "updated", description: "Only work" },
      { ...common, change: "updated" },
      { ...common, change: "leave", participants: bia },
      { ...common, change: "left", participants: bia },
    ]);
    const shown = await gateway.api<Json>("GET", `/v1/instances/${shop.id}${path}`);
    expect(shown.body.data).toMatchObject({
      subject: "The team",
      description: "Only work",
      my_role: null,
      settings: { messages_admins_only: true },
      participants: [{ phone: ANA, role: "owner" }],
    });
    await eventually("them at the webhook", () =>
      told.every(({ id }) => receiver.requests.some(({ headers }) => headers["webhook-id"] === id)),
    );
    await gateway.api("PATCH", "/v1/webhook", { events: ["message.received"] });
  });

  it("an instance's own url gets its events; removed, the account's url gets them again, kept ones included", async () => {
    await advance(DAY + HOUR); // the account's replaced secret no longer signs
    await eventually("the number to work", () => hasStatus(gateway, shop.id, "working"));
    const own = await startReceiver();
    own.respondWith(503);
    const path = `/v1/instances/${shop.id}/webhook`;
    const header = { name: "X-Own", value: "own-value" };
    const set = await gateway.api<{ data: Json }>("PATCH", path, { url: own.url, auth_header: header });
    expect(set.body.data).not.toHaveProperty("events");
    await anaWrites("For the instance");
    await eventually("a try at the instance's url", () => textsOf(own.requests).includes("For the instance"));
    expect(own.requests[0]?.headers["x-own"]).toBe("own-value");
    // The receiver gets the post before the gateway has recorded its answer.
    const deliveries = await eventually("the try to be written down", async () => {
      const { body } = await gateway.api<{ data: Json[] }>("GET", `/v1/webhook/deliveries?instance_id=${shop.id}`);
      return body.data.every(({ tries }) => tries !== 0) && body.data;
    });
    expect(deliveries).toMatchObject([{ status: "pending", tries: 1, status_code: 503 }]);

    await gateway.api("PATCH", path, { url: null });
    const request = await eventually("it at the account's url", () =>
      receiver.requests.find((one) => textsOf([one])[0] === "For the instance"),
    );
    expect(request.headers).not.toHaveProperty("x-own");
    await own.stop();
  });

  it("what waited for a deleted instance's own url is posted nowhere any more", async () => {
    const own = await startReceiver();
    own.respondWith(503);
    await gateway.api("PATCH", `/v1/instances/${shop.id}/webhook`, { url: own.url });
    await anaWrites("Before the end");
    await eventually("a try at the instance's url", () => textsOf(own.requests).includes("Before the end"));

    expect((await gateway.api("DELETE", `/v1/instances/${shop.id}`)).status).toBe(204);
    await advance(1); // what was on its way when it was deleted has arrived
    const tried = own.requests.length;
    await advance(HOUR);
    expect(own.requests).toHaveLength(tried);
    expect(textsOf(receiver.requests)).not.toContain("Before the end");
    await own.stop();
  });
});
