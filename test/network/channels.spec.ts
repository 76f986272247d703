import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { channelDevice } from "./support/channel-device.ts";
import { ANA, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

interface SandboxChannel {
  readonly chat_id: string;
  readonly invite: string;
  readonly followers: string[];
}

describe("channels", () => {
  let stage: Stage;
  let client: BaileysClient;
  let channel: SandboxChannel;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    channel = await stage.sandbox.request<SandboxChannel>("POST", "/channels", { name: "News", owner: ANA });
  });
  afterAll(() => stage.tearDown());

  const get = (id: string) => stage.sandbox.request<SandboxChannel>("GET", `/channels/${id}`);

  it("are found by invite, followed, muted and left", async () => {
    const code = channel.invite.split("/").at(-1) ?? "";
    const found = await client.socket.newsletterMetadata("invite", code);
    expect(found).toMatchObject({ id: channel.chat_id, viewer_metadata: { role: "GUEST" } });
    await client.socket.newsletterFollow(channel.chat_id);
    await client.socket.newsletterMute(channel.chat_id);
    expect((await get(channel.chat_id)).followers).toEqual([ANA, OLGA]);
    expect(await client.socket.newsletterMetadata("jid", channel.chat_id)).toMatchObject({
      thread_metadata: { subscribers_count: "2" },
      viewer_metadata: { role: "SUBSCRIBER", mute: "ON" },
    });
    await client.socket.newsletterUnfollow(channel.chat_id);
    expect((await get(channel.chat_id)).followers).toEqual([ANA]);
    expect(await client.socket.newsletterMetadata("invite", "nowhere")).toBeNull();
    await expect(client.socket.newsletterFollow("1@newsletter")).rejects.toThrow("Not Found");
  });

  it("bring posts to who follows, in the open and with a number", async () => {
    await client.socket.newsletterFollow(channel.chat_id);
    const { id } = await stage.sandbox.write(ANA, { chat_id: channel.chat_id, text: "News!" });

    const { message } = await client.message(id);
    expect(message.message?.extendedTextMessage?.text).toBe("News!");
    expect(message.key).toMatchObject({ remoteJid: channel.chat_id, server_id: "100" });
    expect((await stage.sandbox.messages(OLGA, channel.chat_id))[0]).toMatchObject({ text: "News!", from: ANA });
    await client.socket.newsletterReactMessage(channel.chat_id, "100", "👏");
    expect((await stage.sandbox.messages(ANA, channel.chat_id))[0]?.reactions).toEqual([{ from: OLGA, emoji: "👏" }]);
    await expect(stage.sandbox.write(BEN, { chat_id: channel.chat_id, text: "me too" })).rejects.toMatchObject({
      code: "conflict",
    });
    const refused = await client.socket.sendMessage(channel.chat_id, { text: "me too", linkPreview: null });
    await client.receipt(refused?.key.id ?? "", 0);
  });

  it("are made and filled by a device", async () => {
    // The library fails once the channel has been created, because a new channel has no picture.
    let made = "";
    client.socket.ws.on("CB:iq,type:result", (node: { content?: { tag: string; content?: unknown }[] }) => {
      const result = node.content?.find(({ tag }) => tag === "result")?.content;
      made ||= String(result).match(/"id":"(\d+@newsletter)"/)?.[1] ?? "";
    });
    await expect(client.socket.newsletterCreate("Mine", "About me")).rejects.toThrow(TypeError);
    await stage.sandbox.request("POST", `/channels/${made}/followers`, { action: "follow", phones: [BEN] });

    const id = await client.text(made, "First post");
    expect((await stage.sandbox.messages(BEN, made)).find((post) => post.id === id)?.text).toBe("First post");
    await client.socket.newsletterUpdateName(made, "Ours");
    expect(await client.socket.newsletterMetadata("jid", made)).toMatchObject({
      thread_metadata: { name: { text: "Ours" } },
    });
    const { inside, posts } = channelDevice(client);
    const [post] = await posts(made);
    const [plain] = Array.isArray(post?.content) ? post.content : [];
    expect(proto.Message.decode(plain?.content as Uint8Array).extendedTextMessage?.text).toBe("First post");
    const updates = inside(await client.socket.newsletterFetchMessages(made, 10, 0, 0), "message_updates");
    expect(updates).toMatchObject([{ tag: "messages", content: [{ attrs: { server_id: "100" } }] }]);
    expect(await client.socket.subscribeNewsletterUpdates(made)).toEqual({ duration: "300" });
    await client.socket.newsletterDelete(made);
    await expect(get(made)).rejects.toMatchObject({ code: "chat_not_found" });
    expect(await client.socket.newsletterMetadata("jid", made)).toBeNull();
    await client.receipt((await client.socket.sendMessage(made, { text: "Gone?" }))?.key.id ?? "", 0);
  });

  it("leaves nothing unacknowledged behind", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });
});
