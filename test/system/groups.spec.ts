import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";

const SHOP = "15550001031";
const ANA = "15550001032";
const BEN = "15550001033";
const CLEO = "15550001034";

interface Group {
  id: string;
  subject: string;
  my_role: string | null;
  participants: { phone: string | null; role: string }[];
}

describe("groups of a linked number", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", "/phones", { phone: BEN, name: "Ben" });
    await gateway.sandbox("POST", "/phones", { phone: CLEO, name: "Cleo" });
    instance = (await linkNumber(gateway, SHOP)).id;
    await eventually("the number's groups to be read", async () => (await ask("GET", "")).status === 200);
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const ask = <T>(method: "GET" | "POST" | "PATCH", rest: string, body?: unknown) =>
    gateway.api<{ data: T }>(method, `/v1/instances/${instance}/groups${rest}`, body);
  const newGroup = async (more: Record<string, unknown> = {}) =>
    (await gateway.sandbox<{ chat_id: string }>("POST", "/groups", { subject: "Tea", owner: ANA, ...more })).body
      .chat_id;
  const inviteOf = async (group: string) =>
    (await gateway.sandbox<{ invite: string }>("GET", `/groups/${group}`)).body.invite;
  const act = (group: string, action: string, participants: string[]) =>
    gateway.sandbox("POST", `/groups/${group}/participants`, { action, participants });
  const phones = (group: Group) => group.participants.map(({ phone }) => phone).sort();

  it("are looked at and joined by their invites, changed, and left", async () => {
    const group = await newGroup();
    const invite = await inviteOf(group);
    const preview = await ask<Group>("GET", `/preview?invite=${encodeURIComponent(invite)}`);
    expect([preview.status, preview.body.data]).toMatchObject([200, { id: group, subject: "Tea", my_role: null }]);

    const joined = await ask<Group>("POST", "/join", { invite });
    expect([joined.status, joined.body.data.my_role, phones(joined.body.data)]).toEqual([200, "member", [SHOP, ANA]]);
    expect((await ask<Group>("POST", "/join", { invite })).status).toBe(200);

    expect(await ask("GET", `/${group}/invite`)).toMatchObject({ status: 409, body: { code: "conflict" } });
    await act(group, "promote", [SHOP]);
    await eventually(
      "to be an admin",
      async () => (await ask<Group>("GET", `/${group}`)).body.data.my_role === "admin",
    );

    const change = { subject: "Coffee", description: "Daily", settings: { join_approval: true } };
    const changed = await ask<Group>("PATCH", `/${group}`, change);
    expect([changed.status, changed.body.data]).toMatchObject([200, change]);
    const renewed = await ask<{ link: string }>("POST", `/${group}/invite/revoke`);
    expect([renewed.status, renewed.body.data.link]).toEqual([200, await inviteOf(group)]);
    expect((await ask("POST", "/join", { invite })).status).toBe(404);

    await act(group, "join", [BEN, CLEO]);
    const requests = await ask<{ phone: string }[]>("GET", `/${group}/requests`);
    expect(requests.body.data.map(({ phone }) => phone).sort()).toEqual([BEN, CLEO]);
    const approved = await ask("POST", `/${group}/requests/approve`, { participants: [BEN] });
    expect(approved).toMatchObject({ status: 200, body: { data: [{ phone: BEN, result: "approved" }] } });
    const rejected = await ask("POST", `/${group}/requests/reject`, { participants: [CLEO] });
    expect(rejected).toMatchObject({ status: 200, body: { data: [{ phone: CLEO, result: "rejected" }] } });
    expect(phones((await ask<Group>("GET", `/${group}`)).body.data)).toEqual([SHOP, ANA, BEN]);

    expect((await ask("POST", `/${group}/leave`)).status).toBe(204);
    expect((await ask("POST", `/${group}/leave`)).status).toBe(204);
    const left = await ask<Group>("GET", `/${group}`);
    expect([left.status, left.body.data.my_role]).toEqual([200, null]);
    expect((await ask<Group[]>("GET", "")).body.data.map(({ id }) => id)).not.toContain(group);
  });

  it("are made once under one Idempotency-Key, and people are put into them", async () => {
    await gateway.sandbox("PATCH", `/phones/${CLEO}`, { group_add: "nobody" });
    for (const phone of [ANA, BEN, CLEO]) {
      await gateway.sandbox("POST", `/phones/${phone}/messages`, { to: SHOP, text: "Hi" });
      await eventually(
        "them to be known",
        async () => (await gateway.api("GET", `/v1/instances/${instance}/contacts/${phone}`)).status === 200,
      );
    }
    const make = () =>
      gateway.api<{ data: Group & { not_added: object[] } }>(
        "POST",
        `/v1/instances/${instance}/groups`,
        { subject: "Own", description: "Ours", participants: [ANA, CLEO], settings: { info_admins_only: true } },
        { "Idempotency-Key": "own-1" },
      );
    const made = await make();
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { subject: "Own", my_role: "owner", not_added: [{ phone: CLEO, reason: "privacy" }] },
    ]);
    expect(phones(made.body.data)).toEqual([SHOP, ANA]);
    const { id } = made.body.data;
    const again = await make();
    expect([again.status, again.body.data.id, again.headers.get("idempotent-replayed")]).toEqual([200, id, "true"]);

    const added = await ask("POST", `/${id}/participants`, { participants: [ANA, BEN] });
    expect(added).toMatchObject({ status: 200, body: { data: [{ result: "already" }, { result: "added" }] } });
    const soon = await ask("POST", `/${id}/participants`, { participants: [CLEO] });
    expect([soon.status, Number(soon.headers.get("retry-after")) > 0]).toEqual([429, true]);
    const promoted = await ask("POST", `/${id}/participants/promote`, { participants: [BEN] });
    expect(promoted).toMatchObject({ body: { data: [{ phone: BEN, result: "promoted" }] } });
    const removed = await ask("POST", `/${id}/participants/remove`, { participants: [ANA] });
    expect(removed).toMatchObject({ body: { data: [{ phone: ANA, result: "removed" }] } });
    expect(phones((await ask<Group>("GET", `/${id}`)).body.data)).toEqual([SHOP, BEN]);
    const { body } = await gateway.api<{ data: { protection: { deeds: object } } }>("GET", `/v1/instances/${instance}`);
    expect(body.data.protection.deeds).toMatchObject({ groups_created: { used: 1 }, group_adds: { used: 1 } });
  });

  it("that let nobody in without their admins are asked", async () => {
    const group = await newGroup({ join_approval: true });
    const asked = await ask("POST", "/join", { invite: await inviteOf(group) });
    expect(asked).toMatchObject({ status: 202, body: { data: { status: "requested" } } });
    expect((await ask("GET", `/${group}`)).status).toBe(404);
    await act(group, "approve", [SHOP]);
    await eventually("to be let in", async () => (await ask("GET", `/${group}`)).status === 200);
  });
});
