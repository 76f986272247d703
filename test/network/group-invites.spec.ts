import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
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

let stage: Stage;
let client: BaileysClient;
let told: ToldChange[];
let hers: { readonly chat_id: string; readonly invite: string };
beforeAll(async () => {
  stage = await setStage();
  await stage.sandbox.addPhone(CARL, "Carl");
  client = stage.newClient();
  await client.link(stage.sandbox, OLGA);
  told = collectGroupChanges(client);
});
afterAll(() => stage.tearDown());
beforeEach(async () => {
  hers = await stage.sandbox.newGroup({ subject: "Hers", owner: ANA, participants: [BEN] });
});

const lid = async (phone: string) => (await stage.sandbox.phone(phone)).private_id;
const codeOf = ({ invite }: { invite: string }) => invite.split("/").at(-1) ?? "";
const preview = (code: string) => askAboutGroups(client, "get", "@g.us", tag("invite", { code }));
const join = (code: string) => askAboutGroups(client, "set", "@g.us", tag("invite", { code }));
const members = (action: string, ...participants: string[]) =>
  stage.sandbox.changeMembers(hers.chat_id, { action, participants });

it("an invite is for admins; members and strangers are refused with different codes", async () => {
  const read = () => askAboutGroups(client, "get", hers.chat_id, tag("invite"));
  const renew = () => askAboutGroups(client, "set", hers.chat_id, tag("invite"));
  await expect(read()).rejects.toMatchObject({ data: 403 });
  await members("add", OLGA);
  await expect(read()).rejects.toMatchObject({ data: 401 });
  await expect(renew()).rejects.toMatchObject({ data: 401 });
  await members("promote", OLGA);
  expect(await read()).toMatchObject([{ attrs: { code: codeOf(hers) } }]);
  const [renewed] = await renew();
  expect((await stage.sandbox.group(hers.chat_id)).invite).toContain(renewed?.attrs.code);
});

it("a code shows the group to strangers, unless it was revoked, leads nowhere, or is no code", async () => {
  const [group] = await preview(codeOf(hers));
  expect(group?.attrs).toMatchObject({ subject: "Hers", size: "2" });
  await stage.sandbox.changeGroup(hers.chat_id, { renew_invite: true });
  await expect(preview(codeOf(hers))).rejects.toMatchObject({ data: 410 });
  await expect(join(codeOf(hers))).rejects.toMatchObject({ data: 410 });
  await expect(preview("AAAAAAAAAAAAAAAAAAAAAA")).rejects.toMatchObject({ data: 404 });
  await expect(preview("no code")).rejects.toMatchObject({ data: 406 });
});

it("joining by a code works once, and makes the newcomer's own device know the group", async () => {
  const [joined] = await join(codeOf(hers));
  expect(joined).toMatchObject({ tag: "group", attrs: { jid: hers.chat_id } });
  const create = await client.until("the group", () => told.find(({ from }) => from === hers.chat_id));
  expect(create.change).toMatchObject({ tag: "create", attrs: { reason: "invite" } });
  await expect(join(codeOf(hers))).rejects.toMatchObject({ data: 409 });
});

it("nobody joins who was removed, who finds it full, or while the network stops its growth", async () => {
  await members("add", OLGA);
  await members("remove", OLGA);
  await expect(join(codeOf(hers))).rejects.toMatchObject({ data: 401 });
  const full = await stage.sandbox.newGroup({ subject: "Full", owner: ANA, participants: [BEN] });
  await stage.sandbox.changeGroup(full.chat_id, { size_limit: 2 });
  await expect(join(codeOf(full))).rejects.toMatchObject({ data: 419 });
  const locked = await stage.sandbox.newGroup({ subject: "Locked", owner: ANA, participants: [BEN] });
  await stage.sandbox.changeGroup(locked.chat_id, { growth_locked_seconds: 3600 });
  await expect(join(codeOf(locked))).rejects.toMatchObject({ data: 423 });
  await stage.sandbox.changeGroup(locked.chat_id, { growth_locked_seconds: 0 });
  expect(await join(codeOf(locked))).toMatchObject([{ tag: "group" }]);
});

it("a group whose admins approve takes a request, which its admins see", async () => {
  await stage.sandbox.changeGroup(hers.chat_id, { join_approval: true });
  expect(await join(codeOf(hers))).toMatchObject([
    { tag: "membership_approval_request", attrs: { jid: hers.chat_id } },
  ]);
  expect((await stage.sandbox.group(hers.chat_id)).requests).toEqual([OLGA]);
  await members("approve", OLGA);
  await client.until("the group", () => told.find(({ from }) => from === hers.chat_id));
});

it("two approvals of one request at once let the person in once; a withdrawn one can't be approved", async () => {
  const ours = await stage.sandbox.newGroup({ subject: "Ours", owner: OLGA, join_approval: true });
  const act = (action: string, ...participants: string[]) =>
    stage.sandbox.changeMembers(ours.chat_id, { action, participants });
  await act("join", BEN);
  await act("join", CARL);
  await act("withdraw", CARL);
  const withdrawn = await client.until("the withdrawal", () =>
    told.find(({ from, change }) => from === ours.chat_id && change.tag === "revoked_membership_requests"),
  );
  expect(withdrawn.by).toBe(await lid(CARL));

  const approve = async (phone: string) => {
    const action = tag("membership_requests_action", {}, [tag("approve", {}, people(await lid(phone)))]);
    const [answer] = await askAboutGroups(client, "set", ours.chat_id, action);
    return childrenOf(childrenOf(answer)[0])[0]?.attrs.error ?? "200";
  };
  const both = await Promise.all([approve(BEN), approve(BEN)]);
  expect(both.sort()).toEqual(["200", "404"]);
  expect(await approve(CARL)).toBe("404");
  expect((await stage.sandbox.group(ours.chat_id)).participants.map(({ phone }) => phone)).toEqual([OLGA, BEN]);
});

it("an invitation for one person is shown by their phone, and taken up by whoever it is for, once", async () => {
  const ours = await stage.sandbox.newGroup({ subject: "Ours", owner: OLGA });
  await stage.sandbox.changePhone(CARL, { group_add: "nobody" });
  const [answer] = await askAboutGroups(client, "set", ours.chat_id, tag("add", {}, people(await lid(CARL))));
  const [offer] = childrenOf(childrenOf(answer)[0]);
  const { code = "", expiration = "" } = offer?.attrs ?? {};
  const invitation = { groupJid: ours.chat_id, groupName: "Ours", inviteCode: code, inviteExpiration: +expiration };
  const id = await client.socket.relayMessage(at(CARL), { groupInviteMessage: invitation }, {});
  const shown = { type: "group_invite", group_invite: { chat_id: ours.chat_id, subject: "Ours", code } };
  await expect
    .poll(async () => (await stage.sandbox.messages(CARL)).find((message) => message.id === id))
    .toMatchObject(shown);
  const accept = (phone: string) =>
    stage.sandbox.changeMembers(ours.chat_id, { action: "accept", participants: [phone], code });
  await expect(accept(BEN)).rejects.toMatchObject({ code: "conflict" });
  expect((await accept(CARL)).participants.map(({ phone }) => phone)).toEqual([OLGA, CARL]);
  await expect(accept(CARL)).rejects.toMatchObject({ code: "conflict" });
});

it("a linked device takes up an invitation, too, while it lasts", async () => {
  await stage.sandbox.changePhone(OLGA, { group_add: "nobody" });
  const invite = async (group: string) => {
    const added = await stage.sandbox.changeMembers(group, { action: "add", participants: [OLGA] });
    return added.outcomes?.[0]?.invite ?? "";
  };
  const accept = (groupJid: string, inviteCode: string) =>
    client.socket.groupAcceptInviteV4(at(ANA), { groupJid, inviteCode, inviteExpiration: 1 });
  const code = await invite(hers.chat_id);
  await expect(accept(hers.chat_id, "another")).rejects.toMatchObject({ data: 410 });
  await accept(hers.chat_id, code);
  expect((await stage.sandbox.group(hers.chat_id)).participants).toContainEqual({ phone: OLGA, role: "member" });

  const late = await stage.sandbox.newGroup({ subject: "Late", owner: ANA });
  const lateCode = await invite(late.chat_id);
  await stage.sandbox.moveClock({ advance_seconds: 4 * 86_400 });
  await expect(accept(late.chat_id, lateCode)).rejects.toMatchObject({ data: 410 });
  await stage.sandbox.changePhone(OLGA, { group_add: "all" });
});
