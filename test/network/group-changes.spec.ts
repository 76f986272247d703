import type { BinaryNode } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { askAboutGroups, childrenOf, collectGroupChanges, type ToldChange, tag } from "./support/ask-about-groups.ts";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

let stage: Stage;
let client: BaileysClient;
let told: ToldChange[];
/** Another device of the same phone. */
let second: BaileysClient;
let toldToSecond: ToldChange[];
let chat: string;
beforeAll(async () => {
  stage = await setStage();
  client = stage.newClient();
  await client.link(stage.sandbox, OLGA);
  second = stage.newClient();
  await second.link(stage.sandbox, OLGA);
  told = collectGroupChanges(client);
  toldToSecond = collectGroupChanges(second);
});
afterAll(() => stage.tearDown());
beforeEach(async () => {
  chat = (await stage.sandbox.newGroup({ subject: "Tea", owner: OLGA, participants: [ANA, BEN] })).chat_id;
});

const lid = async (phone: string) => (await stage.sandbox.phone(phone)).private_id;
const set = (content: BinaryNode) => askAboutGroups(client, "set", chat, content);
const read = async () => (await askAboutGroups(client, "get", chat, tag("query", { request: "interactive" })))[0];
const saw = (name: string, of = chat) =>
  client.until(`${name} of ${of}`, () => told.find(({ from, change }) => from === of && change.tag === name));

describe("what a linked device changes", () => {
  it("comes back to it as a notice, like to everybody", async () => {
    await set(tag("subject", {}, Buffer.from("Coffee")));
    await set(tag("locked"));
    await set(tag("member_add_mode", {}, Buffer.from("admin_add")));
    await set(tag("membership_approval_mode", {}, [tag("group_join", { state: "on" })]));
    await set(tag("ephemeral", { expiration: "604800" }));
    expect((await saw("subject")).by).toBe(await lid(OLGA));
    await second.until("the subject", () =>
      toldToSecond.find(({ from, change }) => from === chat && change.tag === "subject"),
    );
    for (const name of ["locked", "member_add_mode", "membership_approval_mode", "ephemeral"]) await saw(name);
    await expect(set(tag("member_add_mode", {}, Buffer.from("everybody")))).rejects.toMatchObject({ data: 400 });
    await expect(set(tag("subject", {}, Buffer.from("a".repeat(101))))).rejects.toMatchObject({ data: 406 });
  });

  it("does not undo a description that somebody else wrote meanwhile", async () => {
    const describe_ = (attrs: Record<string, string>, body?: string) =>
      set(tag("description", attrs, body === undefined ? undefined : [tag("body", {}, Buffer.from(body))]));
    await describe_({ id: "D1" }, "First");
    await stage.sandbox.changeGroup(chat, { description: "Hers", by: ANA }).catch(() => {});
    await expect(describe_({ id: "D2" }, "Second")).rejects.toMatchObject({ data: 409 });
    const standing = childrenOf(await read(), "description")[0]?.attrs.id ?? "";
    await expect(describe_({ id: "D2", prev: "D9" }, "Second")).rejects.toMatchObject({ data: 409 });
    await describe_({ id: "D2", prev: standing }, "Second");
    await expect(describe_({ id: "D3", prev: "D2" }, "a".repeat(2049))).rejects.toMatchObject({ data: 406 });
    await stage.sandbox.fault({ kind: "stale_descriptions", times: 1 });
    await expect(describe_({ id: "D3", prev: "D2" }, "Third")).rejects.toMatchObject({ data: 409 });
    await describe_({ id: "D3", prev: "D2", delete: "true" });
    expect(await stage.sandbox.group(chat)).toMatchObject({ description: null });
    await describe_({ id: "D4" }, "Fourth");
    expect(await stage.sandbox.group(chat)).toMatchObject({ description: "Fourth" });
  });

  it("may be the picture, as a JPEG", async () => {
    const picture = (content?: BinaryNode[]) =>
      client.socket.query({
        tag: "iq",
        attrs: { to: "@s.whatsapp.net", type: "set", xmlns: "w:profile:picture", target: chat },
        ...(content && { content }),
      });
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
    const answer = await picture([tag("picture", { type: "image" }, jpeg)]);
    const id = childrenOf(answer)[0]?.attrs.id;
    expect(id).toMatch(/^\d+$/);
    expect((await saw("set")).change.attrs).toMatchObject({ id, author: await lid(OLGA) });
    await expect(picture([tag("picture", { type: "image" }, Buffer.from("GIF89a"))])).rejects.toMatchObject({
      data: 406,
    });
    await picture();
    await saw("delete");
    expect(await stage.sandbox.request("GET", `/groups/${chat}/picture`)).toEqual({ picture: null });
  });
});

describe("somebody who was put out of a group", () => {
  it("gets hold of its messages when the test says so, and reads them until their writer takes a new key", async () => {
    const onPhone = async (id: string) => (await stage.sandbox.messages(BEN, chat)).find((one) => one.id === id)?.text;
    await client.text(chat, "with Ben");
    await stage.sandbox.changeMembers(chat, { action: "remove", participants: [BEN] });
    expect(await onPhone(await client.text(chat, "without Ben"))).toBeUndefined();
    await stage.sandbox.fault({ kind: "leak_group_messages" });
    expect(await onPhone(await client.text(chat, "with the key that Ben has"))).toBe("with the key that Ben has");
    client.auth.forgetSenderKeys();
    expect(await onPhone(await client.text(chat, "with a new key"))).toBeUndefined();
    await expect.poll(async () => (await stage.sandbox.messages(ANA, chat)).at(-1)?.text).toBe("with a new key");
    await stage.sandbox.fault({ kind: "leak_group_messages", for_seconds: 0 });
  });
});

describe("a group that is no more", () => {
  it("is told to its members, and is nowhere", async () => {
    await stage.sandbox.request("DELETE", `/groups/${chat}`);
    await saw("delete");
    await expect(read()).rejects.toMatchObject({ data: 404 });
    await expect(stage.sandbox.group(chat)).rejects.toMatchObject({ code: "chat_not_found" });
  });
});

describe("a community", () => {
  it("has a group in which only admins write, takes groups in, and lets them go", async () => {
    const made = await stage.sandbox.request<{ chat_id: string; announcement_chat_id: string }>(
      "POST",
      "/communities",
      { subject: "Town", owner: ANA, participants: [OLGA] },
    );
    const announcements = made.announcement_chat_id;
    const nodesOf = async (id: string) => {
      const [group] = await askAboutGroups(client, "get", id, tag("query", { request: "interactive" }));
      return Object.fromEntries(childrenOf(group).map((child) => [child.tag, child.attrs]));
    };
    await saw("create", announcements);
    expect(await nodesOf(made.chat_id)).toHaveProperty("parent");
    expect(await nodesOf(announcements)).toMatchObject({
      linked_parent: { jid: made.chat_id },
      default_sub_group: {},
      announcement: {},
    });
    for (const id of [announcements, made.chat_id]) {
      const refused = await client.socket.sendMessage(id, { text: "may I?", linkPreview: null });
      await client.receipt(refused?.key.id ?? "", 0);
    }

    const { chat_id } = await stage.sandbox.newGroup({ subject: "Street", owner: ANA, participants: [OLGA] });
    await stage.sandbox.request("POST", `/communities/${made.chat_id}/groups`, { group: chat_id });
    const link = await saw("link", chat_id);
    expect(link.change.attrs).toEqual({ link_type: "parent_group" });
    expect(childrenOf(link.change)[0]?.attrs).toMatchObject({ jid: made.chat_id, subject: "Town" });
    expect((await saw("link", made.chat_id)).change.attrs).toEqual({ link_type: "sub_group" });
    expect(await nodesOf(chat_id)).toMatchObject({ linked_parent: { jid: made.chat_id } });
    await stage.sandbox.request("DELETE", `/communities/${made.chat_id}/groups/${chat_id}`);
    expect((await saw("unlink", chat_id)).change.attrs).toEqual({
      unlink_type: "parent_group",
      unlink_reason: "unlink_group",
    });

    await stage.sandbox.request("POST", `/communities/${made.chat_id}/groups`, { group: chat_id });
    await stage.sandbox.request("DELETE", `/groups/${made.chat_id}`);
    await saw("delete", announcements);
    await saw("delete", made.chat_id);
    expect(await stage.sandbox.group(chat_id)).toMatchObject({ community: null });
  });
});

describe("questions that the network does not like", () => {
  it("come too often, a number of times; the others go on", async () => {
    await stage.sandbox.fault({ kind: "rate_limit_queries", xmlns: "w:g2", request: "query", times: 2 });
    for (let times = 0; times < 2; times++) await expect(read()).rejects.toMatchObject({ data: 429 });
    expect(await client.socket.groupInviteCode(chat)).toBeTruthy();
    expect((await read())?.attrs.subject).toBe("Tea");
  });

  it("are not answered, whether they are carried out or not", async () => {
    const waiting = (content: BinaryNode) =>
      client.socket.query({ tag: "iq", attrs: { type: "set", xmlns: "w:g2", to: chat }, content: [content] }, 300);
    await stage.sandbox.fault({ kind: "refuse_queries", namespace: "w:g2", request: "subject", code: null });
    await expect(waiting(tag("subject", {}, Buffer.from("Lost")))).rejects.toThrow("Timed Out");
    expect(await stage.sandbox.group(chat)).toMatchObject({ subject: "Tea" });
    await stage.sandbox.fault({ kind: "refuse_queries", for_seconds: 0 });
    await stage.sandbox.fault({ kind: "silent_queries", xmlns: "w:g2", request: "subject" });
    await expect(waiting(tag("subject", {}, Buffer.from("Done")))).rejects.toThrow("Timed Out");
    expect((await read())?.attrs.subject).toBe("Done");
    await stage.sandbox.fault({ kind: "silent_queries", for_seconds: 0 });
  });
});

describe("a device that may have missed changes of groups", () => {
  it("is told so, also when it comes back, until it has asked anew", async () => {
    await second.disconnect();
    const marks = async () => (await stage.sandbox.request<{ data: unknown[] }>("GET", `/phones/${OLGA}/dirty`)).data;
    const ofSecond = [{ device: 2, type: "groups" }];
    await stage.sandbox.request("POST", `/phones/${OLGA}/dirty`, { type: "groups" });
    await client.until("the groups asked anew", () => client.seen.groupChanges.find(({ id }) => id === chat));
    await expect.poll(marks).toEqual(ofSecond);
    second.connect();
    await second.until("the groups asked anew", () => second.seen.groupChanges.find(({ id }) => id === chat));
    await expect.poll(marks).toEqual([]);
  });
});

describe("a network that was killed", () => {
  it("knows on its return who left, how large groups may grow, and which invites were revoked", async () => {
    const { invite } = await stage.sandbox.group(chat);
    await stage.sandbox.changeGroup(chat, { size_limit: 3, renew_invite: true });
    await stage.sandbox.changeMembers(chat, { action: "leave", participants: [BEN] });
    await stage.sandbox.changePhone(ANA, { group_add: "contacts" });
    await stage.network.kill();
    await stage.startAgain();
    client.connect();
    await client.opened();

    const add = tag("add", {}, [tag("participant", { jid: await lid(BEN) })]);
    expect(childrenOf((await set(add))[0])[0]?.attrs.error).toBe("408");
    expect(await stage.sandbox.group(chat)).toMatchObject({ size_limit: 3 });
    expect(await stage.sandbox.phone(ANA)).toMatchObject({ group_add: "contacts" });
    const code = invite.split("/").at(-1) ?? "";
    await expect(askAboutGroups(client, "get", "@g.us", tag("invite", { code }))).rejects.toMatchObject({ data: 410 });
  });
});
