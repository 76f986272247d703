import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  askAboutGroups,
  childrenOf,
  collectGroupChanges,
  people,
  type ToldChange,
  tag,
} from "./support/ask-about-groups.ts";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const CARL = "15550001004";
const DORA = "15550001005";
const NOBODY = "15559999999";

let stage: Stage;
let client: BaileysClient;
let told: ToldChange[];
beforeAll(async () => {
  stage = await setStage();
  await stage.sandbox.addPhone(CARL, "Carl");
  await stage.sandbox.addPhone(DORA, "Dora");
  client = stage.newClient();
  await client.link(stage.sandbox, OLGA);
  told = collectGroupChanges(client);
});
afterAll(() => stage.tearDown());

const lid = async (phone: string) => (await stage.sandbox.phone(phone)).private_id;
const ask = (type: "get" | "set", to: string, content: Parameters<typeof askAboutGroups>[3]) =>
  askAboutGroups(client, type, to, content);
const saw = (chat: string, name: string) =>
  client.until(`a ${name} of ${chat}`, () => told.find(({ from, change }) => from === chat && change.tag === name));
const membersOf = async (chat: string) => (await stage.sandbox.group(chat)).participants.map(({ phone }) => phone);

describe("a group that is made by a linked device", () => {
  it("has its description and settings from the first moment", async () => {
    const [group] = await ask(
      "set",
      "@g.us",
      tag("create", { subject: "Plans", key: "K1" }, [
        ...people(await lid(ANA)),
        tag("description", { id: "D1" }, [tag("body", {}, Buffer.from("What we do"))]),
        tag("locked"),
        tag("announcement"),
        tag("member_add_mode", {}, Buffer.from("admin_add")),
        tag("membership_approval_mode", {}, [tag("group_join", { state: "on" })]),
        tag("ephemeral", { expiration: "86400" }),
      ]),
    );
    const chat = `${group?.attrs.id}@g.us`;
    expect(await stage.sandbox.group(chat)).toMatchObject({
      subject: "Plans",
      description: "What we do",
      description_id: "D1",
      messages_admins_only: true,
      info_admins_only: true,
      add_admins_only: true,
      join_approval: true,
      disappearing_seconds: 86_400,
    });
    expect(childrenOf(group).map((child) => child.tag)).toEqual(
      expect.arrayContaining(["description", "announcement", "locked", "ephemeral", "membership_approval_mode"]),
    );
    const { change } = await saw(chat, "create");
    expect(change.attrs.type).toBe("new");
  });

  it("says of everybody who is not in it why, and invites those who may not be added", async () => {
    await stage.sandbox.changePhone(BEN, { group_add: "nobody" });
    await stage.sandbox.request("POST", `/phones/${CARL}/block`, { phone: OLGA });
    const addresses = [await lid(ANA), await lid(BEN), await lid(CARL), at(NOBODY)];
    const [group] = await ask("set", "@g.us", tag("create", { subject: "Some", key: "K2" }, people(...addresses)));
    const answers = childrenOf(group, "participant").map(({ attrs: { jid, error }, content }) => ({
      jid,
      error,
      offers: childrenOf({ tag: "", attrs: {}, content }).map((offer) => Object.keys(offer.attrs)),
    }));
    expect(answers).toEqual([
      { jid: await lid(OLGA), error: undefined, offers: [] },
      { jid: await lid(ANA), error: undefined, offers: [] },
      { jid: await lid(BEN), error: "403", offers: [["code", "expiration"]] },
      { jid: await lid(CARL), error: "401", offers: [] },
      { jid: at(NOBODY), error: "404", offers: [] },
    ]);
    expect(group?.attrs.size).toBe("2");
    expect(await membersOf(`${group?.attrs.id}@g.us`)).toEqual([OLGA, ANA]);
    await stage.sandbox.changePhone(BEN, { group_add: "all" });
    await stage.sandbox.request("POST", `/phones/${CARL}/block`, { phone: OLGA, blocked: false });
  });

  it("is not made with a subject that is too long, or with none", async () => {
    const create = (subject: string) => ask("set", "@g.us", tag("create", { subject, key: "K3" }));
    await expect(create("a".repeat(101))).rejects.toMatchObject({ data: 406 });
    await expect(create(" ")).rejects.toMatchObject({ data: 400 });
    const [group] = await create("😀".repeat(100));
    expect(group?.attrs.subject).toBe("😀".repeat(100));
  });
});

describe("adding people", () => {
  let chat: string;
  beforeEach(async () => {
    chat = (await stage.sandbox.newGroup({ subject: "Tea", owner: OLGA, participants: [ANA] })).chat_id;
  });
  const add = async (...phones: string[]) => {
    const addresses = await Promise.all(phones.map((phone) => (phone === NOBODY ? at(phone) : lid(phone))));
    const [answer] = await ask("set", chat, tag("add", {}, people(...addresses)));
    return childrenOf(answer).map(({ attrs: { error }, content }) => ({ error, offer: content?.[0] }));
  };
  const codes = async (...phones: string[]) => (await add(...phones)).map(({ error }) => error ?? "200");

  it("does what it can, and says of each person what became of them", async () => {
    await stage.sandbox.request("POST", `/phones/${DORA}/block`, { phone: OLGA });
    expect(await codes(ANA, BEN, NOBODY, DORA)).toEqual(["409", "200", "404", "401"]);
    expect(await membersOf(chat)).toEqual([OLGA, ANA, BEN]);
    await stage.sandbox.request("POST", `/phones/${DORA}/block`, { phone: OLGA, blocked: false });
    const { change } = await saw(chat, "add");
    expect(childrenOf(change).map(({ attrs }) => attrs.jid)).toEqual([await lid(BEN)]);
  });

  it("is up to whom a person has saved, where the person says so; the others can take up an invitation", async () => {
    await stage.sandbox.changePhone(BEN, { group_add: "contacts" });
    const [refused] = await add(BEN);
    expect(refused).toMatchObject({ error: "403", offer: { tag: "add_request" } });
    expect(await membersOf(chat)).not.toContain(BEN);
    await stage.sandbox.changeMembers(chat, { action: "accept", participants: [BEN] });
    expect(await membersOf(chat)).toContain(BEN);
    await expect(stage.sandbox.changeMembers(chat, { action: "accept", participants: [BEN] })).rejects.toMatchObject({
      code: "conflict",
    });

    await stage.sandbox.changeMembers(chat, { action: "remove", participants: [BEN] });
    await stage.sandbox.request("PUT", `/phones/${BEN}/contacts/${OLGA}`, { name: "Olga" });
    expect(await codes(BEN)).toEqual(["200"]);
    await stage.sandbox.request("DELETE", `/phones/${BEN}/contacts/${OLGA}`);
    await stage.sandbox.changePhone(BEN, { group_add: "all" });
  });

  it("does not bring back who left within the day, but who was removed", async () => {
    await stage.sandbox.changeMembers(chat, { action: "add", participants: [BEN, CARL] });
    await stage.sandbox.changeMembers(chat, { action: "leave", participants: [BEN] });
    await stage.sandbox.changeMembers(chat, { action: "remove", participants: [CARL] });
    expect(await codes(BEN, CARL)).toEqual(["408", "200"]);
  });

  it("names people as the group does, and by the number that they were asked for by", async () => {
    await stage.sandbox.changePhone(CARL, { hide_number: true });
    const ask_ = async (address: string) => {
      const [answer] = await ask("set", chat, tag("add", {}, people(address)));
      return childrenOf(answer)[0]?.attrs;
    };
    expect(await ask_(at(BEN))).toEqual({ jid: await lid(BEN), phone_number: at(BEN) });
    expect(await ask_(await lid(CARL))).toEqual({ jid: await lid(CARL) });
    expect(await ask_(at(CARL))).toEqual({ jid: await lid(CARL), phone_number: at(CARL), error: "409" });
    await stage.sandbox.changePhone(CARL, { hide_number: false });
  });

  it("ends when the group is full", async () => {
    await stage.sandbox.changeGroup(chat, { size_limit: 3 });
    expect(await codes(BEN, CARL, DORA)).toEqual(["200", "419", "419"]);
  });

  it("is for admins alone, where the group says so", async () => {
    const theirs = await stage.sandbox.newGroup({ subject: "Hers", owner: ANA, participants: [OLGA] });
    chat = theirs.chat_id;
    expect(await codes(BEN)).toEqual(["200"]);
    await stage.sandbox.changeGroup(chat, { add_admins_only: true });
    await expect(add(CARL)).rejects.toMatchObject({ data: 403 });
    await stage.sandbox.changeMembers(chat, { action: "remove", participants: [OLGA] });
    await expect(add(CARL)).rejects.toMatchObject({ data: 403 });
    await expect(ask("get", chat, tag("query", { request: "interactive" }))).rejects.toMatchObject({ data: 403 });
    await expect(ask("get", "1@g.us", tag("query"))).rejects.toMatchObject({ data: 404 });
  });
});

describe("the ranks of a group", () => {
  it("are given and taken once, and the owner keeps theirs", async () => {
    const { chat_id } = await stage.sandbox.newGroup({ subject: "Ranks", owner: ANA, participants: [OLGA, BEN] });
    await stage.sandbox.changeMembers(chat_id, { action: "promote", participants: [OLGA] });
    const change = async (deed: string, phone: string) => {
      const [answer] = await ask("set", chat_id, tag(deed, {}, people(await lid(phone))));
      return childrenOf(answer)[0]?.attrs.error ?? "200";
    };
    expect([await change("promote", BEN), await change("promote", BEN)]).toEqual(["200", "409"]);
    expect([await change("demote", BEN), await change("demote", BEN)]).toEqual(["200", "409"]);
    expect([await change("demote", ANA), await change("remove", ANA)]).toEqual(["405", "405"]);
    expect(await change("promote", CARL)).toBe("404");
  });

  it("pass to another member when the last admin leaves", async () => {
    const { chat_id } = await stage.sandbox.newGroup({ subject: "Heirs", owner: ANA, participants: [OLGA, BEN] });
    await stage.sandbox.changeMembers(chat_id, { action: "leave", participants: [ANA] });
    const { change } = await saw(chat_id, "promote");
    expect(childrenOf(change)[0]?.attrs.jid).toBe(await lid(OLGA));
  });

  it("stay with a member whose number changes", async () => {
    const { chat_id } = await stage.sandbox.newGroup({ subject: "Numbers", owner: OLGA, participants: [ANA] });
    await stage.sandbox.changeMembers(chat_id, { action: "promote", participants: [ANA] });
    await stage.sandbox.request("POST", `/groups/${chat_id}/renumber`, { old: ANA, new: DORA });
    const { by, change } = await saw(chat_id, "modify");
    expect([by, childrenOf(change)[0]?.attrs.jid]).toEqual([await lid(ANA), await lid(DORA)]);
    expect((await stage.sandbox.group(chat_id)).participants).toEqual([
      { phone: OLGA, role: "owner" },
      { phone: DORA, role: "admin" },
    ]);
  });
});
