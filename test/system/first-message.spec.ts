import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

type Json = Record<string, unknown>;
interface Event {
  id: string;
  type: string;
  data: Json;
}

const SHOP = "5511988880000";
const ANA = "5511977770001";
const REPLY = "Hello Ana, yes: 9 to 18 h 👋🏽";

/** Follows the README's "your first message in five minutes" the way a reader would, over HTTP only. */
describe("the first message", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  let secret: string;
  let shop: { id: string };
  let received: Event;
  let sent: Json;

  const posted = () => receiver.requests.map((request) => ({ request, event: JSON.parse(request.body) as Event }));
  const postedOf = (type: string, status?: string) =>
    posted().filter(({ event }) => event.type === type && (!status || event.data.status === status));

  beforeAll(async () => {
    [gateway, receiver] = await Promise.all([startGateway(folder.path), startReceiver()]);
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  it("needs a webhook, whose secret is shown once", async () => {
    const first = await gateway.api<{ data: Json }>("PATCH", "/v1/webhook", { url: receiver.url });
    expect(first.status).toBe(200);
    secret = String(first.body.data.secret);
    expect(secret).toMatch(/^whsec_/);

    const again = await gateway.api<{ data: Json }>("GET", "/v1/webhook");
    expect(again.body.data).toMatchObject({ url: receiver.url, paused: false });
    expect(again.body.data).not.toHaveProperty("secret");
  });

  it("needs a linked number: create an instance, scan its code, and it works", async () => {
    shop = await linkNumber(gateway, SHOP);

    const instance = await gateway.api<{ data: Json }>("GET", `/v1/instances/${shop.id}`);
    expect(instance.body.data).toMatchObject({ status: "working", phone: SHOP, chat_link: `https://wa.me/${SHOP}` });
    await eventually("the event that it works", () => postedOf("instance.status", "working").length === 1);
  });

  it("starts when a person writes: message.received, signed", async () => {
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    const written = await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Are you open today?" });
    expect(written.status).toBe(201);

    const { request, event } = await eventually("message.received", () => postedOf("message.received")[0]);
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>); // single-valued ones
    expect(event.data).toMatchObject({
      instance_id: shop.id,
      phone: ANA,
      direction: "in",
      status: "received",
      type: "text",
      origin: "contact",
      body: "Are you open today?",
      contact_name: "Ana",
    });
    received = event;
  });

  it("is answered through the API and the person's phone shows it", async () => {
    const answer = await gateway.api<{ data: Json }>("POST", "/v1/messages", {
      instance_id: shop.id,
      to: ANA,
      text: REPLY,
    });
    expect(answer.status).toBe(202);
    expect(answer.body.data).toMatchObject({ status: "queued", direction: "out", origin: "api", body: REPLY });
    sent = answer.body.data;

    const shown = await eventually("the person's phone to show it", async () =>
      (await inbox(gateway, ANA)).find((message) => message.text === REPLY),
    );
    expect(shown).toMatchObject({ text: REPLY });
  });

  it("is reported sent, delivered and, once the person reads it, read: each once and in this order", async () => {
    await eventually("delivered", () => postedOf("message.status", "delivered")[0]);
    const shown = (await inbox(gateway, ANA)).find((message) => message.text === REPLY);
    await gateway.sandbox("POST", `/phones/${ANA}/messages/${shown?.id}/read`);
    await eventually("read", () => postedOf("message.status", "read")[0]);

    const statuses = posted().filter(({ event }) => event.type === "message.status" && event.data.id === sent.id);
    expect(statuses.map(({ event }) => event.data.status)).toEqual(["sent", "delivered", "read"]);
    const message = await gateway.api<{ data: Json }>("GET", `/v1/messages/${sent.id}`);
    expect(message.body.data).toMatchObject({ status: "read", error: null, waiting_reason: null });
    expect(message.body.data.sent_at).not.toBeNull();
    expect(message.body.data.delivered_at).not.toBeNull();
    expect(message.body.data.read_at).not.toBeNull();
  });

  it("is in GET /v1/events as the same bytes that were posted, oldest first", async () => {
    const last = posted().at(-1)?.event.id;
    const polled = await eventually("the last event to be visible", async () => {
      const response = await fetch(`${gateway.baseUrl}/v1/events?limit=100`, {
        headers: { authorization: `Bearer ${gateway.apiKey}` },
      });
      const text = await response.text();
      return text.includes(String(last)) ? text : null;
    });

    const events = (JSON.parse(polled) as { data: Event[] }).data;
    expect(events.map((event) => event.id)).toEqual([...events.map((event) => event.id)].sort());
    expect(events.map((event) => event.id)).toContain(received.id);
    for (const { request } of posted()) expect(polled).toContain(request.body);
  });

  it("is in GET /v1/messages, newest first", async () => {
    const list = await gateway.api<{ data: Json[]; links: Json }>("GET", `/v1/messages?instance_id=${shop.id}`);

    expect(list.body.data.map((message) => message.body)).toEqual([REPLY, "Are you open today?"]);
    expect(list.body.links.next).toBeNull();
  });

  it("typed on the linked phone becomes message.sent_from_phone", async () => {
    await gateway.sandbox("POST", `/phones/${SHOP}/messages`, { to: ANA, text: "Typed by hand" });

    const { event } = await eventually("message.sent_from_phone", () => postedOf("message.sent_from_phone")[0]);
    expect(event.data).toMatchObject({ origin: "phone", direction: "out", body: "Typed by hand", phone: ANA });
  });

  it("is made once by 50 racing requests with one Idempotency-Key", async () => {
    const body = { instance_id: shop.id, to: ANA, text: "Only once" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        gateway.api<{ data: Json }>("POST", "/v1/messages", body, { "Idempotency-Key": "order-4711" }),
      ),
    );

    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(1);
    const replays = answers.filter((answer) => answer.status === 200);
    expect(replays).toHaveLength(49);
    expect(replays.every((answer) => answer.headers.get("idempotent-replayed") === "true")).toBe(true);
    await eventually("the phone to show it", async () =>
      (await inbox(gateway, ANA)).some((m) => m.text === "Only once"),
    );
    await gateway.sandbox("POST", "/clock", { advance_seconds: 1 });
    expect((await inbox(gateway, ANA)).filter((message) => message.text === "Only once")).toHaveLength(1);
  });

  it("survives dropped connections: what was written meanwhile arrives, once", async () => {
    await gateway.sandbox("POST", "/faults", { kind: "drop_connections" });
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Are you still there?" });
    const answer = await gateway.api<{ data: Json }>("POST", "/v1/messages", {
      instance_id: shop.id,
      to: ANA,
      text: "Still here",
    });
    expect(answer.status).toBe(202);

    await eventually("the reply on the phone", async () =>
      (await inbox(gateway, ANA)).some((message) => message.text === "Still here"),
    );
    await eventually("the question as an event", () =>
      postedOf("message.received").some(({ event }) => event.data.body === "Are you still there?"),
    );
    expect((await inbox(gateway, ANA)).filter((message) => message.text === "Still here")).toHaveLength(1);
  });

  it("waits while the instance is stopped, stays linked, and goes when it is started", async () => {
    expect((await gateway.api("POST", `/v1/instances/${shop.id}/stop`)).status).toBe(202);
    await eventually("stopped", () => postedOf("instance.status", "stopped").length === 1);
    const waiting = await gateway.api<{ data: Json }>("POST", "/v1/messages", {
      instance_id: shop.id,
      to: ANA,
      text: "Later",
    });
    expect(waiting.body.data).toMatchObject({ status: "queued", waiting_reason: "offline" });

    expect((await gateway.api("POST", `/v1/instances/${shop.id}/start`)).status).toBe(202);
    await eventually("it on the phone", async () => (await inbox(gateway, ANA)).some((m) => m.text === "Later"));
  });

  it("ends with a logout: the instance waits for a new scan, and its messages stay", async () => {
    expect((await gateway.api("POST", `/v1/instances/${shop.id}/logout`)).status).toBe(202);
    await eventually("scan_qr_code", () => postedOf("instance.status", "scan_qr_code").length >= 1);

    const instance = await gateway.api<{ data: Json }>("GET", `/v1/instances/${shop.id}`);
    expect(instance.body.data).toMatchObject({ status: "scan_qr_code", phone: null, chat_link: null });
    const message = await gateway.api("GET", `/v1/messages/${sent.id}`);
    expect(message.status).toBe(200);
  });
});
