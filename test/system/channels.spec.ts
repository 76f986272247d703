import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";
import { picture, sha256 } from "../support/sample-files.ts";

const SHOP = "15550001031";
const ANA = "15550001032";

interface Channel {
  id: string;
  name: string;
  role: string | null;
  invite_link: string;
  picture_url: string | null;
}

describe("channels of a linked number", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  let ours: Channel;
  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    instance = (await linkNumber(gateway, SHOP)).id;
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const ask = <T>(method: string, rest = "", body?: unknown) =>
    gateway.api<{ data: T }>(method, `/v1/instances/${instance}/channels${rest}`, body);
  const list = async () => (await ask<Channel[]>("GET")).body.data;

  it("are made with a picture, listed, renamed and shown as a chat by their name", async () => {
    await eventually("the first list", async () => (await ask("GET")).status === 200);
    const data = (await picture("png")).toString("base64");
    const made = await ask<Channel>("POST", "", { name: "News", description: "Of the shop", picture: { data } });
    expect([made.status, made.body.data]).toMatchObject([201, { name: "News", role: "owner" }]);
    ours = made.body.data;
    expect((await fetch(ours.picture_url ?? "")).headers.get("content-type")).toBe("image/jpeg");

    const renamed = await ask<Channel>("PATCH", `/${ours.id}`, { name: "Our news" });
    expect([renamed.status, renamed.body.data.name]).toEqual([200, "Our news"]);
    expect(await list()).toEqual([expect.objectContaining({ id: ours.id, name: "Our news" })]);
  });

  it("take texts and files, which their followers see and `messages` shows", async () => {
    await gateway.sandbox("POST", `/channels/${ours.id}/followers`, { action: "follow", phones: [ANA] });
    const bytes = await picture("png");
    const media = { data: bytes.toString("base64"), mimetype: "image/png" };
    const sent = await gateway.api<{ data: { id: string } }>("POST", "/v1/messages", {
      ...{ instance_id: instance, chat_id: ours.id, text: "Look", media },
    });
    expect(sent.status).toBe(202);
    await eventually("the picture on Ana's phone", async () => {
      const { body } = await gateway.sandbox<{ data: { text: string; media: { sha256: string } | null }[] }>(
        "GET",
        `/phones/${ANA}/messages?chat_id=${ours.id}`,
      );
      return body.data.some((one) => one.text === "Look" && one.media?.sha256 === sha256(bytes));
    });

    const posts = await ask<object[]>("GET", `/${ours.id}/messages`);
    expect(posts.body.data).toMatchObject([{ id: sent.body.data.id, type: "image", text: "Look", views: 0 }]);
    const chat = await gateway.api<{ data: object }>("GET", `/v1/instances/${instance}/chats/${ours.id}`);
    expect(chat.body.data).toMatchObject({ type: "channel", name: "Our news" });
  });

  it("of others are found by their link, followed and left; one's own is deleted", async () => {
    const { body: hers } = await gateway.sandbox<{ chat_id: string; invite: string }>("POST", "/channels", {
      ...{ name: "Ana's", owner: ANA },
    });
    const preview = await ask<Channel>("GET", `/preview?invite=${encodeURIComponent(hers.invite)}`);
    expect(preview.body.data).toMatchObject({ id: hers.chat_id, name: "Ana's", role: null });
    expect((await ask("PUT", `/${hers.chat_id}/follow`)).status).toBe(204);
    expect((await list()).map(({ name }) => name)).toEqual(["Our news", "Ana's"]);
    expect((await ask("DELETE", `/${hers.chat_id}`)).status).toBe(409);
    expect((await ask("DELETE", `/${hers.chat_id}/follow`)).status).toBe(204);
    expect((await ask("DELETE", `/${ours.id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await ask("GET", `/${ours.id}`)).status).toBe(404);
  });
});
