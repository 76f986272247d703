import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listChannels } from "../../../core/operations/channels/read-channels.ts";
import { channelRecords } from "../../../core/records/chats/channel.ts";
import type { ChannelCommand, CommandAnswer } from "../../../core/records/command.ts";
import { keys } from "../../../core/store/keys.ts";
import { CHANNEL_QUERIES, type ChannelQuery } from "../../../session-service/baileys/queries/channels/query-ids.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { SendingWorld } from "../support/sending-world.ts";

interface SandboxChannel {
  chat_id: string;
  name: string;
  description: string | null;
  invite: string;
  followers: string[];
  picture: string | null;
}

describe("channels of a linked number", () => {
  let sending: SendingWorld;
  let news: SandboxChannel;
  const sandbox = () => sending.world.stage.sandbox;
  const perform = (command: ChannelCommand) => sending.session.perform(command);
  const stored = (id: string) => channelRecords.read(sending.world.table, sending.instance, id);
  const shown = (id: string) => sandbox().request<SandboxChannel>("GET", `/channels/${id}`);
  const limitedActions = () => sending.world.table.peek(keys.limitedActions(sending.instance)) ?? {};
  const create = (name: string, more: object = {}) =>
    perform({ kind: "create_channel", channel: null, name, description: null, picture: null, ...more });
  const madeId = (answer: CommandAnswer) => {
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return (answer.result as { id: string }).id;
  };
  const fault = (kind: string, query: ChannelQuery, more: object = {}) =>
    sandbox().fault({ kind, ids: CHANNEL_QUERIES[query].ids.map(({ id }) => id), for_seconds: 3_600, ...more });
  const heal = async (kind: string, query: ChannelQuery) => void (await fault(kind, query, { for_seconds: 0 }));
  /** Resets the day's counts, as if the next day had begun. */
  const nextDay = () => sending.world.table.write({ delete: keys.limitedActions(sending.instance) });
  const picture = async () => {
    const file = { key: `files/picture-${Math.random()}` };
    const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    await sending.world.media.put(file.key, png, { mimetype: "image/png", filename: null, maxBytes: 1e6 });
    return file;
  };

  beforeAll(async () => {
    sending = await SendingWorld.create();
    news = await sandbox().request("POST", "/channels", { name: "News", owner: ANA, description: "All of it" });
  });
  afterAll(() => sending.tearDown());

  it("are read when it connects: none yet", async () => {
    await expect
      .poll(() => listChannels(sending.world.table, sending.world.instance(sending.instance)).catch(() => null))
      .toEqual([]);
  });

  it("are found by the code of their link, followed once, and left", async () => {
    const invite = news.invite.split("/").at(-1) ?? "";
    const preview = await perform({ kind: "preview_channel", channel: null, invite });
    const fields = expect.objectContaining({ title: "News", description: "All of it", invite, subscribers: 1 });
    expect(preview).toEqual({ ok: true, result: { id: news.chat_id, fields } });
    expect(await stored(news.chat_id)).toBeNull();

    for (const _time of ["first", "again"]) {
      expect(await perform({ kind: "follow_channel", channel: news.chat_id })).toEqual({ ok: true });
    }
    expect((await shown(news.chat_id)).followers).toEqual([ANA, OLGA]);
    expect(await stored(news.chat_id)).toMatchObject({ title: "News", name: "News", role: "subscriber" });
    expect(limitedActions()).toMatchObject({ channel_follows: 1 }); // the second time it was followed already

    for (const _time of ["first", "again"]) {
      expect(await perform({ kind: "unfollow_channel", channel: news.chat_id })).toEqual({ ok: true });
    }
    expect((await shown(news.chat_id)).followers).toEqual([ANA]);
    expect(await stored(news.chat_id)).not.toHaveProperty("role");
  });

  it("that do not exist are not found, and not counted", async () => {
    const channel = "120363999999999999@newsletter";
    const before = limitedActions();
    for (const command of [
      { kind: "follow_channel", channel },
      { kind: "preview_channel", channel: null, invite: "nowhere" },
      { kind: "unfollow_channel", channel },
    ] as const) {
      expect(await perform(command)).toMatchObject({ ok: false, code: "channel_not_found" });
    }
    expect(limitedActions()).toEqual(before);
  });

  it("of others show a copy of their picture", async () => {
    const jpeg = await sharp({ create: { width: 96, height: 96, channels: 3, background: "blue" } })
      .jpeg()
      .toBuffer();
    const made = { name: "Pictures", owner: ANA };
    const { chat_id: channel } = await sandbox().request<SandboxChannel>("POST", "/channels", made);
    await sandbox().request("PATCH", `/channels/${channel}`, { picture: jpeg.toString("base64") });
    expect(await perform({ kind: "follow_channel", channel })).toEqual({ ok: true });
    const kept = (await sending.world.media.get((await stored(channel))?.picture?.key ?? "")) ?? [];
    const chunks: Uint8Array[] = [];
    for await (const chunk of kept) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(jpeg);
    expect(await perform({ kind: "unfollow_channel", channel })).toEqual({ ok: true });
  });

  it("are made: the network's answer has no picture, which the library takes for a failure", async () => {
    const id = madeId(await create("Ours", { description: "About us" }));
    expect(await shown(id)).toMatchObject({ name: "Ours", description: "About us", followers: [OLGA], picture: null });
    expect(await stored(id)).toMatchObject({ title: "Ours", description: "About us", role: "owner", subscribers: 1 });
    expect(limitedActions()).toMatchObject({ channels_created: 1 });
  });

  it("are made with a picture, of which we keep a copy; a third one a day is refused", async () => {
    const id = madeId(await create("Pictured", { picture: await picture() }));
    const jpeg = Buffer.from((await shown(id)).picture ?? "", "base64");
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg", width: 640, height: 640 });
    expect((await stored(id))?.picture?.key).toEqual(expect.any(String));

    const third = await create("Third");
    expect(third).toMatchObject({ ok: false, code: "limit_reached", retry_after_sec: expect.any(Number) });
    await nextDay();
  });

  it("are made once the network's terms are accepted, which is done by itself", async () => {
    await sandbox().request("POST", `/phones/${OLGA}/channel-terms`, { accepted: false });
    const id = madeId(await create("With terms"));
    expect(await shown(id)).toMatchObject({ name: "With terms" });
    expect(limitedActions()).toMatchObject({ channels_created: 1 });
  });

  it("are changed whole, and deleted", async () => {
    await nextDay();
    const channel = madeId(await create("Before", { description: "Old", picture: await picture() }));
    const change = { name: "After", description: null, picture: null };
    expect(await perform({ kind: "change_channel", channel, change })).toEqual({ ok: true });
    expect(await shown(channel)).toMatchObject({ name: "After", description: null, picture: null });
    const after = await stored(channel);
    expect(after).toMatchObject({ title: "After", name: "After", role: "owner" });
    expect(after).not.toHaveProperty("description");
    expect(after).not.toHaveProperty("picture");

    expect(await perform({ kind: "delete_channel", channel })).toEqual({ ok: true });
    await expect(shown(channel)).rejects.toMatchObject({ code: "chat_not_found" });
    expect(await stored(channel)).toBeNull();
    expect(await perform({ kind: "delete_channel", channel })).toMatchObject({ ok: false, code: "channel_not_found" });
  });

  it("of others are not changed, and what the network says is kept: we are no admin any more", async () => {
    await sandbox().request("POST", `/channels/${news.chat_id}/admins`, { action: "add", phones: [OLGA] });
    expect(await perform({ kind: "follow_channel", channel: news.chat_id })).toEqual({ ok: true });
    expect(await stored(news.chat_id)).toMatchObject({ role: "admin" });
    const change = { name: "News by Olga" };
    expect(await perform({ kind: "change_channel", channel: news.chat_id, change })).toEqual({ ok: true });
    expect(await shown(news.chat_id)).toMatchObject({ name: "News by Olga" });

    await sandbox().request("POST", `/channels/${news.chat_id}/admins`, { action: "remove", phones: [OLGA] });
    const refused = await perform({ kind: "change_channel", channel: news.chat_id, change: { name: "Mine" } });
    expect(refused).toMatchObject({ ok: false, code: "conflict" });
    expect((await stored(news.chat_id))?.role).not.toBe("admin");
  });

  it("show their posts, with views and reactions, and none of those is stored here", async () => {
    const { id } = await sandbox().write(ANA, { chat_id: news.chat_id, text: "First" });
    await sandbox().write(ANA, { chat_id: news.chat_id, text: "Second" });
    await sandbox().request("POST", `/channels/${news.chat_id}/posts/${id}/views`, { count: 7 });
    await sandbox().request("POST", `/channels/${news.chat_id}/posts/${id}/react`, { phone: BEN, emoji: "👏" });

    const { result } = (await perform({ kind: "read_posts", channel: news.chat_id, limit: 50 })) as {
      result: { posts: object[] };
    };
    expect(result.posts).toEqual([
      expect.objectContaining({ type: "text", text: "Second", views: 0, reactions: [] }),
      expect.objectContaining({ id, text: "First", views: 7, reactions: [{ emoji: "👏", count: 1 }] }),
    ]);
    const one = await perform({ kind: "read_posts", channel: news.chat_id, limit: 1 });
    expect(one).toMatchObject({ result: { posts: [{ text: "Second" }] } });
    expect(sending.world.messages().filter(({ chat_id }) => chat_id === news.chat_id)).toEqual([]);
    expect(sending.world.events("message.received")).toEqual([]);
  });

  describe("when the network knows a number no more", () => {
    const NOT_DONE = {
      ok: false,
      code: "messenger_unavailable",
      status: 503,
      message: expect.stringContaining("Nothing was changed"),
    };
    const complained = () =>
      sending.world.complaints
        .filter(({ message }) => message.includes("no longer supports"))
        .map(({ fields }) => fields.query);

    it("nothing is done, nothing is counted of the day, and the operator is told by number", async () => {
      await nextDay();
      sending.world.complaints.length = 0;
      await fault("retire_queries", "create");
      expect(await create("Never")).toMatchObject(NOT_DONE);
      expect(complained()).toEqual(CHANNEL_QUERIES.create.ids.map(({ id }) => `create ${id}`));
      expect(limitedActions()).toMatchObject({ channels_created: 0 });
      await heal("retire_queries", "create");

      await fault("retire_queries", "follow");
      expect(await perform({ kind: "follow_channel", channel: news.chat_id })).toMatchObject({ ok: true }); // followed already
      expect(await perform({ kind: "unfollow_channel", channel: news.chat_id })).toEqual({ ok: true });
      expect(await perform({ kind: "follow_channel", channel: news.chat_id })).toMatchObject(NOT_DONE);
      expect((await shown(news.chat_id)).followers).not.toContain(OLGA);
      expect(await stored(news.chat_id)).not.toHaveProperty("role");
      await heal("retire_queries", "follow");
    });

    it("the other one is asked", async () => {
      const [first] = CHANNEL_QUERIES.read.ids;
      await sandbox().fault({ kind: "retire_queries", ids: [first.id], for_seconds: 3_600 });
      const invite = news.invite.split("/").at(-1) ?? "";
      expect(await perform({ kind: "preview_channel", channel: null, invite })).toMatchObject({ ok: true });
      await heal("retire_queries", "read");
    });
  });

  it.each(["renamed", "emptied", "garbled"])(
    "an order that is answered in another shape (%s) may be done: 503, and it is not repeated",
    async (how) => {
      await nextDay();
      await fault("reshape_queries", "create", { how });
      const answer = await create(`Shape ${how}`);
      expect(answer).toMatchObject({ ok: false, code: "messenger_unavailable", status: 503 });
      expect(answer).toMatchObject({ message: expect.stringContaining("Check with GET") });
      expect(limitedActions()).toMatchObject({ channels_created: 1 });
      await heal("reshape_queries", "create");
      // The list is loaded soon after, and then contains the created channel exactly once.
      const ours = async () =>
        (await listChannels(sending.world.table, sending.world.instance(sending.instance))).filter(
          ({ title }) => title === `Shape ${how}`,
        );
      await expect.poll(async () => (await ours()).length).toBe(1);
      expect((await ours())[0]).toMatchObject({ role: "owner" });
    },
  );

  it("a question that is answered in another shape is 503, and what is stored stays", async () => {
    const before = await stored(news.chat_id);
    for (const how of ["renamed", "emptied", "garbled"]) {
      await fault("reshape_queries", "read", { how });
      const answer = await perform({
        kind: "preview_channel",
        channel: null,
        invite: news.invite.split("/").at(-1) ?? "",
      });
      expect(answer, how).toMatchObject({ ok: false, code: "messenger_unavailable", status: 503 });
    }
    await heal("reshape_queries", "read");
    expect(await stored(news.chat_id)).toEqual(before);
  });
});
