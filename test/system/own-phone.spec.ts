import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { hasStatus, inbox, linkNumber } from "../support/linked-number.ts";

const ANA = "15550001002";

const OLGA = "15550001001";

describe("a phone with a past, which its owner goes on using", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", "/phones", { phone: OLGA, name: "Olga", business: true });
    await gateway.sandbox("POST", `/phones/${OLGA}/history`, { chats: 20, messages_per_chat: 10 });
    await gateway.sandbox("POST", `/phones/${OLGA}/labels`, { name: "VIP", color: 1 });
    await gateway.sandbox("PATCH", `/phones/${OLGA}/chats/${ANA}`, { pinned: true, muted_until: "forever" });
    instance = (await linkNumber(gateway, OLGA)).id;
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const events = async (type: string) =>
    (await gateway.api<{ data: { data: { body: string } }[] }>("GET", `/v1/events?types[]=${type}`)).body.data;
  const received = (text: string) =>
    eventually(`the event of ${text}`, async () =>
      (await events("message.received")).some(({ data }) => data.body === text),
    );

  it("is linked as any other, and tells of nothing that was written before", async () => {
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: OLGA, text: "the first" });
    await received("the first");

    expect(await events("message.received")).toHaveLength(1);
    expect(await events("message.sent_from_phone")).toEqual([]);
  });

  it("may be used by its owner meanwhile: what people write still comes, and answers go", async () => {
    await gateway.sandbox("PATCH", `/phones/${OLGA}/chats/${ANA}`, { archived: true, muted_until: null });
    await gateway.sandbox("PUT", `/phones/${OLGA}/chats/${ANA}/labels`, { label_ids: [1] });
    await gateway.sandbox("PUT", `/phones/${OLGA}/contacts/${ANA}`, { name: "Ana Best" });
    await gateway.sandbox("POST", `/phones/${OLGA}/chats/${ANA}/read`);
    await gateway.sandbox("PATCH", `/phones/${OLGA}/chats/${ANA}`, { deleted: true });
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: OLGA, text: "the second" });
    await received("the second");

    const answer = await gateway.api("POST", "/v1/messages", {
      instance_id: instance,
      chat_id: `${ANA}@s.whatsapp.net`,
      text: "yes",
    });

    expect(answer.status).toBe(202);
    await eventually("the answer", async () => (await inbox(gateway, ANA)).some(({ text }) => text === "yes"));
    expect(await hasStatus(gateway, instance, "working")).toBe(true);
  });
});
