import { beforeEach, describe, expect, it } from "vitest";
import type { NetworkChannel, NetworkPost } from "../../../core/domain/channels/channel.ts";
import { storeChannel } from "../../../core/operations/channels/store-channel.ts";
import { storeChannelList } from "../../../core/operations/channels/store-channel-list.ts";
import type { Command, CommandAnswer } from "../../../core/records/command.ts";
import { keys } from "../../../core/store/keys.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "../linked-world.ts";

const OURS = "120363000000000001@newsletter";
const THEIRS = "120363000000000002@newsletter";
const PNG = Buffer.from("89504e470d0a1a0a00000000", "hex").toString("base64");

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
  const channels = [channel(OURS, { role: "owner" }), channel(THEIRS, { name: "Weather", verified: true })];
  await storeChannelList(world.sessionDeps, world.own, { channels, unreadable: [] });
});

const channel = (id: string, change: Partial<NetworkChannel> = {}): NetworkChannel => ({
  ...{ id, name: "News", description: null, invite: "code", verified: false, subscribers: 3, picture: null },
  role: "subscriber",
  ...change,
});
const path = (rest = "") => `/v1/instances/${world.instance}/channels${rest}`;
const ask = (method: string, rest = "", body?: unknown) => world.ask(method, path(rest), body);
const answering = <T>(answer: CommandAnswer | (() => Promise<CommandAnswer>), work: () => Promise<T>) =>
  world.withSession(async (_command: Command) => (typeof answer === "function" ? answer() : answer), work);
const unlink = () => world.table.write({ update: keys.instance(world.instance), set: { status: "scan_qr_code" } });

describe("channels", () => {
  it("are listed whole, one's own first, and read one by one, also while nothing is connected", async () => {
    await unlink();
    const list = dataOf(await ask("GET")) as unknown as object[];
    expect(list).toEqual([
      {
        ...{ id: OURS, name: "News", description: null, invite_link: "https://whatsapp.com/channel/code" },
        ...{ picture_url: null, role: "owner", verified: false, subscribers: 3 },
      },
      expect.objectContaining({ id: THEIRS, name: "Weather", role: "subscriber", verified: true }),
    ]);
    expect(dataOf(await ask("GET", `/${THEIRS}`))).toEqual(list[1]);
    expect(world.commands).toEqual([]);
  });

  it.each(["120363000000000009@newsletter", "1@g.us", "x", "5511999990001"])("%s is none: 404", async (id) => {
    for (const [method, rest] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["GET", "/messages"],
    ] as const) {
      const body = method === "PATCH" ? { name: "New" } : undefined;
      expect(await ask(method, `/${id}${rest}`, body)).toMatchObject({
        status: 404,
        body: { code: "channel_not_found" },
      });
    }
    expect(world.commands).toEqual([]);
  });

  it("are made with what was given, and shown as they are stored then", async () => {
    const made = "120363000000000003@newsletter";
    const perform = async (): Promise<CommandAnswer> => {
      await storeChannel(world.sessionDeps, world.own, channel(made, { role: "owner" }));
      return { ok: true, result: { id: made } };
    };
    const body = { name: " News ", description: "", picture: { data: PNG } };
    const answer = await answering(perform, () => ask("POST", "", body));

    expect(answer.status).toBe(201);
    expect(dataOf(answer)).toMatchObject({ id: made, role: "owner" });
    const picture = { key: expect.any(String) };
    expect(world.commands).toEqual([
      { kind: "create_channel", channel: null, name: "News", description: null, picture },
    ]);
  });

  it.each([
    ["name", { name: "" }],
    ["name", { name: "x".repeat(101) }],
    ["description", { name: "News", description: "x".repeat(2_049) }],
    ["picture.url", { name: "News", picture: {} }],
    ["picture.data", { name: "News", picture: { data: "aGVsbG8=" } }],
  ])("are refused with errors.%s for %j", async (field, body) => {
    const answer = await ask("POST", "", body);
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    expect(world.commands).toEqual([]);
  });

  it("of one's own are changed, by what was sent alone, and deleted", async () => {
    const done = { ok: true } as const;
    expect((await answering(done, () => ask("PATCH", `/${OURS}`, { description: "", picture: null }))).status).toBe(
      200,
    );
    expect((await answering(done, () => ask("DELETE", `/${OURS}`))).status).toBe(204);
    expect(world.commands).toEqual([
      { kind: "change_channel", channel: OURS, change: { description: null, picture: null } },
      { kind: "delete_channel", channel: OURS },
    ]);
    expect((await ask("PATCH", `/${OURS}`, {})).status).toBe(200);
  });

  it("of others are not: 409, and nobody is asked", async () => {
    for (const [method, rest, body] of [
      ["PATCH", `/${THEIRS}`, { name: "Mine" }],
      ["DELETE", `/${THEIRS}`, undefined],
      ["DELETE", `/${OURS}/follow`, undefined],
    ] as const) {
      expect(await ask(method, rest, body)).toMatchObject({ status: 409, body: { code: "conflict" } });
    }
    expect(world.commands).toEqual([]);
  });

  it("are followed and left; what is so already is not asked for", async () => {
    const other = "120363000000000004@newsletter";
    expect((await ask("PUT", `/${THEIRS}/follow`)).status).toBe(204);
    expect((await answering({ ok: true }, () => ask("PUT", `/${other}/follow`))).status).toBe(204);
    expect((await answering({ ok: true }, () => ask("DELETE", `/${THEIRS}/follow`))).status).toBe(204);
    expect(world.commands).toEqual([
      { kind: "follow_channel", channel: other },
      { kind: "unfollow_channel", channel: THEIRS },
    ]);
  });

  it("that a link leads to are shown, by link or code; what is no link leads nowhere", async () => {
    const found = {
      ok: true,
      result: { id: THEIRS, fields: { title: "Weather", invite: "abc", subscribers: 7 } },
    } as const;
    const link = encodeURIComponent("https://whatsapp.com/channel/abc?x=1");
    const answer = await answering(found, () => ask("GET", `/preview?invite=${link}`));
    expect(dataOf(answer)).toMatchObject({ id: THEIRS, name: "Weather", role: null, subscribers: 7 });
    expect(world.commands).toEqual([{ kind: "preview_channel", channel: null, invite: "abc" }]);
    expect(await ask("GET", "/preview?invite=no%20link")).toMatchObject({ status: 404 });
    expect(await ask("GET", "/preview")).toMatchObject({
      status: 422,
      body: { errors: { invite: [expect.any(String)] } },
    });
  });

  it("need a connection for all that the network is asked", async () => {
    await unlink();
    for (const [method, rest, body] of [
      ["POST", "", { name: "News" }],
      ["PATCH", `/${OURS}`, { name: "News" }],
      ["DELETE", `/${OURS}`, undefined],
      ["DELETE", `/${THEIRS}/follow`, undefined],
      ["GET", `/${OURS}/messages`, undefined],
      ["GET", "/preview?invite=abc", undefined],
    ] as const) {
      expect(await ask(method, rest, body)).toMatchObject({ status: 409, body: { code: "not_connected" } });
    }
  });
});

describe("the posts of a channel", () => {
  const post = (id: string): NetworkPost => ({
    ...{ id, type: "text", text: "Hi", media: null, views: 2, reactions: [{ emoji: "👏", count: 1 }] },
    at_ms: Date.UTC(2026, 10, 20),
  });

  it("are as the network shows them, and ours have the ids of their messages", async () => {
    const place = keys.networkId(world.instance, "out", "3EB0OURS");
    await world.table.write({ put: { ...place, message_id: "msg_1", account_id: world.account } });
    const posts = [post("3EB0OURS"), post("3EB0PHONE")];
    const answer = await answering({ ok: true, result: { posts } }, () => ask("GET", `/${OURS}/messages?limit=2`));
    const { at_ms: _at, ...shown } = post("3EB0PHONE");
    const created_at = "2026-11-20T00:00:00+00:00";
    expect(dataOf(answer)).toEqual([
      { ...shown, id: "msg_1", created_at },
      { ...shown, created_at },
    ]);
    expect(world.commands).toEqual([{ kind: "read_posts", channel: OURS, limit: 2 }]);
  });

  it.each(["0", "101", "x"])("are not given for limit=%s", async (limit) => {
    expect(await ask("GET", `/${OURS}/messages?limit=${limit}`)).toMatchObject({ status: 422 });
  });
});
