import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

type Json = Record<string, unknown>;

const SHOP = "5511988880000";
const ANA = "5511977770001";

/**
 * Tests everything that can be done with an accepted message, from the point of view of a customer and of the
 * recipient's phone.
 */
describe("a message after it was sent", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  let shop: { id: string };

  beforeAll(async () => {
    [gateway, receiver] = await Promise.all([startGateway(folder.path), startReceiver()]);
    await gateway.api("PATCH", "/v1/webhook", { url: receiver.url });
    shop = await linkNumber(gateway, SHOP);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Hi" });
    await eventually("her message", async () => (await list("direction=in")).length === 1);
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  const call = (method: string, path: string, body?: Json) => gateway.api<{ data: Json }>(method, path, body);
  const list = async (query: string) =>
    (await gateway.api<{ data: Json[] }>("GET", `/v1/messages?instance_id=${shop.id}&${query}`)).body.data;
  const read = async (id: string) => (await call("GET", `/v1/messages/${id}`)).body.data;
  const send = async (body: Json) => {
    const answer = await call("POST", "/v1/messages", { instance_id: shop.id, to: ANA, ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    return String(answer.body.data.id);
  };
  const delivered = (id: string) =>
    eventually("it to be delivered", async () => (await read(id)).status === "delivered");
  const shown = async (matches: (message: Json) => boolean) => (await inbox(gateway, ANA)).find(matches);
  const events = (type: string) =>
    receiver.requests
      .map((request) => JSON.parse(request.body) as { type: string; data: Json })
      .filter((event) => event.type === type);

  it("is edited within 15 minutes: 202, her phone shows it, message.edited follows", async () => {
    const id = await send({ text: "Nine o'clock" });
    await delivered(id);

    const edited = await call("PATCH", `/v1/messages/${id}`, { text: "Ten o'clock" });

    expect(edited).toMatchObject({ status: 202, body: { data: { id, body: "Ten o'clock" } } });
    await eventually("the new text", () => shown((message) => message.text === "Ten o'clock"));
    const event = await eventually("message.edited", () => events("message.edited")[0]);
    expect(event.data).toMatchObject({ id, body: "Ten o'clock", edited_at: expect.any(String) });
  });

  it("is deleted for everyone within 2 days: 202, gone from her phone, message.deleted follows", async () => {
    const id = await send({ text: "Not for you" });
    await delivered(id);

    expect(await call("DELETE", `/v1/messages/${id}`)).toMatchObject({ status: 202, body: { data: { body: null } } });

    await eventually("it to be gone", () => shown((message) => message.deleted === true));
    await eventually("message.deleted", () => events("message.deleted").length === 1);
    expect((await call("DELETE", `/v1/messages/${id}`)).status).toBe(409);
  });

  it("is deleted in the moment of its arrival, before the record says that it was sent: 202", async () => {
    // No receipt arrives, so recording the message waits 300 ms for one.
    await gateway.sandbox("PATCH", `/phones/${ANA}`, { auto_deliver: false });
    const id = await send({ text: "Oh no" });
    const arrived = await eventually("it on her phone", () =>
      shown((message) => message.text === "Oh no" && message.deleted !== true),
    );

    const deleted = await call("DELETE", `/v1/messages/${id}`);
    await gateway.sandbox("PATCH", `/phones/${ANA}`, { auto_deliver: true });

    expect(deleted).toMatchObject({ status: 202, body: { data: { id, body: null } } });
    await eventually("it to be gone", () => shown(({ id, deleted }) => id === arrived.id && deleted === true));
  });

  it("of hers takes a reaction, its removal, and a read mark", async () => {
    const [hers] = await list("direction=in");
    const path = `/v1/messages/${hers?.id}`;

    expect((await call("PUT", `${path}/reaction`, { emoji: "👍" })).status).toBe(202);
    await eventually("her phone to show it", () => shown((message) => JSON.stringify(message).includes("👍")));
    expect((await call("DELETE", `${path}/reaction`)).status).toBe(202);
    expect((await call("POST", `${path}/read`)).status).toBe(204);
    await eventually("both events", () => events("message.reaction").length === 2);
  });

  it("is forwarded as a new message", async () => {
    const id = await send({ location: { latitude: -23.5, longitude: -46.6, title: "Office" } });
    await delivered(id);
    const answer = await call("POST", `/v1/messages/${id}/forward`, { to: ANA });
    expect(answer).toMatchObject({ status: 202, body: { data: { type: "location", location: { title: "Office" } } } });
    await delivered(String(answer.body.data.id));
    const places = (await inbox(gateway, ANA)).filter((message) => message.type === "location");
    expect(places.map(({ forwarded }) => forwarded)).toEqual([false, true]);
  });

  it("that is scheduled goes when it is told to go now; one that is taken away never goes", async () => {
    const later = new Date((await gateway.now()).getTime() + 3_600_000).toISOString();
    const [goes, never] = [await send({ text: "Now", send_at: later }), await send({ text: "Never", send_at: later })];

    expect((await call("PATCH", `/v1/messages/${goes}`, { text: "Now!", send_at: null })).status).toBe(200);
    expect((await call("DELETE", `/v1/messages/${never}`)).status).toBe(204);

    await delivered(goes);
    expect(await shown((message) => message.text === "Now!")).toBeDefined();
    expect((await call("GET", `/v1/messages/${never}`)).status).toBe(404);
    expect(await shown((message) => message.text === "Never")).toBeUndefined();
  });

  it("as a poll shows her vote, a changed and a withdrawn one", async () => {
    const id = await send({ poll: { name: "When?", options: ["morning", "evening"] } });
    await delivered(id);
    const onPhone = await shown((message) => message.type === "poll");
    const vote = (options: string[]) =>
      gateway.sandbox("POST", `/phones/${ANA}/messages/${onPhone?.id}/vote`, { options });
    const resultsAre = (morning: number, evening: number) =>
      eventually(`the results ${morning}:${evening}`, async () => {
        const results = (await read(id)).results as { votes: number }[];
        return results[0]?.votes === morning && results[1]?.votes === evening;
      });

    await vote(["morning"]);
    await resultsAre(1, 0);
    await vote(["evening"]);
    await resultsAre(0, 1);
    await vote([]);
    await resultsAre(0, 0);
    await eventually("three events", () => events("message.poll_vote").length === 3);
    // Two events are posted at a time, so they may arrive in a different order.
    const told = events("message.poll_vote").map(({ data }) => [data.vote, data.selected_options]);
    expect(told).toEqual(
      expect.arrayContaining([
        [ANA, ["morning"]],
        [ANA, ["evening"]],
        [ANA, []],
      ]),
    );
  });
});
