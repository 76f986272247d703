import { createHash, randomBytes } from "node:crypto";
import type { BinaryNode, proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BaileysClient } from "./support/baileys-client.ts";
import { channelDevice } from "./support/channel-device.ts";
import { ANA, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

interface SandboxPost {
  readonly id: string;
  readonly server_id: number;
  readonly text: string | null;
  readonly shown: boolean;
  readonly views: number;
  readonly reactions: { readonly emoji: string; readonly count: number }[];
}

describe("posts in a channel", () => {
  let stage: Stage;
  let client: BaileysClient;
  let device: ReturnType<typeof channelDevice>;
  let channel: string;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    device = channelDevice(client);
    const made = { name: "Menu", owner: OLGA, followers: [ANA] };
    channel = (await stage.sandbox.request<{ chat_id: string }>("POST", "/channels", made)).chat_id;
  });
  afterAll(() => stage.tearDown());

  const text = (words: string) => ({ extendedTextMessage: { text: words } });

  const kept = async () =>
    (await stage.sandbox.request<{ data: SandboxPost[] }>("GET", `/channels/${channel}/posts`)).data;

  const seenBy = async (phone: string, id: string) =>
    (await stage.sandbox.messages(phone, channel)).find((message) => message.id === id);

  const react = (phone: string, id: string, emoji: string) =>
    stage.sandbox.request<SandboxPost>("POST", `/channels/${channel}/posts/${id}/react`, { phone, emoji });

  /** Posts a file, using the path and the hash that its upload returned. */
  async function picture(file: Buffer) {
    const { direct_path, handle } = await device.upload("image", file);
    const fileSha256 = createHash("sha256").update(file).digest();
    const imageMessage = { directPath: direct_path, fileSha256, fileLength: file.length, mimetype: "image/jpeg" };
    return { handle, message: { imageMessage: { ...imageMessage, caption: "Soup" } } satisfies proto.IMessage };
  }

  it("are numbered, counted and listed, the latest last", async () => {
    const first = await device.post(channel, text("Soup"));
    const second = await device.post(channel, text("Bread"));
    await stage.sandbox.request("POST", `/channels/${channel}/posts/${first.id}/views`, { count: 7 });
    await react(ANA, first.id, "👏");
    await react(BEN, first.id, "👏");
    await client.socket.sendNode({
      tag: "message",
      attrs: { to: channel, id: "3EB0REACTION", type: "reaction", server_id: first.server_id ?? "" },
      content: [{ tag: "reaction", attrs: { code: "🔥" } }],
    });

    const posts = await device.posts(channel);
    expect(posts.map(({ attrs }) => attrs)).toMatchObject([
      { id: first.id, server_id: first.server_id, type: "text", is_sender: "true" },
      { id: second.id, server_id: String(Number(first.server_id) + 1) },
    ]);
    expect(posts[0]?.content).toMatchObject([
      { tag: "plaintext" },
      { tag: "views_count", attrs: { count: "7" } },
      { tag: "reactions", content: [{ attrs: { code: "👏", count: "2" } }, { attrs: { code: "🔥", count: "1" } }] },
    ]);
    expect((await react(BEN, first.id, "")).reactions).toEqual([
      { emoji: "👏", count: 1 },
      { emoji: "🔥", count: 1 },
    ]);
    expect((await device.posts(channel, { before: second.server_id ?? "" })).map(({ attrs }) => attrs.id)).toEqual([
      first.id,
    ]);
    expect(await device.posts(channel, { count: "1" })).toMatchObject([{ attrs: { id: second.id } }]);
  });

  it("with a file show it as it was uploaded", async () => {
    const file = randomBytes(2000);
    const { handle, message } = await picture(file);
    const { id } = await device.post(channel, message, { type: "media", media_id: handle }, "image");

    const sha256 = createHash("sha256").update(file).digest("hex");
    expect(await seenBy(ANA, id)).toMatchObject({ type: "image", text: "Soup", media: { sha256, problem: null } });
    const answer = await stage.sandbox.request<{ data: string }>("GET", `/phones/${ANA}/messages/${id}/media`);
    expect(Buffer.from(answer.data, "base64").equals(file)).toBe(true);
  });

  it("with a file that nobody uploaded so are taken, and shown to nobody", async () => {
    const { handle, message } = await picture(randomBytes(100));
    const sent = [
      await device.post(channel, message, { type: "media" }, "image"),
      await device.post(channel, message, { type: "media", media_id: "bm90IHVwbG9hZGVk" }, "image"),
      await device.post(channel, message, { type: "media", media_id: handle }),
      await device.post(channel, message, { media_id: handle }, "image"),
      { id: (await client.send(channel, { image: randomBytes(100), jpegThumbnail: "" })).id, error: null },
    ];
    expect(sent.map(({ error }) => error)).toEqual(sent.map(() => null));
    for (const { id } of sent) {
      expect(await seenBy(ANA, id)).toBeUndefined();
      expect((await kept()).find((post) => post.id === id)?.shown).toBe(false);
    }
    const listed = (await device.posts(channel)).map(({ attrs }) => attrs.id ?? "");
    expect(listed.filter((id) => sent.some((post) => post.id === id))).toEqual([]);
  });

  it("of a phone carry files that everybody can open", async () => {
    const data = randomBytes(300).toString("base64");
    const { id } = await stage.sandbox.write(OLGA, { chat_id: channel, media: { data, mimetype: "image/png" } });

    expect((await seenBy(ANA, id))?.media?.problem).toBeNull();
    const { message } = await client.message(id);
    expect(message.message?.imageMessage?.mediaKey?.length ?? 0).toBe(0);
  });

  it("are edited and deleted under their own id", async () => {
    const { id, server_id } = await device.post(channel, text("Supo"));
    expect((await device.post(channel, text("Soup"), { id, edit: "3" })).server_id).toBe(server_id);
    expect(await seenBy(ANA, id)).toMatchObject({ text: "Soup", edited: true });
    const parts = (post: BinaryNode | undefined) => (Array.isArray(post?.content) ? post.content : []);
    expect(parts((await device.posts(channel)).at(-1)).map(({ tag }) => tag)).toContain("meta");

    await device.post(channel, null, { id, edit: "8" });
    expect((await seenBy(ANA, id))?.deleted).toBe(true);
    expect((await device.posts(channel)).map(({ attrs }) => attrs.id)).not.toContain(id);
    expect((await device.post(channel, text("Again"), { id, edit: "3" })).error).toBe("404");
  });

  it("are not changed by the library's own way, which uses another id", async () => {
    const { id } = await device.post(channel, text("Old"));
    const key = { remoteJid: channel, id, fromMe: true };
    await client.send(channel, { text: "New", edit: key });
    await client.send(channel, { delete: key });
    expect(await seenBy(ANA, id)).toMatchObject({ text: "Old", edited: false, deleted: false });
    expect((await device.post(channel, text("New"), { edit: "3" })).error).toBe("404");
  });

  it("come from the owner and admins only", async () => {
    const made = { name: "Not mine", owner: ANA };
    const { chat_id } = await stage.sandbox.request<{ chat_id: string }>("POST", "/channels", made);
    const { id } = await stage.sandbox.write(ANA, { chat_id, text: "Hello" });

    expect((await device.post(chat_id, text("Me too"))).error).toBe("403");
    expect((await device.post(chat_id, null, { id, edit: "8" })).error).toBe("403");
    await stage.sandbox.request("POST", `/channels/${chat_id}/admins`, { action: "add", phones: [OLGA] });
    expect((await device.post(chat_id, text("Me too"))).server_id).toBe("101");
    expect((await device.post(chat_id, null, { id, edit: "8" })).error).toBeNull();
    await stage.sandbox.request("POST", `/channels/${chat_id}/admins`, { action: "remove", phones: [OLGA] });
    expect((await device.post(chat_id, text("Again"))).error).toBe("403");
  });

  it("can't be written where the channel is not open", async () => {
    await stage.sandbox.request("PATCH", `/channels/${channel}`, { state: "GEOSUSPENDED" });
    expect((await device.post(channel, text("Hi"))).error).toBe("451");
    await expect(device.posts(channel)).rejects.toMatchObject({ data: 451 });
    await stage.sandbox.request("PATCH", `/channels/${channel}`, { state: "SUSPENDED" });
    expect((await device.post(channel, text("Hi"))).error).toBe("423");
    await stage.sandbox.request("PATCH", `/channels/${channel}`, { state: "ACTIVE" });
    expect((await device.post("1@newsletter", text("Hi"))).error).toBe("404");
  });

  it("leave nothing unacknowledged behind", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });

  it("are the same after the network was started again", async () => {
    const before = await kept();
    await client.disconnect();
    await stage.network.kill();
    await stage.startAgain();
    expect(await kept()).toEqual(before);
  });
});
