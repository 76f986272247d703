import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";

const SHOP = "15550001011";
const ANA = "15550001012";
const BEN = "15550001013";

interface Chat {
  id: string;
  phone: string;
  name: string | null;
  waiting: boolean;
  unread_count: number;
  last_message: { direction: string; body: string; status: string } | null;
}

describe("chats of a linked number", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", "/phones", { phone: BEN, name: "Ben" });
    instance = (await linkNumber(gateway, SHOP)).id;
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const list = async (query = "") => (await gateway.api<{ data: Chat[] }>("GET", `/v1/chats${query}`)).body.data;
  const names = async (query = "") => (await list(query)).map(({ name }) => name);
  const write = (from: string, text: string) => gateway.sandbox("POST", `/phones/${from}/messages`, { to: SHOP, text });

  it("list whoever writes, newest first, unread and waiting, until they are answered", async () => {
    await write(ANA, "Is it ready?");
    await eventually("Ana's chat", async () => (await list()).length === 1);
    await write(BEN, "Good morning");
    await eventually("Ben's chat above it", async () => (await names()).join() === "Ben,Ana");

    const [, ana] = await list();
    expect(ana).toMatchObject({ phone: ANA, waiting: true, unread_count: 1 });
    expect(ana?.last_message).toMatchObject({ direction: "in", body: "Is it ready?", status: "received" });
    expect(await names("?waiting=1&search=ANA")).toEqual(["Ana"]);

    await gateway.api("POST", "/v1/messages", { instance_id: instance, to: ANA, text: "It is." });
    await eventually("the answered chat", async () => (await names()).join() === "Ana,Ben");

    const answered = await gateway.api<{ data: Chat }>("GET", `/v1/instances/${instance}/chats/${ANA}`);
    expect(answered.body.data).toMatchObject({ waiting: false, unread_count: 0, last_message: { body: "It is." } });
    expect(await names("?waiting=1")).toEqual(["Ben"]);
    const history = await gateway.api<{ data: { body: string; source: string }[] }>(
      "GET",
      `/v1/instances/${instance}/chats/${ANA}/history`,
    );
    expect(history.body.data.map(({ body, source }) => [body, source])).toEqual([
      ["It is.", "service"],
      ["Is it ready?", "service"],
    ]);
  });
});
